/** One carrier's file: what is wrong, what to do about it, then Post. */

import { assetReports } from '@corridor/contract/asset-reports.ts'
import { countExceptions } from '@corridor/contract/auditing.ts'
import { discardFile, downloadFile, getFile, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import { arrivalWords } from '@corridor/domain/data-feeds/arrivals.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { useOpenExceptions } from '../../shared/exceptions/use-open-exceptions.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileName } from '../../ui/fields/FileName.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { DiscardFile } from './DiscardFile.tsx'
import { Exceptions } from './Exceptions.tsx'
import { Findings } from './Findings.tsx'
import css from './feeds.module.css'
import { Layout } from './Layout.tsx'
import type { LayoutDraft } from './layout-draft.ts'
import { LeaveUnsaved, Mapping } from './Mapping.tsx'
import { isChanged, type MappingDraft, useSaveMapping } from './mapping-draft.ts'
import { NewPolicies } from './NewPolicies.tsx'
import { NextStep } from './NextStep.tsx'
import { Rows } from './Rows.tsx'
import { Sheets } from './Sheets.tsx'
import type { FileReply } from './statuses.ts'
import { FILE_STATUS, isDiscarded, isOpen } from './statuses.ts'
import { PART_WORDS, signedMoney, Totals } from './Totals.tsx'

export function FeedPage() {
  const id = usePathNumber('id') ?? 0
  return <File key={id} id={id} />
}

function File({ id }: { id: number }) {
  const query = useEndpoint(getFile, { id })
  // Kept while other parts of the file are looked at.
  const [draft, setDraft] = useState<MappingDraft>({})
  const [layout, setLayout] = useState<LayoutDraft | null>(null)
  const saving = useSaveMapping(() => setDraft({}))
  const [discarding, setDiscarding] = useState(false)
  const mayDiscard = useCan(discardFile.access)
  const maySeeExceptions = useCan(countExceptions.access)
  const openExceptions = useOpenExceptions({ fileId: id }, query.data?.status === 'POSTED')
  useLive(
    assetReports.reportEvents,
    {},
    { on: { file: [getFile, listFindings, listRows, previewPosting, countExceptions], audit: [countExceptions] }, isWatched: true },
  )
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(file) => (
        <>
          <PageHeader
            crumbs={<Breadcrumbs steps={[{ label: 'Data Feeds', to: paths.dataFeeds() }]} />}
            title={file.fileName}
            drawn={<FileName name={file.fileName} />}
            note={
              <span className={css.headline}>
                <StatusBadge status={file.shown} table={FILE_STATUS} />
                <span>
                  {file.carrierName ?? (file.carrierNames.join(', ') || 'Carrier not known')}
                  {file.period ? `, ${formatMonth(plainDate(file.period))}` : ''}
                  {`, received ${formatDay(file.receivedAt)}${file.receivedBy ? ` by ${file.receivedBy}` : ''}${file.arrival === 'UPLOADED' ? '' : `, ${arrivalWords(file)}`}`}
                </span>
                {file.discardedBefore ? (
                  <span>
                    The same file was{' '}
                    <Link to={paths.dataFeed(file.discardedBefore.id)}>received on {formatDay(file.discardedBefore.receivedAt)}</Link> and
                    discarded.
                  </span>
                ) : null}
              </span>
            }
            actions={
              <>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={17} aria-hidden />}
                  onClick={() => download(downloadFile, { id }).catch(toast.error)}
                >
                  File as received
                </Button>
                {mayDiscard && isOpen(file) ? (
                  <Button variant="default" onClick={() => setDiscarding(true)}>
                    Discard file
                  </Button>
                ) : null}
              </>
            }
          />
          {discarding ? <DiscardFile file={file} onClose={() => setDiscarding(false)} /> : null}
          <NextStep file={file} {...(isOpen(file) && isChanged(file, draft) ? { unsaved: { draft, saving } } : {})} />
          {file.headers.length > 0 ? (
            <>
              {file.rowCount > 0 ? (
                <StatTiles label="File contents" long>
                  <StatTile label="Rows" value={file.rowCount.toLocaleString('en-US')} note={rowsText(file)} main />
                  {AMOUNTS.map(([field, label]) => (
                    <AmountTile key={field} file={file} label={label} field={field} />
                  ))}
                  <StatTile
                    label={isDiscarded(file) ? 'Errors when discarded' : 'Open errors in this file'}
                    to={paths.dataFeedTab(id, 'findings')}
                    value={file.openErrors.toLocaleString('en-US')}
                    note={file.openWarnings === 1 ? '1 warning' : `${file.openWarnings.toLocaleString('en-US')} warnings`}
                    {...(file.openErrors > 0 && !isDiscarded(file) ? { tone: 'bad' as const } : {})}
                  />
                  {openExceptions === undefined ? null : (
                    <StatTile
                      label="Open audit exceptions in its values"
                      value={formatCount(openExceptions)}
                      to={paths.dataFeedTab(id, 'exceptions')}
                      {...(openExceptions > 0 ? { tone: 'warn' as const } : {})}
                    />
                  )}
                </StatTiles>
              ) : null}
              {file.rowCount > 0 ? <AmountsText file={file} /> : null}
              <Tabs
                label="Parts of the file"
                tabs={[
                  {
                    key: 'findings',
                    label: 'Findings',
                    count: `${formatCount(file.openErrors + file.openWarnings)} ${isDiscarded(file) ? 'not settled' : 'open'}`,
                    panel: () => <Findings file={file} />,
                  },
                  ...(file.status === 'POSTED' && maySeeExceptions
                    ? [{ key: 'exceptions', label: 'Exceptions', count: openExceptions, panel: () => <Exceptions file={file} /> }]
                    : []),
                  ...(file.rowCount > 0 ? [{ key: 'rows', label: 'Rows', count: file.rowCount, panel: () => <Rows file={file} /> }] : []),
                  ...(file.newPolicies > 0
                    ? [{ key: 'new', label: 'New policies', count: file.newPolicies, panel: () => <NewPolicies file={file} /> }]
                    : []),
                  ...(file.fixedWidth
                    ? [{ key: 'layout', label: 'Layout', panel: () => <Layout file={file} draft={layout} onDraft={setLayout} /> }]
                    : []),
                  ...(file.sheets.length > 1
                    ? [{ key: 'sheets', label: 'Sheets', count: file.sheets.length, panel: () => <Sheets file={file} /> }]
                    : []),
                  {
                    key: 'mapping',
                    label: 'Column mapping',
                    count: file.headers.length,
                    panel: () => <Mapping file={file} draft={draft} onDraft={setDraft} saving={saving} />,
                  },
                  { key: 'totals', label: 'Checks and totals', panel: () => <Totals file={file} /> },
                ]}
              />
            </>
          ) : null}
          {isOpen(file) && (isChanged(file, draft) || layout !== null) ? <LeaveUnsaved /> : null}
        </>
      )}
    </Loaded>
  )
}

