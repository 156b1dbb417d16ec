/** One's own portrait: what others see beside the name. */
import { getProfile, type Profile, removeAvatar, uploadAvatar } from '@corridor/contract/profile.ts'
import { getSession } from '@corridor/contract/session.ts'
import { useRef, useState } from 'react'
import { call, upload } from '../../kernel/call.ts'
import { adoptSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './profile.module.css'

const showInHeader = async () => adoptSession(await call(getSession, {}))

export function PortraitPanel({ profile, readOnly }: { profile: Profile; readOnly: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [running, setRunning] = useState(false)
  const remove = useAction(removeAvatar, { invalidates: [getProfile], success: 'Portrait removed.' })
  const hand = async (file: File) => {
    setRunning(true)
    try {
      await upload(uploadAvatar, {}, file)
      await Promise.all([invalidate(getProfile), showInHeader()])
      toast.saved()
    } catch (error) {
      toast.error(error)
    }
    setRunning(false)
  }
  return (
    <Panel title="Portrait">
      <div className={css.portrait}>
        {profile.avatarUrl ? (
          <img src={profile.avatarUrl} alt="Your portrait" width={96} height={96} />
        ) : (
          <span aria-hidden>{(profile.firstName.slice(0, 1) + profile.lastName.slice(0, 1)).toUpperCase()}</span>
        )}
        {readOnly ? null : (
          <div className={css.buttons}>
            <input
              ref={input}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/webp"
              aria-label="Portrait"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0]
                event.currentTarget.value = ''
                if (file) void hand(file)
              }}
            />
            <Button variant="default" size="xs" loading={running} onClick={() => input.current?.click()}>
              {profile.avatarUrl ? 'Choose another' : 'Choose a picture'}
            </Button>
            {profile.avatarUrl ? (
              <Button variant="subtle" size="xs" loading={remove.running} onClick={() => void remove.run({}).then(showInHeader)}>
                Remove
              </Button>
            ) : null}
          </div>
        )}
      </div>
      <p className={css.small}>PNG, JPEG or WebP, up to 5 MB. It is cropped to a square; location and time data are removed.</p>
    </Panel>
  )
}
