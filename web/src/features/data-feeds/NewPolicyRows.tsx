/** New policies of a file one by one: what the file says of each, what it lacks to be entered, or a reason to leave it out. */
import { acceptPolicies, changeRegister, listRows, rejectRows } from '@corridor/contract/data-feeds.ts'
import { type Cents, cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { MoneyInput } from '../../ui/fields/MoneyInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './feeds.module.css'
import { type Choices, OUTDATED, PolicyChoice } from './PolicyChoice.tsx'
import { ReasonAction } from './ReasonAction.tsx'
import type { FeedRow } from './Rows.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

const AT_ONCE = 50
const dateOf = (text: string | null | undefined): PlainDate | null => (text && isPlainDate(text) ? text : null)
const amountOf = (amount: number | null | undefined): Cents | null => (typeof amount === 'number' ? cents(amount) : null)

export function NewPolicyRows({ file, choices }: { file: FileReply; choices: Choices }) {
  const [shown, setShown] = useState(AT_ONCE)
  const query = useEndpoint(listRows, { id: file.id, matchStatus: ['NEW'], take: shown })
  return (
    <Loaded query={query}>
      {({ records, page }) => (
        <>
          {records.map((row) => (
            <NewPolicy key={row.line} file={file} row={row} choices={choices} />
          ))}
          {page.totalRecords > records.length ? (
            <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
              {`Show more: ${(page.totalRecords - records.length).toLocaleString('en-US')} left`}
            </Button>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

function NewPolicy({ file, row, choices }: { file: FileReply; row: FeedRow; choices: Choices }) {
  const mayChange = useCan(acceptPolicies.access) && isOpen(file)
  const mayTakeIn = useCan(changeRegister) && mayChange
  const plansOf = (id: number | null) => choices.institutions.find((institution) => institution.id === id)?.plans ?? []
  const [choice, setChoice] = useState(() => {
    const own = plansOf(row.institutionId)
    const named =
      own.find(({ name }) => name.toLowerCase() === row.master?.planName?.toLowerCase()) ?? (own.length === 1 ? own[0] : undefined)
    return { institutionId: row.institutionId, planId: named?.id ?? null, productId: row.master?.productId ?? null }
  })
  const [issueDate, setIssueDate] = useState(() => dateOf(row.master?.issueDate))
  const [face, setFace] = useState(() => amountOf(row.master?.faceAmountCents))
  const [basis, setBasis] = useState(() => amountOf(row.master?.costBasisCents))
  const [names, setNames] = useState({ first: row.master?.insuredFirstName ?? '', last: row.master?.insuredLastName ?? '' })
  const accept = useAction(acceptPolicies, { invalidates: OUTDATED, success: 'Added to the register.', quiet: true })
  const given = Object.entries(row.raw).filter(([, value]) => value !== null && value !== '')
  const problems = Object.values(accept.error?.fields ?? {}).flat()
  const { institutionId, planId, productId } = choice
  const run = () =>
    accept.run({
      id: file.id,
      policies: [
        {
          line: row.line,
          institutionId: institutionId ?? 0,
          ...(planId === null ? {} : { planId }),
          ...(productId === null ? {} : { productId }),
          ...(issueDate === null ? {} : { issueDate }),
          ...(face === null ? {} : { faceAmountCents: face }),
          ...(basis === null ? {} : { costBasisCents: basis }),
          ...(names.first === '' ? {} : { insuredFirstName: names.first }),
          ...(names.last === '' ? {} : { insuredLastName: names.last }),
        },
      ],
    })
  return (
    <Panel
      title={`Policy ${row.policyNumber ?? ''}, ${lineOfFile(row)}`}
      note={`${row.insuredName ?? 'Insured not named'}; cash surrender value ${formatMoney(row.cashSurrenderValueCents === null ? null : cents(row.cashSurrenderValueCents))}, death benefit ${formatMoney(row.deathBenefitCents === null ? null : cents(row.deathBenefitCents))}`}
      footer={
        mayChange ? (
          <div className={css.selection}>
            {mayTakeIn ? (
              <Button size="xs" loading={accept.running} disabled={institutionId === null} onClick={() => void run()}>
                Add to the register
              </Button>
            ) : null}
            <ReasonAction
              endpoint={rejectRows}
              input={(reason) => ({ id: file.id, lines: [row.line], reason })}
              invalidates={OUTDATED}
              label="Leave out"
              title={`Exclude ${lineOfFile(row)}?`}
              text="The row can still be viewed, and can be included again before posting."
              success="Excluded."
              onDone={() => undefined}
            />
          </div>
        ) : undefined
      }
    >
      {mayTakeIn ? (
        <>
          <PolicyChoice
            carrierCode={row.carrierCode ?? ''}
            choices={choices}
            choice={choice}
            disabled={false}
            onChoose={(changed) => setChoice({ ...choice, ...changed })}
          />
          <div className={css.choice}>
            <TextField
              label="Insured’s first name"
              value={names.first}
              onChange={(first) => setNames({ ...names, first })}
              maxLength={80}
            />
            <TextField label="Insured’s last name" value={names.last} onChange={(last) => setNames({ ...names, last })} maxLength={80} />
            <DateInput label="Issue date" value={issueDate} onChange={setIssueDate} />
            <MoneyInput label="Face amount" value={face} onChange={setFace} />
            <MoneyInput label="Cost basis" value={basis} onChange={setBasis} />
          </div>
          {problems.length > 0 ? (
            <p role="alert" className={css.problem}>
              {problems.join(' ')}
            </p>
          ) : null}
        </>
      ) : null}
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
