/** On the profile: for each kind of notification, whether it also comes by mail. Every choice is kept at once. */
import { getNoticeChoices, saveNoticeChoice } from '@corridor/contract/notifications.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { chosenKindsFor, NOTICE_DELIVERIES, NOTICE_DELIVERY_CODES, NOTICE_KINDS } from '@corridor/domain/sites/notice-kinds.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { changeCached, useEndpoint } from '../../kernel/use-endpoint.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './notifications.module.css'

const OPTIONS = NOTICE_DELIVERY_CODES.map((value) => ({ value, label: NOTICE_DELIVERIES[value] }))

export function NoticesPanel({ readOnly }: { readOnly: boolean }) {
  const { userRole } = useSession()
  const query = useEndpoint(getNoticeChoices, {})
  const save = useAction(saveNoticeChoice)
  return (
    <div id="notifications">
      <Panel
        title="Notifications by email"
        note="Each choice is saved at once. All of these appear behind the bell at the top of the page, whatever you choose here."
      >
        <Loaded query={query}>
          {({ choices }) => (
            <div className={css.choices}>
              {chosenKindsFor(isStaff(userRole)).map((kind) => (
                <SelectField
                  key={kind}
                  label={NOTICE_KINDS[kind].label}
                  value={choices[kind] ?? NOTICE_KINDS[kind].usual}
                  options={OPTIONS}
                  disabled={readOnly || save.running}
                  onChange={async (value) => {
                    const delivery = NOTICE_DELIVERY_CODES.find((each) => each === value)
                    if (!delivery) return
                    const saved = await save.run({ kind, delivery })
                    if (!saved.ok) return
                    changeCached(getNoticeChoices, {}, () => saved.value)
                    toast.success('Saved.')
                  }}
                />
              ))}
            </div>
          )}
        </Loaded>
      </Panel>
    </div>
  )
}
