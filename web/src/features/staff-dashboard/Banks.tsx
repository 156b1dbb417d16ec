/** Each institution's report of the month: ready, blocked and by what, released; who owns it. */

import { counted, totalOf } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney, MISSING, sumCents } from '@corridor/domain/primitives/money.ts'
import { compareNames } from '@corridor/domain/primitives/name-order.ts'
import { PARTIAL } from '@corridor/domain/reports/table.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../kernel/call.ts'
import { useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { paths } from '../../paths.ts'
import { ExceptionList } from '../../shared/exceptions/ExceptionList.tsx'
import { GateReasons } from '../../shared/exceptions/GateReasons.tsx'
import { InstitutionName } from '../../shared/RecordName.tsx'
import { csvOf } from '../../ui/chart/csv.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { personColumn, textColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { BANK_ORDER, BANK_STATUSES, type BankClose, statusesOf } from './close-statuses.ts'
import { isOwnedBy, OwnerFilter } from './OwnerFilter.tsx'
import css from './StaffDashboardPage.module.css'
import { StatusChips } from './StatusChips.tsx'

const url = { banks: optionalText, bank: optionalText, owner: optionalText }

export function Banks({ banks, period }: { banks: readonly BankClose[]; period: string }) {
  const [listed, setListed] = useState<BankClose | null>(null)
  // Like every list's, what is shown stands in the address: it can be sent, and Back finds it.
  const [search, change] = useUrlSearch(url)
  const chosen = statusesOf(BANK_ORDER, search.banks)
  const text = search.bank ?? ''
  const { userId } = useSession()
  const rows = banks
    .filter(isOwnedBy(search.owner, userId))
    .filter((bank) => (chosen.length === 0 || chosen.includes(bank.status)) && bank.name.toLowerCase().includes(text.toLowerCase()))
    .toSorted((a, b) => BANK_ORDER.indexOf(a.status) - BANK_ORDER.indexOf(b.status) || compareNames(a.name, b.name))
  const values = rows.flatMap((bank) => (bank.cashSurrenderValueCents === null ? [] : [cents(bank.cashSurrenderValueCents)]))
  return (
    <Panel
      title="Institutions"
      note={`Asset reports for the month, what blocks them, and their owners${isPartial(rows) ? `. A value marked ${PARTIAL} is of the policies valued so far` : ''}`}
      flush
    >
      <DataTable
        label="Institutions"
        columns={columnsWith(period, setListed)}
        rows={rows}
        idOf={(bank) => bank.institutionId}
        totalRecords={rows.length}
        noun="institution"
        toneOf={(bank) => (bank.status === 'failed' ? 'attention' : undefined)}
        filters={
          <>
            <StatusChips
              legend="Institutions by status"
              order={BANK_ORDER}
              table={BANK_STATUSES}
              all={banks}
              chosen={chosen}
              onChoose={(next) => change({ banks: next.length === 0 ? undefined : next.join(',') })}
            />
            <OwnerFilter owned={banks} owner={search.owner} onChoose={(owner) => change({ owner })} />
            {banks.length > 12 ? (
              <SearchField label="Find an institution" value={text} onSearch={(bank) => change({ bank }, { replace: true })} />
            ) : null}
          </>
        }
        tools={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile(new Blob([asCsv(rows)], { type: 'text/csv' }), 'institutions-of-the-month.csv')}
          >
            Export
          </Button>
        }
        empty={
          <EmptyState
            title="No institution matches"
            why={
              banks.length === 0
                ? 'No institution has policies in force on this site for the month.'
                : 'No institution has this status, this name or this owner.'
            }
          />
        }
        totals={{
          label:
            rows.length === banks.length
              ? totalOf(rows.length, 'institution')
              : `Total of the ${counted(rows.length, 'institution')} shown`,
          cells: {
            valued: `${formatCount(rows.reduce((sum, bank) => sum + bank.policiesValued, 0))} of ${formatCount(rows.reduce((sum, bank) => sum + bank.policiesExpected, 0))}`,
            cashSurrenderValueCents: values.length === 0 ? MISSING : `${formatMoney(sumCents(values))}${isPartial(rows) ? PARTIAL : ''}`,
          },
        }}
      />
      {listed ? (
        <Modal title={`Open exceptions of ${listed.name}`} width={900} onClose={() => setListed(null)}>
          <ExceptionList
            label="Open exceptions"
            of={{ institutionId: [listed.institutionId], period, status: ['OPEN'] }}
            empty="All of them were settled meanwhile."
          />
        </Modal>
      ) : null}
    </Panel>
  )
}

