/** Tolerances of the audits: the defaults, what the site set in their place for whom, and what held before. */
import { listTolerances, setTolerance, type toleranceRecord } from '@corridor/contract/audit-settings.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS } from '@corridor/domain/auditing/rules.ts'
import { limitsWords } from '@corridor/domain/data-feeds/limit-words.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useCan } from '../../kernel/session.ts'
import { chosenOf, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { SEVERITY_BADGES } from '../../shared/exceptions/words.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { statusColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './auditing.module.css'
import type { ToleranceBook, ToleranceRule } from './calls.ts'
import { ToleranceDialog } from './ToleranceDialog.tsx'

type Tolerance = z.output<typeof toleranceRecord>

const search = { check: chosenOf(AUDIT_CHECK_CODES) }

export function TolerancesPage() {
  const query = useEndpoint(listTolerances, {})
  const mayChange = useCan(setTolerance.access)
  const [{ check }, change] = useUrlSearch(search)
  const [edited, setEdited] = useState<ToleranceRule | null>(null)
  return (
    <>
      <PageHeader
        title="Audit Tolerances"
        note="What may differ without an exception. A changed tolerance audits the current month again."
        actions={
          <SelectField
            label="Audit"
            value={check ?? ''}
            options={[
              { value: '', label: 'All audits' },
              ...AUDIT_CHECK_CODES.map((value) => ({ value, label: AUDIT_CHECKS[value].title })),
            ]}
            onChange={(value) => change({ check: value || undefined })}
          />
        }
      />
      <Loaded query={query} skeleton={<TableSkeleton rows={10} columns={5} />}>
        {(book) => (
          <div className={css.stack}>
            <Rules
              book={book}
              rules={book.rules.filter((rule) => check === undefined || rule.check === check)}
              onEdit={mayChange ? setEdited : undefined}
            />
            <History
              records={book.records.filter(
                ({ ruleCode }) => check === undefined || book.rules.some((rule) => rule.code === ruleCode && rule.check === check),
              )}
            />
            {edited ? <ToleranceDialog book={book} rule={edited} onClose={() => setEdited(null)} /> : null}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Whom a tolerance is for. */
const reachOf = ({ carrierName, productName }: Pick<Tolerance, 'carrierName' | 'productName'>): string =>
  carrierName === null ? 'All carriers' : productName === null ? carrierName : `${carrierName}, ${productName}`

function Rules({
  book,
  rules,
  onEdit,
}: {
  book: ToleranceBook
  rules: readonly ToleranceRule[]
  onEdit: ((rule: ToleranceRule) => void) | undefined
}) {
  const held = (code: string) => book.records.filter(({ ruleCode, endedAt }) => ruleCode === code && endedAt === null)
  const columns: Column<ToleranceRule>[] = [
    { key: 'code', header: 'Rule', cell: ({ code, title }) => `${code}, ${title}` },
    { key: 'check', header: 'Audit', cell: ({ check }) => AUDIT_CHECKS[check].title },
    statusColumn('severity', 'Severity', SEVERITY_BADGES),
    { key: 'limits', header: 'Default', cell: ({ limits }) => limitsWords(limits) },
    {
      key: 'set',
      header: 'Set by the site',
      cell: ({ code }) => {
        const set = held(code)
        if (set.length === 0) return '-'
        return (
          <ul className={css.skipped}>
            {set.map((tolerance) => (
              <li key={tolerance.id}>{`${reachOf(tolerance)}: ${limitsWords(tolerance.limits)}`}</li>
            ))}
          </ul>
        )
      },
    },
    ...(onEdit
      ? [
          {
            key: 'edit',
            header: 'Change',
            isControl: true,
            cell: (rule: ToleranceRule) => (
              <Button size="xs" variant="default" aria-label={`Change ${rule.code}`} onClick={() => onEdit(rule)}>
                Change
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Panel title="Rules with a tolerance" flush>
      <DataTable plain label="Rules with a tolerance" rows={rules} idOf={(rule) => rules.indexOf(rule)} columns={columns} />
    </Panel>
  )
}

const HISTORY: readonly Column<Tolerance>[] = [
  { key: 'ruleCode', header: 'Rule', cell: ({ ruleCode, ruleTitle }) => `${ruleCode}, ${ruleTitle}` },
  { key: 'reach', header: 'For', cell: reachOf },
  { key: 'limits', header: 'Tolerance', cell: ({ limits }) => limitsWords(limits) },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reason },
  { key: 'from', header: 'From', oneLine: true, cell: ({ createdAt, createdBy }) => `${formatMoment(createdAt)}, ${createdBy ?? '-'}` },
  {
    key: 'to',
    header: 'To',
    cell: ({ endedAt, endedBy }) => (endedAt === null ? 'Holds' : `${formatMoment(endedAt)}, ${endedBy ?? '-'}`),
  },
]

const History = ({ records }: { records: readonly Tolerance[] }) => (
  <Panel title="History" flush>
    <DataTable
      plain
      label="History of tolerances"
      rows={records}
      idOf={({ id }) => id}
      columns={HISTORY}
      empty={<EmptyState title="No tolerance was set" why="The defaults apply to every carrier and product." />}
    />
  </Panel>
)