/** An excluded row may well match a policy: it is counted apart. */
function rowsText({ status, matched, rejected, parts }: FileReply): string {
  const posted = parts.find(({ part }) => part === 'posted')?.rows ?? 0
  const excluded = rejected > 0 ? `, ${formatCount(rejected)} excluded` : ''
  return `${status === 'POSTED' ? `${formatCount(posted)} posted` : `${formatCount(matched)} matched to policies`}${excluded}`
}

/** Posted values, or those to be posted: they are the register's. Figures without a column have no total: zero would be a figure. */
function AmountTile({ file, label, field }: { file: FileReply; label: string; field: Amount }) {
  if (file.missingFields.includes(field)) return <StatTile label={label} value="-" />
  return <StatTile label={label} value={money(postedOf(file)?.[`${field}Cents`])} note={PART_WORDS.posted(file)} />
}

/** How the figures above come from those of the file, where they differ from it. */
function AmountsText({ file }: { file: FileReply }) {
  const lines = AMOUNTS.filter(([field]) => !file.missingFields.includes(field)).flatMap(([field, label]) => {
    const missing = file.totals[`${field}Missing`]
    const corrected = file.corrected[`${field}Cents`]
    const left = file.parts.filter((part) => part.part !== 'posted' && part[`${field}Cents`] !== 0)
    const words = [
      ...(corrected === 0 ? [] : [`corrected by hand: ${signedMoney(corrected)}`]),
      ...(left.length > 0
        ? [`left out: ${left.map((part) => `${money(part[`${field}Cents`])} ${causeOf(part.part, field, file)}`).join(', ')}`]
        : []),
    ]
    const without =
      missing === 0 ? '' : ` (${counted(missing, 'row')} ${missing === 1 ? 'has' : 'have'} no readable ${label.toLowerCase()})`
    const sum = `${money(file.totals[`${field}Cents`])} in the file${without}`
    return words.length === 0 && without === '' ? [] : [`${label}: ${[sum, ...words].join('; ')}.`]
  })
  return lines.map((line) => (
    <p key={line} className={css.amounts}>
      {line}
    </p>
  ))
}

/** An amount that a row has and that is left out all the same lacks the other one: its column, or its cell. */
function causeOf(part: FileReply['parts'][number]['part'], field: Amount, file: FileReply): string {
  if (part !== 'incomplete') return PART_WORDS[part](file).toLowerCase()
  const other = field === 'deathBenefit' ? 'cashSurrenderValue' : 'deathBenefit'
  const label = FEED_FIELDS[other].label.toLowerCase()
  return file.missingFields.includes(other) ? `because no column is chosen for the ${label}` : `on rows without a readable ${label}`
}

type Amount = 'cashSurrenderValue' | 'deathBenefit'
const AMOUNTS: readonly [Amount, string][] = [
  ['cashSurrenderValue', 'Cash surrender value'],
  ['deathBenefit', 'Death benefit'],
]
const postedOf = ({ parts }: FileReply) => parts.find(({ part }) => part === 'posted')
const money = (amount = 0): string => formatMoney(cents(amount))
