/** Salesforce as a source of records: the connection, each type with its mapping and last pull, all pulls, and what was deleted there. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import {
  acceptPull,
  cancelPull,
  getSalesforce,
  listDeletions,
  listPulls,
  type SalesforcePull,
  type SalesforceType,
  saveMapping,
  startPull,
} from '@corridor/contract/salesforce.ts'
import { PULL_TYPE_WORDS, PULL_TYPES } from '@corridor/domain/onboarding/salesforce.ts'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { momentColumn, personColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Deletions } from './Deletions.tsx'
import { broughtWords, isBusy, PULL_STATUS, shownStatus } from './pull-words.ts'
import css from './salesforce.module.css'

const SHOWN = [getSalesforce, listPulls, listDeletions]

export function SalesforcePage() {
  const query = useEndpoint(getSalesforce, {})
  const mayPull = useCan(startPull.access)
  useLive(assetReports.reportEvents, {}, { on: { file: SHOWN } })
  const pull = useAction(startPull, {
    invalidates: SHOWN,
    success: ({ records }) => (records.length === 1 ? 'The pull has started.' : `${records.length} pulls have started.`),
  })
  const isConnected = Boolean(query.data?.connection)
  const anyMapped = query.data?.types.some(({ mappingVersion }) => mappingVersion !== null) ?? false
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Data Feeds', to: paths.dataFeeds() }]} />}
        title="Salesforce"
        note="Records of the firm’s Salesforce organization. What is pulled is checked first and waits to be accepted; nothing is written back."
        actions={
          mayPull && isConnected && anyMapped ? (
            <Button loading={pull.running} onClick={() => void pull.run({})}>
              Pull all changes
            </Button>
          ) : null
        }
      />
      <Loaded query={query} skeleton={<FiguresSkeleton />}>
        {({ connection, types }) => (
          <div className={css.stack}>
            {connection ? (
              <Panel
                title={connection.isTest ? 'Connected to a test double' : 'Connected'}
                note={`${connection.user ?? 'The user of the connected app'} at ${connection.host}, API version ${connection.apiVersion}`}
                flush
              >
                <ul className={css.types}>
                  {types.map((type) => (
                    <TypeRow key={type.type} type={type} />
                  ))}
                </ul>
              </Panel>
            ) : (
              <HowToConnect />
            )}
            <Deletions />
            <Pulls />
          </div>
        )}
      </Loaded>
    </>
  )
}

const HowToConnect = () => (
  <Panel title="Not connected" note="An operator connects the portal; nothing is called until then.">
    <ol className={css.connect}>
      <li>
        In Salesforce, create a connected app with OAuth, the scope “Manage user data via APIs (api)”, and a certificate for the JWT bearer
        flow.
      </li>
      <li>Give an integration user read access to the objects, and authorize it for the app in advance.</li>
      <li>
        Set SALESFORCE_LOGIN_URL, SALESFORCE_CLIENT_ID, SALESFORCE_USER and SALESFORCE_PRIVATE_KEY on the server, as the operating guide
        says, and start it again.
      </li>
    </ol>
  </Panel>
)

function TypeRow({ type }: { type: SalesforceType }) {
  const mayPull = useCan(startPull.access)
  const mayMap = useCan(saveMapping.access)
  const pull = useAction(startPull, { invalidates: SHOWN, success: 'The pull has started.' })
  const { lastPull: last, mappingVersion } = type
  const running = last !== null && (last.status === 'WAITING' || last.status === 'RUNNING')
  return (
    <li>
      <div>
        <h3>{type.label}</h3>
        <small>{type.object ? `${type.object}, mapping ${mappingVersion}` : 'Not mapped yet'}</small>
      </div>
      <div className={css.last}>
        {last ? (
          <>
            <StatusBadge status={shownStatus(last)} table={PULL_STATUS} />
            <span>{broughtWords(last)}</span>
            <span>{formatMoment(last.endedAt ?? last.askedAt)}</span>
            <NextStep pull={last} />
            {failureOf(last) ? <p className={css.failure}>{failureOf(last)}</p> : null}
          </>
        ) : mappingVersion !== null ? (
          'Never pulled'
        ) : null}
      </div>
      <div className={css.actions}>
        <LinkButton size="xs" variant="default" to={paths.salesforceMapping(type.type)}>
          {mappingVersion === null && mayMap ? 'Map fields' : 'Mapping'}
        </LinkButton>
        {mayPull && mappingVersion !== null ? (
          <>
            <Button
              size="xs"
              variant="default"
              disabled={running}
              loading={pull.running}
              onClick={() => void pull.run({ type: type.type })}
            >
              Pull changes
            </Button>
            <Button size="xs" variant="subtle" disabled={running} onClick={() => void pull.run({ type: type.type, everything: true })}>
              Pull everything
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

const failureOf = ({ failure, import: written }: SalesforcePull): string | null => failure ?? written?.failure ?? null

/** The way on from a pull, where there is one. */
function NextStep({ pull }: { pull: SalesforcePull }) {
  const mayAccept = useCan(acceptPull.access)
  const mayPull = useCan(startPull.access)
  const accept = useAction(acceptPull, { invalidates: SHOWN, success: 'Accepted. The records are being written.' })
  const cancel = useAction(cancelPull, { invalidates: SHOWN, success: 'The pull was canceled.' })
  if (pull.fileId !== null) return <Link to={paths.dataFeed(pull.fileId)}>Open the file</Link>
  if ((pull.import?.problems ?? 0) > 0) return <Link to={paths.salesforcePull(pull.id)}>See the problems</Link>
  if (pull.mayBeAccepted && mayAccept)
    return (
      <Button size="xs" variant="accent" loading={accept.running} onClick={() => void accept.run({ id: pull.id })}>
        Accept
      </Button>
    )
  if (pull.mayBeAccepted) return <span>A manager accepts it.</span>
  if (mayPull && (pull.status === 'WAITING' || pull.status === 'RUNNING'))
    return (
      <Button size="xs" variant="gray" loading={cancel.running} onClick={() => void cancel.run({ id: pull.id })}>
        Cancel
      </Button>
    )
  return null
}

