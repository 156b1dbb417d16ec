/** Changes that the answers propose to the register, record by record, with the effect on the reports: accepted or declined one by one, or all at once. */
import { type DecidedChange, decideQuestionnaireChanges, type Proposal } from '@corridor/contract/questionnaire-decisions.ts'
import { getQuestionnaireResults, type QuestionnaireSheet } from '@corridor/contract/questionnaire-sheet.ts'
import { formatDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { CHANGE_KINDS, daysOfEffect, effectiveOnProblem, HOLDS_ON } from '@corridor/domain/questionnaires/changes.ts'
import { type ReactNode, useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { effectLines } from './effect-words.ts'
import css from './proposals.module.css'
import { DECISION_STATUS } from './questionnaire-words.ts'
import { OUTDATED } from './SendQuestionnaires.tsx'

interface Props {
  questionnaire: QuestionnaireSheet['questionnaire']
  proposals: readonly Proposal[]
  /** Whether the reader may write into the book, and may decline. */
  accepts: boolean
  refuses: boolean
}
type Asked = { decision: 'ACCEPTED' | 'REFUSED'; changes: readonly Proposal[] }

export function Proposals({ questionnaire, proposals, accepts, refuses }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [reason, setReason] = useState('')
  // Days of effect chosen in place of the proposed ones, by record.
  const [days, setDays] = useState<Readonly<Record<string, PlainDate>>>({})
  const decide = useAction(decideQuestionnaireChanges, { invalidates: [getQuestionnaireResults, ...OUTDATED], quiet: true })
  // Records whose day cannot be read yet: they wait for it.
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set())
  const period = plainDate(questionnaire.period)
  const waits = (change: Proposal) => {
    const day = days[recordOf(change)]
    return unread.has(recordOf(change)) || (day !== undefined && effectiveOnProblem(day, period) !== undefined)
  }
  const calm = proposals.filter(({ contested }) => !contested)
  const ask = (next: Asked) => {
    setReason('')
    setAsked(next)
  }
  const run = async ({ decision, changes }: Asked, why: string | null) => {
    const outcome = await decide.run({
      id: questionnaire.id,
      decision,
      reason: why,
      changes: changes.map(({ kind, key, seen }) => {
        const day = days[recordOf({ kind, key })]
        return { kind, key, seen, ...(decision === 'ACCEPTED' && day ? { effectiveOn: day } : {}) }
      }),
    })
    if (outcome.ok) {
      const count = changes.length.toLocaleString('en-US')
      toast.success(
        decision === 'REFUSED'
          ? `${count} declined.`
          : changes.length === 1
            ? 'Accepted. The register is updated.'
            : `${count} accepted. The register is updated.`,
      )
      setAsked(null)
    } else toast.error(outcome.error)
  }
  if (proposals.length === 0) return null
  return (
    <Panel
      title="Changes for the register"
      note={`Answers of ${questionnaire.institutionName} that differ from the register. Nothing is written until you accept it.`}
      actions={
        <>
          <LinkButton size="xs" variant="default" to={paths.institution(questionnaire.institutionId)}>
            Open institution
          </LinkButton>
          {proposals.length > 1 ? (
            <>
              {refuses ? (
                <Button size="xs" variant="default" onClick={() => ask({ decision: 'REFUSED', changes: proposals })}>
                  Decline all
                </Button>
              ) : null}
              {accepts && calm.length > 0 ? (
                <Button size="xs" disabled={calm.some(waits)} onClick={() => ask({ decision: 'ACCEPTED', changes: calm })}>
                  Accept {calm.length === proposals.length ? 'all' : ''} {calm.length.toLocaleString('en-US')}
                </Button>
              ) : null}
            </>
          ) : null}
        </>
      }
    >
      {refuses && !accepts ? <p className={css.hint}>Accepting changes the register and requires Institutions at level 2.</p> : null}
      <ul className={css.changes}>
        {proposals.map((change) => (
          <li key={`${change.kind} ${change.key}`} aria-label={nameOf(change)}>
            <ChangeView
              change={change}
              day={
                accepts && refuses && HOLDS_ON.has(change.kind) && change.holdsFrom !== null ? (
                  <DayOfEffect
                    value={days[recordOf(change)] ?? plainDate(change.holdsFrom)}
                    proposed={plainDate(change.holdsFrom)}
                    period={period}
                    onChange={(day) => setDays(withDay(days, recordOf(change), day))}
                    onReadable={(readable) => setUnread(withRecord(unread, recordOf(change), !readable))}
                  />
                ) : null
              }
            />
            {refuses ? (
              <span className={css.decide}>
                {accepts ? (
                  <Button
                    size="xs"
                    disabled={decide.running || waits(change)}
                    onClick={() =>
                      change.contested
                        ? ask({ decision: 'ACCEPTED', changes: [change] })
                        : void run({ decision: 'ACCEPTED', changes: [change] }, null)
                    }
                  >
                    Accept
                  </Button>
                ) : null}
                <Button
                  size="xs"
                  variant="default"
                  disabled={decide.running}
                  onClick={() => ask({ decision: 'REFUSED', changes: [change] })}
                >
                  Decline
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmModal
          title={titleOf(asked)}
          confirmLabel={asked.decision === 'ACCEPTED' ? 'Accept' : 'Decline'}
          running={decide.running}
          ready={asked.decision === 'ACCEPTED' || reason.trim().length >= 3}
          onConfirm={() => void run(asked, asked.decision === 'REFUSED' ? reason.trim() : null)}
          onCancel={() => setAsked(null)}
        >
          {asked.decision === 'REFUSED' ? (
            <TextArea
              label="Why"
              required
              value={reason}
              onChange={setReason}
              rows={2}
              maxLength={500}
              hint="It is kept with the answer; the institution is not notified."
            />
          ) : (
            <p className={css.hint}>
              {asked.changes.some(({ contested }) => contested)
                ? 'The register was changed since the questionnaire was sent. The answer replaces the current value; the earlier value is kept in the history.'
                : calm.length < proposals.length
                  ? `Either all of these are saved or none. ${proposals.length - calm.length} changed in the register since the questionnaire was sent: decide those individually.`
                  : 'Either all of these are saved or none.'}
            </p>
          )}
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}

const recordOf = ({ kind, key }: Pick<Proposal, 'kind' | 'key'>): string => `${kind} ${key}`

/** An emptied field is the proposed day again. */
function withDay(days: Readonly<Record<string, PlainDate>>, record: string, day: PlainDate | null): Readonly<Record<string, PlainDate>> {
  const { [record]: _, ...others } = days
  return day === null ? others : { ...others, [record]: day }
}

function withRecord(records: ReadonlySet<string>, record: string, isIn: boolean): ReadonlySet<string> {
  return new Set([...records].filter((each) => each !== record).concat(isIn ? [record] : []))
}

interface DayProps {
  value: PlainDate
  proposed: PlainDate
  period: PlainDate
  onChange: (day: PlainDate | null) => void
  onReadable: (readable: boolean) => void
}

/** From when on what was answered holds: the day proposed, unless another one is chosen. */
function DayOfEffect({ value, proposed, period, onChange, onReadable }: DayProps) {
  const [first, last] = daysOfEffect(period)
  return (
    <div className={css.day}>
      <DateInput
        label="Effective from"
        value={value}
        onChange={onChange}
        onReadable={onReadable}
        error={effectiveOnProblem(value, period)}
        hint={`Reports of earlier dates stay as they are. ${value === proposed ? 'This date is proposed' : `The proposed date was ${formatDate(proposed)}`}; any date from ${formatDate(first)} to ${formatDate(last)} is allowed.`}
      />
    </div>
  )
}

const titleOf = ({ decision, changes }: Asked): string => {
  const [first] = changes
  const what = changes.length === 1 && first ? nameOf(first) : `${changes.length.toLocaleString('en-US')} changes`
  return `${decision === 'ACCEPTED' ? 'Accept' : 'Decline'} ${what}?`
}
type Shown = Pick<Proposal, 'kind' | 'title' | 'fields' | 'remarks' | 'holdsFrom' | 'effects'>
const nameOf = ({ kind, title }: Pick<Shown, 'kind' | 'title'>): string =>
  title === CHANGE_KINDS[kind] ? title : `${CHANGE_KINDS[kind]}: ${title}`

function ChangeView({ change, day = null }: { change: Shown & { contested?: boolean }; day?: ReactNode }) {
  const { kind, fields, remarks, holdsFrom, effects, contested = false } = change
  return (
    <div className={css.change}>
      <h3>
        {nameOf(change)} {contested ? <StatusBadge status="CONTESTED" table={DECISION_STATUS} /> : null}
      </h3>
      <dl className={css.fields}>
        {fields.map(({ field, label, fromWords, toWords, sentWords }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              <span className={css.from}>{fromWords}</span> <span aria-hidden>→</span>
              <span className="visually-hidden"> becomes </span> <b>{toWords}</b>
              {sentWords === null ? null : <small> when it was sent: {sentWords}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {day}
      {day === null && holdsFrom !== null && kind !== 'DEATH' && kind !== 'CENSUS' ? (
        <p className={css.hint}>
          {kind === 'CAPITAL' ? 'As of' : kind === 'EMPLOYEES' ? 'At the end of the tax year,' : 'Effective from'}{' '}
          {formatDate(plainDate(holdsFrom))}.
        </p>
      ) : null}
      {remarks.map((remark) => (
        <p key={remark} className={css.hint}>
          {remark}
        </p>
      ))}
      {effects.flatMap(effectLines).map((line) => (
        <p key={line} className={css.effect}>
          {line}
        </p>
      ))}
    </div>
  )
}

export function Decided({ decided }: { decided: readonly DecidedChange[] }) {
  if (decided.length === 0) return null
  return (
    <Panel title="Decided" note="Decisions about the answers, newest first.">
      <ul className={css.changes}>
        {decided.map((change) => (
          <li key={change.id}>
            <ChangeView change={change} />
            <p className={css.decided}>
              <StatusBadge status={change.decision} table={DECISION_STATUS} />
              <span>
                {change.decidedBy}, {formatMoment(change.decidedAt)}
              </span>
              {change.reason ? <span>“{change.reason}”</span> : null}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
