/** The exceptions of an audit's month: narrowed, ordered, exported, settled and assigned one by one or all that match. */
import { STATEMENT_EXCEPTIONS } from '@corridor/contract/audit-sign-offs.ts'
import { assignExceptions, listExceptions, settleExceptions } from '@corridor/contract/auditing.ts'
import { listCarriersForFeeds } from '@corridor/contract/data-feeds.ts'
import { EXCEPTION_STATUSES, type ExceptionStatus } from '@corridor/domain/auditing/exceptions.ts'
import { AUDIT_CHECKS, AUDIT_RULES, type AuditCheck, rulesOf } from '@corridor/domain/auditing/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { EXCEPTION_BADGES, SEVERITY_BADGES } from '../../shared/exceptions/words.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { type Chosen, useList } from '../../ui/list/use-list.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { columnsOf } from './columns.tsx'
import { SettleDialog, VERBS } from './SettleDialog.tsx'
import { type Key, type Selection, selectionOf } from './selection.ts'

/** Each audit's table is its own: what is hidden in one is no column of another. */
const LABELS: Readonly<Record<AuditCheck, string>> = {
  'client-exceptions': 'Exceptions of values',
  'cash-surrender-exceptions': 'Exceptions of movements',
  'policy-count-exceptions': 'Exceptions of policies',
  'beginning-year-balance': 'Exceptions of opening balances',
  'yield-exceptions': 'Exceptions of yields',
}
const SEVERITIES = ['error', 'warning', 'info'] as const

interface ExceptionsProps {
  check: AuditCheck
  period: string
  clients: readonly { value: string; label: string }[]
  /** The extent of the audit in a sentence: it stands in place of an empty table. */
  statement: string
  /** Once none of those found is open: how each was settled. */
  settled: string | null
  onOpen: (exception: Key) => void
}

export function Exceptions({ check, period, clients, statement, settled, onOpen }: ExceptionsProps) {
  const mayChange = useCan(settleExceptions.access)
  const carriers = useEndpoint(listCarriersForFeeds, {}).data?.records ?? []
  const list = useList({
    endpoint: listExceptions,
    label: LABELS[check],
    noun: 'exception',
    variant: AUDIT_CHECKS[check].letter,
    columns: columnsOf(check, onOpen),
    idOf: ({ id }) => id,
    nameOf: ({ ruleCode, policyNumber, institutionName }) => `${ruleCode} of ${policyNumber ?? institutionName}`,
    defaultSort: 'urgency',
    input: { check, period },
    filters: [
      { key: 'institutionId', label: 'Institution', searched: true, options: clients },
      { key: 'carrierCode', label: 'Carrier', searched: true, options: carriers.map(({ code, name }) => ({ value: code, label: name })) },
      {
        key: 'severity',
        label: 'Severity',
        many: true,
        options: SEVERITIES.map((value) => ({ value, label: SEVERITY_BADGES[value].label })),
      },
      {
        key: 'status',
        label: 'Status',
        many: true,
        options: EXCEPTION_STATUSES.map((value) => ({ value, label: EXCEPTION_BADGES[value].label })),
      },
      {
        key: 'ruleCode',
        label: 'Rule',
        many: true,
        options: rulesOf(check).map((value) => ({ value, label: `${value}, ${AUDIT_RULES[value].title}` })),
      },
      { key: 'mine', label: 'Assignee', options: [{ value: 'true', label: 'Assigned to me' }] },
    ],
  })
  // Rows can be chosen on several pages; a call names each by its client too.
  const known = useRef(new Map<number, Key>())
  const rows = list.query.data?.records
  useEffect(() => {
    for (const row of rows ?? []) known.current.set(row.id, { institutionId: row.institutionId, id: row.id })
  }, [rows])
  return (
    <ListPanel
      list={list}
      title="Exceptions"
      note="Each opens with its figures, the carrier’s line and its history."
      toneOf={({ severity, status }) => (severity === 'error' && status === 'OPEN' ? 'attention' : undefined)}
      {...(mayChange
        ? {
            bulk: (chosen: Chosen, done: () => void) => (
              <Bulk count={chosen.count} selection={() => selectionOf(check, period, chosen, known.current)} onDone={done} />
            ),
          }
        : {})}
      whole={wholeOf(list.query.data?.page.totalRecords)}
      empty={{ title: 'No exceptions', why: statement }}
      {...(settled !== null && asksOpenOnly(list) ? { noneMatches: { title: 'No open exceptions', why: settled } } : {})}
    />
  )
}

/** As the page's own links to what is open ask it. */
const asksOpenOnly = ({ url, filters }: { url: { search: string }; filters: Readonly<Record<string, readonly string[]>> }): boolean =>
  url.search === '' && Object.entries(filters).every(([key, values]) => values.join() === (key === 'status' ? 'OPEN' : ''))

const wholeOf = (total = 0): string => (total > STATEMENT_EXCEPTIONS ? 'the export' : 'the statement (PDF)')

const OFFERED: readonly ExceptionStatus[] = ['ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE', 'OPEN']

function Bulk({ count, selection, onDone }: { count: number; selection: () => Selection; onDone: () => void }) {
  const [asking, setAsking] = useState<{ to: ExceptionStatus | null; selection: Selection } | null>(null)
  const mayAssign = useCan(assignExceptions.access)
  const shared = { count, onClose: () => setAsking(null), onDone }
  return (
    <>
      {OFFERED.map((to) => (
        <Button key={to} size="xs" variant="default" onClick={() => setAsking({ to, selection: selection() })}>
          {VERBS[to].button}
        </Button>
      ))}
      {mayAssign ? (
        <Button size="xs" variant="default" onClick={() => setAsking({ to: null, selection: selection() })}>
          Assign
        </Button>
      ) : null}
      {asking === null ? null : asking.to === null ? (
        <AssignDialog {...shared} selection={asking.selection} />
      ) : (
        <SettleDialog {...shared} selection={asking.selection} to={asking.to} />
      )}
    </>
  )
}
