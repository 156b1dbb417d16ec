/** A bank's released reports, by type and year, newest first; each to read, to download. */

import { type ClientReport, reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { prettyBytes } from '@corridor/domain/list.ts'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { download } from '../../kernel/call.ts'
import { markSeen, seenBefore } from '../../kernel/report-memory.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ReportLink } from '../../ui/ReportLink.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import css from './ClientReportsPage.module.css'

const search = z.object({ type: optionalText, year: optionalText })

export function ClientReportsPage() {
  const session = useSession()
  const reports = useEndpoint(searchReports, {})
  const [{ type, year }, change] = useUrlSearch(search)
  // What is new stays marked during this visit, and is known at the next.
  const [seen] = useState(() => seenBefore(session.institutionId))
  const newest = reports.data?.records.reduce((latest, report) => (report.createdAt > latest ? report.createdAt : latest), '')
  useEffect(() => {
    if (newest) markSeen(session.institutionId, newest)
  }, [newest, session.institutionId])

  return (
    <>
      <PageHeader title="Reports" note={`Released to ${session.institutionName}, newest first`} />
      <Loaded query={reports} skeleton={<TableSkeleton columns={4} />}>
        {({ records }) => {
          if (records.length === 0)
            return (
              <EmptyState
                title="No reports released yet"
                why="A report appears here as soon as your service team releases it; you also get an e-mail."
              />
            )
          const shown = records.filter((report) => (!type || report.typeCode === type) && (!year || String(report.yearOverride) === year))
          return (
            <div className={css.stack}>
              <div className={css.filters} data-no-print>
                <SelectField
                  label="Type"
                  value={type ?? ''}
                  options={[{ value: '', label: 'All types' }, ...typesOf(records)]}
                  onChange={(value) => change({ type: value })}
                />
                <SelectField
                  label="Year"
                  value={year ?? ''}
                  options={[{ value: '', label: 'All years' }, ...yearsOf(records)]}
                  onChange={(value) => change({ year: value })}
                />
              </div>
              {shown.length === 0 ? (
                <EmptyState
                  title="No report matches"
                  why="There are reports, but none of this type in this year."
                  next={
                    <Button variant="default" onClick={() => change({ type: undefined, year: undefined })}>
                      Show all reports
                    </Button>
                  }
                />
              ) : (
                typesOf(shown).map((each) => (
                  <Panel key={each.value} title={each.label} flush>
                    <ReportsByYear label={each.label} reports={shown.filter((report) => report.typeCode === each.value)} seen={seen} />
                  </Panel>
                ))
              )}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function ReportsByYear({ label, reports, seen }: { label: string; reports: readonly ClientReport[]; seen: string | undefined }) {
  return yearsOf(reports).map((year) => (
    <section key={year.value} className={css.year}>
      <h3>{year.label}</h3>
      <DataTable
        plain
        label={`${label}, ${year.label}`}
        columns={columnsFor(seen)}
        rows={reports.filter((report) => String(report.yearOverride) === year.value)}
        idOf={(report) => report.id}
      />
    </section>
  ))
}

const columnsFor = (seen: string | undefined): readonly Column<ClientReport>[] => [
  {
    key: 'displayName',
    header: 'Report',
    cell: (report) => (
      <span className={css.name}>
        <ReportLink report={report} />
        {seen !== undefined && report.createdAt > seen ? <span className={css.tag}>New</span> : null}
        {report.restated ? (
          <span className={css.tag} data-tone="warn">
            Restated
          </span>
        ) : null}
      </span>
    ),
  },
  { key: 'createdAt', header: 'Released', cell: (report) => formatDay(report.createdAt), width: 130 },
  {
    key: 'sizeBytes',
    header: 'File',
    numeric: true,
    cell: (report) => `${report.extension.toUpperCase()}, ${prettyBytes(report.sizeBytes)}`,
    width: 140,
  },
  { key: 'download', header: 'Download', cell: (report) => <DownloadButton report={report} />, width: 150 },
]

function DownloadButton({ report }: { report: ClientReport }) {
  const [running, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    try {
      await download(reportFile, { id: report.id })
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={running}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void save()}
      aria-label={`Download ${report.displayName}`}
    >
      Download
    </Button>
  )
}

function typesOf(reports: readonly ClientReport[]): { value: string; label: string }[] {
  return [...new Map(reports.map((report) => [report.typeCode, report.typeName]))].map(([value, label]) => ({ value, label }))
}

function yearsOf(reports: readonly ClientReport[]): { value: string; label: string }[] {
  return [...new Set(reports.map((report) => report.yearOverride))]
    .toSorted((a, b) => b - a)
    .map((year) => ({ value: String(year), label: String(year) }))
}