function Pulls() {
  const list = useList({
    endpoint: listPulls,
    label: 'Pulls',
    noun: 'pull',
    columns: COLUMNS,
    idOf: (pull) => pull.id,
    defaultSort: 'askedAt',
    desc: true,
    filters: [{ key: 'type', label: 'Type', options: PULL_TYPES.map((value) => ({ value, label: PULL_TYPE_WORDS[value] })) }],
  })
  return (
    <ListPanel title="Pulls" list={list} empty={{ title: 'No pulls', why: 'Nothing has been pulled from Salesforce on this site yet.' }} />
  )
}

const COLUMNS: Column<SalesforcePull>[] = [
  momentColumn('askedAt', 'Started', { sortable: true }),
  { key: 'type', header: 'Type', sortable: true, cell: ({ label }) => label },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: (pull) => (
      <span className={css.why}>
        <StatusBadge status={shownStatus(pull)} table={PULL_STATUS} />
        {failureOf(pull) ? <small>{failureOf(pull)}</small> : null}
      </span>
    ),
  },
  { key: 'recordsRead', header: 'Records', sortable: true, cell: broughtWords },
  {
    key: 'since',
    header: 'Which',
    cell: ({ since, wholeBecause }) =>
      since ? `Changed since ${formatMoment(since)}` : wholeBecause ? `All: ${wholeBecause}` : 'All, as requested',
  },
  personColumn('startedBy', 'By'),
  {
    key: 'next',
    header: 'Next step',
    notExported: true,
    cell: (pull) => (isBusy(pull) && pull.status === 'DONE' ? '-' : <NextStep pull={pull} />),
  },
]
