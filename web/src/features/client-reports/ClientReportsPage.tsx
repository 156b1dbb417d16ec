/** A bank's own reports, released or uploaded, by type and year, newest first; each to find, to read, to download. One list, also at the address of a report family. */

import { type ClientReport, reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { downloadClientReports } from '@corridor/contract/downloads.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { ReportFamilyRow } from '@corridor/domain/reports/families.ts'
import { IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { download } from '../../kernel/call.ts'
import { newIds, noteOpened, useNewFiles } from '../../kernel/new-files.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { ReportLink } from '../../shared/ReportLink.tsx'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { dayColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { DownloadArchive } from '../../ui/list/DownloadChosen.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './ClientReportsPage.module.css'

const search = { search: optionalText, type: optionalText, year: optionalText }

/** @param family narrows the list to its type */
export function ClientReportsPage({ family }: { family?: Pick<ReportFamilyRow, 'plural' | 'typeCodes'> }) {
  const session = useSession()
  const reports = useEndpoint(searchReports, {})
  const [{ search: text = '', type, year }, change] = useUrlSearch(search)
  const news = useNewFiles()
  const fresh = newIds(news.data, 'REPORT')
  return (
    <>
      <PageHeader
        title={family?.plural ?? 'Reports'}
        note={`For ${session.institutionName}, by type and year`}
        actions={
          family ? (
            <LinkButton variant="default" to={paths.clientReports()}>
              All reports
            </LinkButton>
          ) : null
        }
      />
      <Loaded query={reports} skeleton={<TableSkeleton columns={4} />}>
        {({ records: all }) => {
          const records = family ? all.filter(({ typeCode }) => Object.values(family.typeCodes).includes(typeCode)) : all
          if (records.length === 0)
            return (
              <EmptyState
                title="No reports released yet"
                why="A report appears here as soon as your service team releases it; you also get an email."
              />
            )
          const freshHere = records.filter(({ id }) => fresh.has(id)).length
          const shown = records.filter(
            (report) => (!type || report.typeCode === type) && (!year || String(report.yearOverride) === year) && isFound(report, text),
          )
          return (
            <div className={css.stack}>
              <div className={css.filters} data-no-print>
                <SearchField label="Find a report" value={text} onSearch={(found) => change({ search: found }, { replace: true })} />
                {family ? null : (
                  <SelectField
                    label="Type"
                    value={type ?? ''}
                    options={[{ value: '', label: 'All types' }, ...typesOf(records)]}
                    onChange={(value) => change({ type: value })}
                  />
                )}
                <SelectField
                  label="Year"
                  value={year ?? ''}
                  options={[{ value: '', label: 'All years' }, ...yearsOf(records)]}
                  onChange={(value) => change({ year: value })}
                />
                {shown.length > 1 ? (
                  <DownloadArchive
                    size="sm"
                    endpoint={downloadClientReports}
                    input={
                      text
                        ? { ids: shown.map(({ id }) => id).join(',') }
                        : { institutionId: session.institutionId, typeCode: family ? records[0]?.typeCode : type, yearOverride: year }
                    }
                    label={`Download all ${shown.length.toLocaleString('en-US')}`}
                  />
                ) : null}
                {freshHere > 0 ? <p className={css.fresh}>{counted(freshHere, 'new report')}, not opened yet</p> : null}
              </div>
              {shown.length === 0 ? (
                <EmptyState
                  title="No report matches"
                  why="No report matches the search, type and year together."
                  next={
                    <Button variant="default" onClick={() => change({ search: undefined, type: undefined, year: undefined })}>
                      Show all reports
                    </Button>
                  }
                />
              ) : (
                <div className={css.all}>
                  <div className={css.head} aria-hidden>
                    {COLUMN_HEADS.map((head) => (
                      <span key={head}>{head}</span>
                    ))}
                  </div>
                  {groupsOf(shown).map(([label, ofType], _, groups) => {
                    const newest = ofType.reduce((last, report) => (report.createdAt > last.createdAt ? report : last))
                    return (
                      <PhoneSection key={label} title={`${label}: ${howMany(ofType, fresh)}`} isAsked={groups.length === 1 || text !== ''}>
                        <section className={css.type} aria-label={label}>
                          <h2>{label}</h2>
                          {yearsOf(ofType).map(({ value: each }, index) => (
                            <Year
                              key={each}
                              label={label}
                              year={each}
                              reports={ofType.filter((report) => String(report.yearOverride) === each)}
                              fresh={fresh}
                              isNewest={index === 0 || String(newest.yearOverride) === each}
                              asked={`${text} ${year ?? ''}`.trim()}
                            />
                          ))}
                        </section>
                      </PhoneSection>
                    )
                  })}
                </div>
              )}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

interface YearProps {
  label: string
  year: string
  reports: readonly ClientReport[]
  fresh: ReadonlySet<number>
  isNewest: boolean
  /** Typed or filtered by: what it finds is never folded away before somebody folds it. */
  asked: string
}

/** The newest year of a type is open, the one with the report released last, and any with a new report. */
function Year({ label, year, reports, fresh, isNewest, asked }: YearProps) {
  const [pressed, setPressed] = useState<{ isOpen: boolean; asked: string } | null>(null)
  const isOpen = pressed?.asked === asked ? pressed.isOpen : isNewest || asked !== '' || reports.some(({ id }) => fresh.has(id))
  const id = useId()
  return (
    <div className={css.year}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setPressed({ isOpen: !isOpen, asked })}
          data-opens-part
        >
          <IconChevronRight size={16} aria-hidden />
          {year}
          <small>{howMany(reports, fresh)}</small>
        </button>
      </h3>
      <div id={id} className={css.rows} data-open={isOpen || undefined}>
        <DataTable plain label={`${label}, ${year}`} columns={columnsFor(fresh)} rows={reports} idOf={(report) => report.id} />
      </div>
    </div>
  )
}

/** Drawn once above all types and years: each table has them as well, for those who hear the page. */
const COLUMN_HEADS = ['Report', 'Released', 'File', 'Download']
const columnsFor = (fresh: ReadonlySet<number>): readonly Column<ClientReport>[] => [
  {
    key: 'displayName',
    header: 'Report',
    cell: (report) => (
      <span className={css.name}>
        <ReportLink report={report} />
        {fresh.has(report.id) ? <span className={css.tag}>New</span> : null}
        {report.restated ? (
          <span className={css.tag} data-tone="warn">
            Restated
          </span>
        ) : null}
      </span>
    ),
  },
  dayColumn('createdAt', 'Released', { width: 130 }),
  {
    key: 'sizeBytes',
    header: 'File',
    oneLine: true,
    cell: (report) => `${report.extension.toUpperCase()}, ${fileSize(report.sizeBytes)}`,
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
      noteOpened('REPORT', report.id)
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

/** "4 reports, 2 new" */
function howMany(reports: readonly ClientReport[], fresh: ReadonlySet<number>): string {
  const news = reports.filter(({ id }) => fresh.has(id)).length
  return news === 0 ? counted(reports.length, 'report') : `${counted(reports.length, 'report')}, ${formatCount(news)} new`
}

/** Every word that was typed stands somewhere in the name, the type or the year. */
function isFound({ displayName, uploadName, typeName, yearOverride }: ClientReport, text: string): boolean {
  const words = `${displayName} ${uploadName} ${typeName} ${yearOverride}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** In the order of the report types: a type keeps its place whatever is released. Quarterly reports of a type stand under their own name. */
function groupsOf(reports: readonly ClientReport[]): [string, ClientReport[]][] {
  const ordered = reports.toSorted(
    (a, b) => a.typeOrder - b.typeOrder || a.typeCode.localeCompare(b.typeCode) || a.typeName.localeCompare(b.typeName),
  )
  return [...new Set(ordered.map(({ typeName }) => typeName))].map((name) => [name, reports.filter(({ typeName }) => typeName === name)])
}

/** A type whose reports go by two names is chosen by both. */
function typesOf(reports: readonly ClientReport[]): { value: string; label: string }[] {
  const groups = groupsOf(reports).map(([label, [first]]) => ({ label, value: first?.typeCode ?? '' }))
  return [...new Set(groups.map(({ value }) => value))].map((value) => ({
    value,
    label: groups.flatMap((group) => (group.value === value ? [group.label] : [])).join(', '),
  }))
}

function yearsOf(reports: readonly ClientReport[]): { value: string; label: string }[] {
  return [...new Set(reports.map((report) => report.yearOverride))]
    .toSorted((a, b) => b - a)
    .map((year) => ({ value: String(year), label: String(year) }))
}
