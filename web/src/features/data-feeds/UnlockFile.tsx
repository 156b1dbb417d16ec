/** The password of a workbook, asked for at the file: used once to open it, and kept nowhere. */
import { getFile, listFiles, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import { unlockFile } from '@corridor/contract/feed-passwords.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { NextStepBand } from '../../ui/layout/NextStepBand.tsx'
import css from './feeds.module.css'
import type { FileReply } from './statuses.ts'

export function UnlockFile({ file }: { file: FileReply }) {
  const mayUnlock = useCan(unlockFile.access)
  const [password, setPassword] = useState('')
  const unlock = useAction(unlockFile, {
    invalidates: [getFile, listFiles, listFindings, listRows],
    success: 'Opened. The workbook was read.',
    quiet: true,
  })
  return (
    <NextStepBand
      tone="bad"
      label="Next step"
      title="The workbook is protected with a password"
      text={
        mayUnlock
          ? 'Enter the password that the carrier sent for it. It opens the workbook once and is not kept; what was received stays as it is.'
          : 'Someone with the right to change asset reports can enter the carrier’s password here.'
      }
      action={
        mayUnlock ? (
          <form
            className={css.unlock}
            onSubmit={async (event) => {
              event.preventDefault()
              const outcome = await unlock.run({ id: file.id, password, updatedAt: file.updatedAt })
              // A wrong one is typed again, not corrected.
              if (!outcome.ok) setPassword('')
            }}
          >
            <TextField
              label="Password of the workbook"
              type="password"
              autoComplete="off"
              value={password}
              onChange={setPassword}
              error={unlock.error ? (unlock.error.fields.password ?? unlock.error.message) : undefined}
            />
            <Button type="submit" loading={unlock.running} disabled={password === ''}>
              Open and read
            </Button>
          </form>
        ) : null
      }
    />
  )
}
