/** Files that arrive without a person: where they come in, and which carriers' clean files are posted by themselves. */
import { type CarrierArrival, keepArrivals, listArrivals, setArrival } from '@corridor/contract/feed-arrivals.ts'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { momentColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import css from './feeds.module.css'

export function ArrivalsPage() {
  const mayChange = useCan(keepArrivals)
  const list = useList({
    endpoint: listArrivals,
    label: 'Carriers',
    noun: 'carrier',
    columns: mayChange ? [CARRIER, SWITCH, ...REST] : [CARRIER, WORDS, ...REST],
    idOf: ({ id }) => id,
    nameOf: ({ carrierName }) => carrierName,
    defaultSort: 'carrierName',
  })
  const inbox = list.query.data?.inbox
  return (
    <ListPage
      crumbs={<Breadcrumbs steps={[{ label: 'Data Feeds', to: paths.dataFeeds() }]} />}
      title="Automatic files"
      note="Files that a carrier or gateway sends by itself are checked like any other. All but clean ones wait for a person."
      list={list}
      empty={{ title: 'No carriers', why: 'No carrier is active.' }}
    >
      <div className={css.upload}>
        <Panel title="How files arrive">
          <ul className={css.ways}>
            <li>
              <strong>API key:</strong> a script posts the file with a key that is for one carrier’s files alone. Keys are made under Users,
              API keys.
            </li>
            <li>
              <strong>Inbox folder:</strong>{' '}
              {inbox ? (
                <>
                  <code>{inbox.folder}</code> on the server, in a folder named with the carrier’s code.{' '}
                  {inbox.problem ? <strong className={css.errors}>{inbox.problem}</strong> : 'It is looked at twice a minute.'}
                </>
              ) : (
                'none is watched. Whoever operates the server sets INBOX_DIR.'
              )}
            </li>
          </ul>
          <p>
            A file counts as clean when every row is matched to a policy, the check found nothing at all, no posted value would change and
            no month is locked. The carrier’s owner is mailed about each file that waits; without an owner, everyone who may post.
          </p>
        </Panel>
      </div>
    </ListPage>
  )
}

const CARRIER: Column<CarrierArrival> = {
  key: 'carrierName',
  header: 'Carrier',
  sortable: true,
  exportAs: ['carrierName', 'carrierCode'],
  cell: ({ carrierName, carrierCode }) => (
    <>
      {carrierName} <span className={css.soft}>{carrierCode}</span>
    </>
  ),
}
const SWITCH: Column<CarrierArrival> = {
  key: 'postsByItself',
  header: 'Post clean files',
  cell: (carrier) => <PostsByItself carrier={carrier} />,
}
const WORDS: Column<CarrierArrival> = {
  key: 'postsByItself',
  header: 'Post clean files',
  cell: ({ postsByItself }) => (postsByItself ? 'Automatically' : 'By a person'),
}
const REST: Column<CarrierArrival>[] = [
  textColumn('ownerName', 'Owner'),
  momentColumn('lastArrivedAt', 'Last automatic file', { sortable: true }),
  textColumn('changedByName', 'Switched by'),
  momentColumn('changedAt', 'Switched', { startsHidden: true }),
]

function PostsByItself({ carrier }: { carrier: CarrierArrival }) {
  const change = useAction(setArrival, {
    invalidates: [listArrivals],
    success: (now) =>
      now.postsByItself ? `Clean files of ${now.carrierName} are posted automatically.` : `Files of ${now.carrierName} wait for a person.`,
  })
  return (
    <Checkbox
      label={
        <span>
          <span className="visually-hidden">{carrier.carrierName}: </span>
          {carrier.postsByItself ? 'Automatically' : 'By a person'}
        </span>
      }
      checked={carrier.postsByItself}
      disabled={change.running}
      onChange={(postsByItself) => void change.run({ carrierCode: carrier.carrierCode, postsByItself })}
    />
  )
}
