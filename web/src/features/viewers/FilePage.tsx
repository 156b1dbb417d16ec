/** A report or document record in its viewer, at the addresses of clients and of staff; loadable by its id alone, as mails link it. */
import { reportFile } from '@corridor/contract/client-reports.ts'
import { documentFile } from '@corridor/contract/documents.ts'
import { documentOpenings, reportOpenings, type ViewedFile, viewDocument, viewReport } from '@corridor/contract/viewers.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { download, readBytes, urlOf } from '../../kernel/call.ts'
import { noteOpened } from '../../kernel/new-files.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PATTERNS, paths } from '../../paths.ts'
import { AskAbout } from '../../ui/explanation/AskAbout.tsx'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { usePhone } from '../../ui/layout/use-phone.ts'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FilePageSkeleton } from '../../ui/states/Skeletons.tsx'
import { kindAndSize, type ShownFile } from '../../viewer/shown-file.ts'
import { Viewer } from '../../viewer/Viewer.tsx'
import css from './FilePage.module.css'
import { Receipts } from './Receipts.tsx'

const KINDS = {
  report: {
    view: viewReport,
    file: reportFile,
    openings: reportOpenings,
    /** The address at which the next or previous file opens, beside the current page. */
    to: { everybody: paths.viewReport, staff: paths.reportView },
    list: (file: ViewedFile) => ({ label: 'Reports', to: paths.clientReports({ type: file.typeCode, year: file.yearOverride }) }),
    staffList: () => ({ label: 'Client Reports', to: paths.clientReports() }),
    record: paths.report,
  },
  document: {
    view: viewDocument,
    file: documentFile,
    openings: documentOpenings,
    to: { everybody: paths.viewDocument, staff: paths.documentView },
    list: () => ({ label: 'Dashboard', to: paths.clientDashboard() }),
    staffList: () => ({ label: 'Document Center', to: PATTERNS.documents }),
    record: paths.editDocument,
  },
} as const
type Kind = keyof typeof KINDS

/** The required pages ViewReport and ViewDocumentScreen. */
export const ViewReportPage = () => <FilePage kind="report" at="everybody" />
export const ViewDocumentPage = () => <FilePage kind="document" at="everybody" />
/** The same where staff work: with receipts and the way to the record. */
export const ReportViewPage = () => <FilePage kind="report" at="staff" />
export const DocumentViewPage = () => <FilePage kind="document" at="staff" />

function FilePage({ kind, at }: { kind: Kind; at: 'everybody' | 'staff' }) {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(KINDS[kind].view, { id })
  return (
    <Loaded query={query} skeleton={<FilePageSkeleton />}>
      {(file) => <OpenFile kind={kind} at={at} file={file} />}
    </Loaded>
  )
}

function OpenFile({ kind, at, file }: { kind: Kind; at: 'everybody' | 'staff'; file: ViewedFile }) {
  const { file: fileEndpoint, openings, to, list, staffList, record } = KINDS[kind]
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const staff = isStaff(useSession().userRole)
  const mayReadReceipts = useCan(openings.access)
  const { id, displayName, extension, sizeBytes } = file
  // Another object is another file to the viewer: a refetch of the record must not open it anew.
  const shown = useMemo<ShownFile>(
    () => ({
      displayName,
      extension,
      sizeBytes,
      read: async (range, signal) => {
        const bytes = await readBytes(fileEndpoint, { id, inline: true }, { signal, range })
        noteOpened(kind === 'report' ? 'REPORT' : 'DOCUMENT', id)
        return bytes
      },
    }),
    [fileEndpoint, kind, id, displayName, extension, sizeBytes],
  )
  const home = staff ? staffList() : list(file)
  const neighbor = (other: ViewedFile['next']) => other && { to: to[at](other.id), displayName: other.displayName }
  return (
    <Viewer
      file={shown}
      crumbs={<Breadcrumbs steps={[home]} />}
      note={<Facts file={file} staff={staff} />}
      main={file.source ? <FiguresLink source={file.source} from={to[at](id)} /> : null}
      actions={
        <>
          <AskAbout
            label={kind === 'report' ? 'Ask about this report' : 'Ask about this document'}
            about={() => ({ kind: kind === 'report' ? 'REPORT' : 'DOCUMENT', title: displayName, text: null, link: to.everybody(id) })}
          />
          {at === 'staff' && mayReadReceipts ? (
            <LinkButton variant="default" to={record(id)}>
              Versions
            </LinkButton>
          ) : null}
        </>
      }
      previous={neighbor(file.previous)}
      next={neighbor(file.next)}
      place={`${file.position.toLocaleString('en-US')} of ${file.siblings.toLocaleString('en-US')}`}
      save={() => download(fileEndpoint, { id })}
      address={kindOfExtension(extension)?.inline ? urlOf(fileEndpoint, { id, inline: true }) : null}
      onBack={() => (canGoBack ? router.history.back() : void router.navigate({ href: home.to }))}
      more={at === 'staff' && mayReadReceipts ? <Receipts endpoint={openings} id={id} /> : null}
    />
  )
}

/** A phone leaves out the year and the form of the file, and tells an institution’s own people neither their institution nor that nothing was replaced. */
function Facts({ file, staff }: { file: ViewedFile; staff: boolean }) {
  const isPhone = usePhone()
  const facts = [
    file.typeName,
    isPhone && !staff ? null : (file.institutionName ?? (file.carrierCode === null ? null : `Carrier ${file.carrierCode}`)),
    isPhone ? null : String(file.yearOverride),
    `${file.source === null ? 'Filed' : 'Released'} ${formatDay(file.createdAt)}`,
    isPhone ? null : kindAndSize(file.extension, file.sizeBytes),
    isPhone && file.version === 1 ? null : `Version ${file.version}`,
    file.restated ? 'Restated' : null,
    file.dataAsOf === null ? null : `Generated from data as of ${formatDate(plainDate(file.dataAsOf))}`,
  ]
  return <span className={css.facts}>{facts.map((fact) => (fact === null ? null : <span key={fact}>{fact}</span>))}</span>
}

/** The figures behind the paper, and from there the way back. */
function FiguresLink({ source, from }: { source: NonNullable<ViewedFile['source']>; from: string }) {
  return (
    <LinkButton to={`${paths.madeReport(source.batchId, source.reportId, source.reportType)}?${new URLSearchParams({ file: from })}`}>
      Open the figures
    </LinkButton>
  )
}
