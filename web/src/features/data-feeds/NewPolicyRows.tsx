/** New policies of a file one by one: what the file says of each, what it lacks to be entered, or a reason to leave it out. */
import { acceptPolicies, changeRegister, listRows, rejectRows } from '@corridor/contract/data-feeds.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { MoneyInput } from '../../ui/fields/MoneyInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './feeds.module.css'
import { type Card, cardOf, choiceOf, type Drafts, type Entry, entryOf, type Group, PROPOSED_BASIS } from './new-policy-cards.ts'
import { type Choices, OUTDATED, PolicyChoice } from './PolicyChoice.tsx'
import { ReasonAction } from './ReasonAction.tsx'
import type { FeedRow } from './Rows.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

const AT_ONCE = 50

interface Cards {
  file: FileReply
  choices: Choices
  drafts: Drafts
  running: boolean
  onCard: (line: number, card: Card) => void
  onAdd: (entry: Entry) => void
}

export function NewPolicyRows({ groups, ...cards }: Cards & { groups: readonly Group[] }) {
  const { file } = cards
  const [shown, setShown] = useState(AT_ONCE)
  const query = useEndpoint(listRows, { id: file.id, matchStatus: ['NEW'], take: shown })
  return (
    <Loaded query={query}>
      {({ records, page }) => (
        <div className={css.cards}>
          {records.map((row) => {
            const group = groups.find(({ lines }) => lines.some(({ line }) => line === row.line))
            return group ? <NewPolicy key={row.line} row={row} group={group} {...cards} /> : null
          })}
          {page.totalRecords > records.length ? (
            <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
              {`Show more: ${(page.totalRecords - records.length).toLocaleString('en-US')} left`}
            </Button>
          ) : null}
        </div>
      )}
    </Loaded>
  )
}

function NewPolicy({ file, row, group, choices, drafts, running, onCard, onAdd }: Cards & { row: FeedRow; group: Group }) {
  const mayChange = useCan(acceptPolicies.access) && isOpen(file)
  const mayTakeIn = useCan(changeRegister) && mayChange
  const choice = choiceOf(group, row.line, drafts, choices)
  const card = drafts.cards[row.line] ?? cardOf(row)
  const change = (changed: Partial<Card>) => onCard(row.line, { ...card, ...changed })
  const problem = drafts.problems[row.line]
  const proposed = row.master?.proposedBasisCents ?? null
  const given = Object.entries(row.raw).filter(([, value]) => value !== null && value !== '')
  return (
    <Panel
      title={`Policy ${row.policyNumber ?? ''}, ${lineOfFile(row)}`}
      note={`${row.insuredName ?? 'Insured not named'}; cash surrender value ${formatMoney(row.cashSurrenderValueCents === null ? null : cents(row.cashSurrenderValueCents))}, death benefit ${formatMoney(row.deathBenefitCents === null ? null : cents(row.deathBenefitCents))}`}
      footer={
        mayChange ? (
          <div className={css.selection}>
            {mayTakeIn ? (
              <Button
                size="xs"
                loading={running}
                disabled={choice.institutionId === null}
                onClick={() => onAdd(entryOf(row.line, card, choice))}
              >
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
            onChoose={(changed) => change({ choice: { ...card.choice, ...changed } })}
          />
          <div className={css.choice}>
            <TextField label="Insured’s first name" value={card.first} onChange={(first) => change({ first })} maxLength={80} />
            <TextField label="Insured’s last name" value={card.last} onChange={(last) => change({ last })} maxLength={80} />
            <DateInput label="Issue date" value={card.issueDate} onChange={(issueDate) => change({ issueDate })} />
            <MoneyInput label="Face amount" value={card.face} onChange={(face) => change({ face })} />
            <MoneyInput label="Cost basis" value={card.basis} onChange={(basis) => change({ basis })} />
          </div>
          {proposed !== null && card.basis === proposed ? <p className={css.proposedBasis}>Cost basis proposed: {PROPOSED_BASIS}</p> : null}
          {problem ? (
            <p role="alert" className={css.problem}>
              {problem}
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
