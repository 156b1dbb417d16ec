/** The activity report: who did what, when and from where; narrowed, opened, exported; sealed so that nobody can quietly edit it. */
import { type ActivityRow, activityChoices, listActivity } from '@corridor/contract/activity.ts'
import { ACTIVITY_KIND_NAMES, ACTIVITY_KINDS } from '@corridor/domain/audit-log/sentences.ts'
import { IconLock } from '@tabler/icons-react'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { formatMoment } from '../../ui/formats.ts'
import { nameColumn, personColumn, statusColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import css from './activity.module.css'
import { EntryDialog } from './EntryDialog.tsx'
import { OUTCOMES } from './words.ts'

const search = { entry: optionalText }

export function ActivityPage() {
  const [{ entry }, change] = useUrlSearch(search)
  const choices = useEndpoint(activityChoices, {})
  const list = useList({
    endpoint: listActivity,
    label: 'Activity',
    noun: 'entry',
    columns: columnsWith((id) => change({ entry: String(id) })),
    idOf: ({ id }) => id,
    nameOf: ({ sentence }) => sentence,
    defaultSort: 'at',
    desc: true,
    filters: [
      { key: 'actorId', label: 'Person', searched: true, options: (choices.data?.people ?? []).map(toOption) },
      { key: 'kind', label: 'Kind', options: ACTIVITY_KIND_NAMES.map((value) => ({ value, label: ACTIVITY_KINDS[value] })) },
      { key: 'institutionId', label: 'Institution', searched: true, options: (choices.data?.institutions ?? []).map(toOption) },
      {
        key: 'outcome',
        label: 'Outcome',
        options: [
          { value: 'done', label: 'Done' },
          { value: 'refused', label: 'Refused' },
        ],
      },
      { key: 'from', label: 'From', day: true, options: [] },
      { key: 'to', label: 'To', day: true, options: [] },
    ],
  })
  const id = /^\d{1,15}$/.test(entry ?? '') ? Number(entry) : null
  return (
    <>
      <ListPage
        title="Activity Report"
        note={<SealStatus seal={list.query.data?.seal} unsealed={list.query.data?.unsealed} />}
        list={list}
        mayExport={choices.data?.mayExport ?? false}
        toneOf={({ outcome }) => (outcome === 'refused' ? 'attention' : undefined)}
        empty={{
          title: 'Nothing recorded yet',
          why: 'Entries appear here as soon as someone signs in or changes something on this site.',
        }}
      />
      {id === null ? null : <EntryDialog id={id} onClose={() => change({ entry: undefined }, { replace: true })} />}
    </>
  )
}

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/** How far nobody can change the log unnoticed; what came since follows within seconds. */
function SealStatus({ seal, unsealed }: { seal: { sequence: number; sealedAt: string } | null | undefined; unsealed: number | undefined }) {
  if (seal === undefined) return null
  if (seal === null) return <>Not sealed yet; the first seal follows within seconds.</>
  const waiting = unsealed === undefined || unsealed === 0 ? '' : `; ${unsealed.toLocaleString('en-US')} more wait for their seal`
  return (
    <span className={css.sealed}>
      <IconLock size={15} aria-hidden />
      {`Sealed through row ${seal.sequence.toLocaleString('en-US')} of all sites together, ${formatMoment(seal.sealedAt)}${waiting}.`}
    </span>
  )
}

const columnsWith = (open: (id: number) => void): readonly Column<ActivityRow>[] => [
  {
    key: 'sentence',
    header: 'Action',
    cell: ({ id, sentence }) => (
      <button type="button" className={css.open} onClick={() => open(id)}>
        {sentence}
      </button>
    ),
  },
  { key: 'at', header: 'When', sortable: true, cell: ({ at }) => <span className={css.when}>{formatMoment(at)}</span> },
  wordColumn('kind', 'Kind', ACTIVITY_KINDS),
  statusColumn('outcome', 'Outcome', OUTCOMES),
  nameColumn('institutionName', 'Institution', { sortable: true }),
  personColumn('actorName', 'Person', { sortable: true, startsHidden: true }),
  { key: 'action', header: 'Action', sortable: true, startsHidden: true, cell: ({ action }) => <code>{action}</code> },
  textColumn('address', 'IP address'),
  { key: 'requestId', header: 'Reference', startsHidden: true, cell: ({ requestId }) => (requestId ? <code>{requestId}</code> : '-') },
  {
    key: 'sealedSequence',
    header: 'Row',
    numeric: true,
    startsHidden: true,
    help: 'Position in the chain',
    cell: ({ sealedSequence }) => sealedSequence?.toLocaleString('en-US') ?? '-',
  },
]