/** Some of the policies in force have no value yet: the sum is of the others. */
const isPartial = (banks: readonly BankClose[]): boolean =>
  banks.some(
    ({ cashSurrenderValueCents, policiesValued, policiesExpected }) =>
      cashSurrenderValueCents !== null && policiesValued < policiesExpected,
  )

/** Nothing blocks a report that is released; what its month has open is told all the same. */
const isReleased = ({ status }: BankClose) => status === 'released'

const remarkOf = ({ isOutdated, isPreliminary }: BankClose) => (isOutdated ? 'to be regenerated' : isPreliminary ? 'preliminary' : '')

const asCsv = (rows: readonly BankClose[]) =>
  csvOf(
    [
      'Institution',
      'State',
      'Report',
      'Blocked by',
      'Policies valued',
      'Policies expected',
      'Cash surrender value',
      'Open exceptions, all severities',
      'Owner',
    ],
    rows.map((bank) => [
      bank.name,
      bank.stateCode,
      [BANK_STATUSES[bank.status].label, remarkOf(bank)].filter(Boolean).join(', '),
      `${isReleased(bank) && bank.blockers.length > 0 ? 'Open: ' : ''}${bank.blockers.join('; ')}`,
      bank.policiesValued,
      bank.policiesExpected,
      bank.cashSurrenderValueCents === null ? null : bank.cashSurrenderValueCents / 100,
      bank.openExceptions,
      bank.owner,
    ]),
  )

const columnsWith = (period: string, list: (bank: BankClose) => void): readonly Column<BankClose>[] => [
  {
    key: 'name',
    header: 'Institution',
    isName: true,
    cell: ({ institutionId, name }) => <InstitutionName id={institutionId} name={name} />,
  },
  textColumn('stateCode', 'State', { startsHidden: true }),
  {
    key: 'status',
    header: 'Report',
    cell: (bank) => (
      <>
        {bank.reportId === null || bank.batchId === null ? (
          <StatusBadge status={bank.status} table={BANK_STATUSES} />
        ) : (
          <Link
            to={paths.madeReport(bank.batchId, bank.reportId)}
            aria-label={`${BANK_STATUSES[bank.status].label}, report of ${bank.name}`}
          >
            <StatusBadge status={bank.status} table={BANK_STATUSES} />
          </Link>
        )}
        {remarkOf(bank) ? <small className={css.remark}>{remarkOf(bank)}</small> : null}
      </>
    ),
    hideable: false,
  },
  {
    key: 'blockers',
    // Breaks into lines before it takes the room of the owner's name.
    header: 'Blocked by',
    cell: (bank) =>
      bank.blockers.length === 0 ? (
        MISSING
      ) : (
        <span className={css.blockers}>
          {isReleased(bank) ? 'Open: ' : ''}
          <GateReasons
            areOpen={isReleased(bank)}
            reasons={bank.blockers}
            institutionId={bank.institutionId}
            period={period}
            to={bank.openException ? paths.exception({ ...bank.openException, period, institutionId: bank.institutionId }) : undefined}
          />
        </span>
      ),
  },
  {
    key: 'valued',
    header: 'Policies valued',
    numeric: true,
    cell: (bank) => (
      <span className={css.valued}>
        {formatCount(bank.policiesValued)} of {formatCount(bank.policiesExpected)}
        <ProgressBar label={`Policies of ${bank.name} valued`} value={bank.policiesValued} of={bank.policiesExpected} />
      </span>
    ),
  },
  {
    key: 'cashSurrenderValueCents',
    header: 'Cash surrender value',
    numeric: true,
    cell: (bank) =>
      bank.cashSurrenderValueCents === null
        ? MISSING
        : `${formatMoney(cents(bank.cashSurrenderValueCents))}${isPartial([bank]) ? PARTIAL : ''}`,
  },
  {
    key: 'openExceptions',
    header: 'Open exceptions',
    help: 'Of the month, all severities: errors, warnings and notes. Only errors block a release',
    numeric: true,
    cell: (bank) =>
      bank.openExceptions === 0 ? (
        formatCount(0)
      ) : (
        <button
          type="button"
          className={css.number}
          aria-label={`${formatCount(bank.openExceptions)} open exceptions of ${bank.name}`}
          onClick={() => list(bank)}
        >
          {formatCount(bank.openExceptions)}
        </button>
      ),
  },
  personColumn('owner', 'Owner'),
  {
    key: 'batch',
    header: 'Batch',
    startsHidden: true,
    cell: (bank) => (bank.batchId === null ? MISSING : <Link to={paths.reportBatch(bank.batchId)}>Batch {bank.batchId}</Link>),
  },
]
