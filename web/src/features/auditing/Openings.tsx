/** Opening balances by client and fiscal year, as stored when the year end was locked, with the bank's own ledger beside them. */
import { listOpenings, type openingRecord, restateOpenings, setLedgerBalance } from '@corridor/contract/audit-settings.ts'
import { listExceptions } from '@corridor/contract/auditing.ts'
import { type Cents, cents, formatAmount, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea, TextField } from '../../ui/fields/Field.tsx'
import { MoneyInput } from '../../ui/fields/MoneyInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, dateColumn, dayColumn, moneyColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable, type SortState } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ExportMenu } from '../../ui/list/ExportMenu.tsx'
import { exportedColumns } from '../../ui/list/exported-columns.ts'
import { Pagination } from '../../ui/list/Pagination.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './auditing.module.css'

type Opening = z.output<typeof openingRecord>
type Asking = { what: 'restate' | 'ledger'; opening: Opening }

const PER_PAGE = 10
const SHORTEST = 5
const SOURCE_SHORTEST = 3
const CHANGED = { invalidates: [listOpenings, listExceptions], quiet: true }

export function Openings() {
  const mayChange = useCan(restateOpenings.access)
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<SortState>({ by: 'yearEnd', desc: true })
  const [asking, setAsking] = useState<Asking | null>(null)
  const input = { sort: SORTS.find((column) => column === sort.by) ?? 'yearEnd', desc: sort.desc }
  const query = useEndpoint(listOpenings, { ...input, take: PER_PAGE, skip: (page - 1) * PER_PAGE })
  return (
    <Loaded query={query}>
      {({ records, page: { totalRecords } }) => (
        <Panel
          title="Opening balances"
          note="Stored when a fiscal year end is locked, and compared with the register, the carrier and the general ledger every month."
          flush
          footer={
            <Pagination
              label="Pages of opening balances"
              page={page}
              perPage={PER_PAGE}
              totalRecords={totalRecords}
              onPage={setPage}
              whole="the export"
            />
          }
        >
          <DataTable
            label="Opening balances"
            rows={records}
            idOf={(row) => records.indexOf(row)}
            totalRecords={totalRecords}
            noun="fiscal year"
            columns={mayChange ? [...COLUMNS, actionsWith(setAsking)] : COLUMNS}
            sort={sort}
            onSort={setSort}
            toneOf={({ openingCents, postedCents }) => (openingCents === postedCents ? undefined : 'attention')}
            tools={<ExportMenu endpoint={listOpenings} input={input} columns={EXPORTED} />}
            empty={
              <EmptyState
                title="No opening balances"
                why="They are stored when a fiscal year end is locked on the month-end close dashboard."
              />
            }
          />
          {asking?.what === 'restate' ? <Restate opening={asking.opening} onClose={() => setAsking(null)} /> : null}
          {asking?.what === 'ledger' ? <Ledger opening={asking.opening} onClose={() => setAsking(null)} /> : null}
        </Panel>
      )}
    </Loaded>
  )
}

const SORTS = ['institutionName', 'yearEnd', 'openingCents'] as const
const difference = (figure: number | null, openingCents: number) => (figure === null ? MISSING : formatAmount(cents(openingCents - figure)))
const COLUMNS: readonly Column<Opening>[] = [
  institutionColumn({ sortable: true, isName: false }),
  dateColumn('yearEnd', 'Fiscal year end', { sortable: true }),
  countColumn('policies', 'Policies', { startsHidden: true }),
  moneyColumn('openingCents', 'Opening balance ($)', { sortable: true }),
  moneyColumn('postedCents', 'Posted now ($)'),
  {
    key: 'postedDifference',
    header: 'Difference ($)',
    numeric: true,
    cell: ({ postedCents, openingCents }) => difference(postedCents, openingCents),
  },
  moneyColumn('ledgerCents', 'General ledger ($)', { startsHidden: true }),
  {
    key: 'ledgerDifference',
    header: 'Off ledger ($)',
    numeric: true,
    cell: ({ ledgerCents, openingCents }) => difference(ledgerCents, openingCents),
  },
  textColumn('ledgerSource', 'Source', { startsHidden: true }),
  dayColumn('storedAt', 'Stored', { startsHidden: true }),
]
const EXPORTED = exportedColumns(
  ['institutionName', 'yearEnd', 'policies', 'openingCents', 'postedCents', 'ledgerCents', 'ledgerSource', 'storedAt'].map((key) => ({
    key,
    header: '',
  })),
  COLUMNS,
)

const actionsWith = (ask: (asking: Asking) => void): Column<Opening> => ({
  key: 'actions',
  header: 'Change',
  isControl: true,
  cell: (opening) => (
    <span className={css.actions}>
      <Button size="xs" variant="default" aria-label={`Restate ${nameOf(opening)}`} onClick={() => ask({ what: 'restate', opening })}>
        Restate
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Enter ledger balance of ${nameOf(opening)}`}
        onClick={() => ask({ what: 'ledger', opening })}
      >
        Enter ledger
      </Button>
    </span>
  ),
})
const nameOf = ({ institutionName, yearEnd }: Opening) => `${institutionName}, ${formatDate(plainDate(yearEnd))}`

function Restate({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const restate = useAction(restateOpenings, { ...CHANGED, success: 'Opening balances restated.' })
  const run = async () => {
    const { institutionId, yearEnd } = opening
    if ((await restate.run({ institutionId, yearEnd, reason: reason.trim() })).ok) onClose()
  }
  return (
    <ConfirmModal
      title={`Restate ${nameOf(opening)}?`}
      confirmLabel="Restate"
      running={restate.running}
      ready={reason.trim().length >= SHORTEST}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <p>
          The opening balances become what is posted at the year end now, ${formatAmount(cents(opening.postedCents))} in place of $
          {formatAmount(cents(opening.openingCents))}. Year-to-date figures of reports made from now on change with them.
        </p>
        <TextArea
          label="Why?"
          required
          value={reason}
          onChange={setReason}
          error={restate.error ? (restate.error.fields.reason ?? restate.error.message) : undefined}
        />
      </div>
    </ConfirmModal>
  )
}

function Ledger({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const [balance, setBalance] = useState<Cents | null>(opening.ledgerCents === null ? null : cents(opening.ledgerCents))
  const [source, setSource] = useState(opening.ledgerSource ?? '')
  const save = useAction(setLedgerBalance, { ...CHANGED, success: 'Saved!' })
  const run = async () => {
    const { institutionId, yearEnd } = opening
    if (balance !== null && (await save.run({ institutionId, yearEnd, balanceCents: balance, source: source.trim() })).ok) onClose()
  }
  const fields = save.error?.fields
  return (
    <ConfirmModal
      title={`General ledger of ${nameOf(opening)}`}
      confirmLabel="Save"
      running={save.running}
      ready={balance !== null && source.trim().length >= SOURCE_SHORTEST}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <MoneyInput label="Balance" required value={balance} onChange={setBalance} error={fields?.balanceCents} />
        <TextField
          label="Source"
          required
          hint="The statement or letter the institution sent, with its date."
          value={source}
          onChange={setSource}
          error={fields?.source ?? (save.error && !fields?.balanceCents ? save.error.message : undefined)}
        />
      </div>
    </ConfirmModal>
  )
}
