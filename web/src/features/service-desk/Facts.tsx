/** Beside the conversation: kind, owner, due date and times; the team changes the first three here. */
import { assignServiceRequest, type Conversation, getServiceRequest } from '@corridor/contract/service-desk.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { KIND_WORDS, REQUEST_KINDS } from '@corridor/domain/service-requests/statuses.ts'
import { useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AFTER_CHANGE, isLateFor, isLateForBankAlone } from './request-words.tsx'
import css from './service-desk.module.css'

export function Facts({ conversation }: { conversation: Conversation }) {
  const { request, owners, side } = conversation
  const { userId, actingAs } = useSession()
  const mayAssign = useCan(assignServiceRequest.access) && !actingAs
  const facts: [string, string][] = [
    ...(mayAssign
      ? []
      : ([
          ['Kind', KIND_WORDS[request.kind]],
          ['With', request.owner ?? 'The service team'],
          [
            'Due',
            request.dueOn === null
              ? MISSING
              : `${formatDate(plainDate(request.dueOn))}${isLateFor(side, request) ? ', overdue' : isLateForBankAlone(request) ? ', institution overdue' : ''}`,
          ],
        ] satisfies [string, string][])),
    [
      'Who can read it',
      request.shared ? 'Everybody who signs in for the institution, and the service team' : `${request.askedBy} and the service team`,
    ],
    ['Sent', formatMoment(request.createdAt)],
    ['First answer', formatMoment(request.firstAnsweredAt)],
    [
      'Done',
      request.status === 'DONE' && request.doneAt === null
        ? 'Answered by email, before answers were kept here'
        : formatMoment(request.doneAt),
    ],
  ]
  return (
    <Panel title="Request" note={`Number ${request.id}`}>
      <div className={css.stack}>
        {mayAssign ? (
          <Assign key={`${request.kind} ${request.ownerId} ${request.dueOn}`} request={request} owners={owners} userId={userId} />
        ) : null}
        <dl className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

const NOBODY = '0'

function Assign({ request, owners, userId }: Pick<Conversation, 'request' | 'owners'> & { userId: number }) {
  const before = { kind: request.kind, ownerId: request.ownerId, dueOn: request.dueOn }
  const [kind, setKind] = useState(request.kind)
  const [owner, setOwner] = useState(String(request.ownerId ?? NOBODY))
  const [dueOn, setDueOn] = useState(request.dueOn === null ? null : plainDate(request.dueOn))
  const [readable, setReadable] = useState(true)
  const save = useAction(assignServiceRequest, { invalidates: [getServiceRequest, ...AFTER_CHANGE], success: 'Saved!' })
  const ownerId = owner === NOBODY ? null : Number(owner)
  const changed = kind !== before.kind || ownerId !== before.ownerId || dueOn !== before.dueOn
  // Somebody who left the firm is still named.
  const gone = request.ownerId !== null && !owners.some(({ id }) => id === request.ownerId)
  const mine = request.ownerId === null && owners.some(({ id }) => id === userId)
  const run = (to: { ownerId: number | null }) => void save.run({ id: request.id, kind, dueOn, ...to, before })
  return (
    <div className={css.assign}>
      <SelectField
        label="Kind"
        value={kind}
        options={REQUEST_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        onChange={setKind}
      />
      <SelectField
        label="Owner"
        value={owner}
        options={[
          { value: NOBODY, label: 'Nobody yet' },
          ...owners.map(({ id, name, onTeam }) => ({ value: String(id), label: onTeam ? `${name} (service team)` : name })),
          ...(gone ? [{ value: String(request.ownerId), label: request.owner ?? 'A former user' }] : []),
        ]}
        onChange={setOwner}
      />
      <DateInput
        label="Due"
        hint={`${isLateFor('team', request) ? 'Overdue. ' : isLateForBankAlone(request) ? 'Institution overdue. ' : ''}The institution sees this date.`}
        value={dueOn}
        onChange={setDueOn}
        onReadable={setReadable}
      />
      <div className={css.bar}>
        <Button size="xs" loading={save.running} disabled={!changed || !readable} onClick={() => run({ ownerId })}>
          Save
        </Button>
        {mine ? (
          <Button size="xs" variant="default" loading={save.running} onClick={() => run({ ownerId: userId })}>
            Assign to me
          </Button>
        ) : null}
      </div>
    </div>
  )
}
