/** Rows of policies that are not in the book: taken in with the master columns the carrier gave, or left out with a reason. */
import { acceptPolicies, changeRegister, getFile, listFiles, listFindings, listRows, rejectRows } from '@corridor/contract/data-feeds.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './feeds.module.css'
import { ReasonAction } from './ReasonAction.tsx'
import type { FeedRow } from './Rows.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

const outdated = [getFile, listFindings, listRows, listFiles]

export function NewPolicies({ file }: { file: FileReply }) {
  const query = useEndpoint(listRows, { id: file.id, matchStatus: ['NEW'], take: 200 })
  return (
    <Loaded query={query}>
      {({ records }) => (
        <div className={css.cards}>
          {records.map((row) => (
            <NewPolicy key={row.line} file={file} row={row} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function NewPolicy({ file, row }: { file: FileReply; row: FeedRow }) {
  const mayChange = useCan(acceptPolicies.access) && isOpen(file)
  const mayTakeIn = useCan(changeRegister)
  const [institution, setInstitution] = useState(row.institutionId === null ? '' : String(row.institutionId))
  const accept = useAction(acceptPolicies, { invalidates: outdated, success: 'Added to the register.', quiet: true })
  const given = Object.entries(row.raw).filter(([, value]) => value !== null && value !== '')
  const options = [
    { value: '', label: 'Choose the institution' },
    ...file.institutions.map((each) => ({ value: String(each.id), label: each.name })),
    ...(row.institutionId !== null && !file.institutions.some((each) => each.id === row.institutionId)
      ? [{ value: String(row.institutionId), label: row.institutionName ?? `Institution ${row.institutionId}` }]
      : []),
  ]
  const run = async () => {
    const outcome = await accept.run({ id: file.id, policies: [{ line: row.line, institutionId: Number(institution) }] })
    if (!outcome.ok) toast.error(outcome.error)
  }
  return (
    <Panel
      title={`Policy ${row.policyNumber ?? ''}, ${lineOfFile(row)}`}
      note={`${row.insuredName ?? 'Insured not named'}; cash surrender value ${formatMoney(row.cashSurrenderValueCents === null ? null : cents(row.cashSurrenderValueCents))}, death benefit ${formatMoney(row.deathBenefitCents === null ? null : cents(row.deathBenefitCents))}`}
      footer={
        mayChange ? (
          <div className={css.selection}>
            {mayTakeIn ? (
              <>
                <SelectField label="Institution" hideLabel value={institution} options={options} onChange={setInstitution} />
                <Button size="xs" loading={accept.running} disabled={institution === ''} onClick={() => void run()}>
                  Add to the register
                </Button>
              </>
            ) : null}
            <ReasonAction
              endpoint={rejectRows}
              input={(reason) => ({ id: file.id, lines: [row.line], reason })}
              invalidates={outdated}
              label="Leave out"
              title={`Leave ${lineOfFile(row)} out?`}
              text="The row can still be viewed, and can be included again before posting."
              success="Left out."
              onDone={() => undefined}
            />
          </div>
        ) : undefined
      }
    >
      <dl className={css.raw}>
        {given.map(([header, value]) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
