/** The site's client menus: the published one, the drafts, and every menu published before, which can be published again. */

import { clientMenus, listMenuHistory } from '@corridor/contract/client-menus.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { MENU_STATUS_WORDS } from '@corridor/contract/words.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { linkColumn, momentColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './menu-editor.module.css'
import { PublishDialog } from './PublishPanel.tsx'

type Draft = ReplyOf<typeof clientMenus.endpoints.list>['records'][number]
type Publication = ReplyOf<typeof listMenuHistory>['records'][number]

export function MenusPage() {
  const mayChange = useCan(clientMenus.endpoints.create.access)
  return (
    <>
      <PageHeader
        title="Client Menu"
        note="What clients of this site see in their sidebar"
        actions={mayChange ? <LinkButton to={paths.newClientMenu()}>New draft</LinkButton> : null}
      />
      <div className={css.lists}>
        <Published mayChange={mayChange} />
        <Tabs
          label="Drafts and history"
          tabs={[
            { key: 'drafts', label: 'Drafts', panel: () => <Drafts mayChange={mayChange} /> },
            { key: 'history', label: 'History', panel: () => <History mayChange={mayChange} /> },
          ]}
        />
      </div>
    </>
  )
}

function Published({ mayChange }: { mayChange: boolean }) {
  const published = useEndpoint(clientMenus.endpoints.list, { status: 'PUBLISHED', take: 1 })
  return (
    <Panel title="Published menu" note="Clients see it now">
      <Loaded query={published} skeleton={<BlockSkeleton height={72} />}>
        {({ records: [menu] }) =>
          menu ? (
            <div className={css.published}>
              <div>
                <h3>
                  <Link to={paths.clientMenuEdit(menu.id)}>{menu.name}</Link>
                </h3>
                <p>{menu.note}</p>
                <p className={css.meta}>
                  {menu.itemCount} {menu.itemCount === 1 ? 'item' : 'items'}, published{' '}
                  {menu.publishedAt ? formatMoment(menu.publishedAt) : MISSING} by {menu.publishedByName ?? 'Corridor'}
                </p>
              </div>
              {mayChange ? (
                <LinkButton variant="default" to={paths.newClientMenu(menu.id)}>
                  Create a draft from it
                </LinkButton>
              ) : null}
            </div>
          ) : (
            <p>No menu is published. Clients see the fixed items of their sidebar only.</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Drafts({ mayChange }: { mayChange: boolean }) {
  const list = useList({
    endpoint: clientMenus.endpoints.list,
    input: { status: 'DRAFT' },
    label: 'Drafts of the client menu',
    noun: 'draft',
    columns: DRAFT_COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'updatedAt',
    desc: true,
    variant: 'drafts',
  })
  return (
    <ListPanel
      list={list}
      mayExport={false}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={clientMenus}
                chosen={chosen}
                onDone={done}
                actions={{ delete: 'Clients do not see drafts. A deleted draft can be restored for 30 days.' }}
              />
            ),
          }
        : {})}
      empty={{
        title: 'No drafts',
        why: 'No drafts are in progress.',
        next: mayChange ? <LinkButton to={paths.newClientMenu()}>New draft</LinkButton> : undefined,
      }}
    />
  )
}

const DRAFT_COLUMNS: readonly Column<Draft>[] = [
  linkColumn('name', 'Name', ({ id }) => paths.clientMenuEdit(id), { sortable: true, hideable: false }),
  textColumn('itemCount', 'Items', { numeric: true, sortable: true }),
  momentColumn('createdAt', 'Started', { sortable: true }),
  momentColumn('updatedAt', 'Saved', { sortable: true }),
]

function History({ mayChange }: { mayChange: boolean }) {
  const [asked, setAsked] = useState<Publication | null>(null)
  const list = useList({
    endpoint: listMenuHistory,
    label: 'History of the client menu',
    noun: 'publication',
    columns: [
      ...HISTORY_COLUMNS,
      ...(mayChange
        ? [
            {
              key: 'again',
              header: 'Go back',
              notExported: true,
              cell: (row: Publication) =>
                row.status === 'PUBLISHED' ? (
                  MISSING
                ) : (
                  <Button size="xs" variant="default" onClick={() => setAsked(row)} aria-label={`Publish again: ${row.note ?? row.name}`}>
                    Publish again
                  </Button>
                ),
            } satisfies Column<Publication>,
          ]
        : []),
    ],
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'publishedAt',
    desc: true,
  })
  return (
    <>
      <ListPanel list={list} empty={{ title: 'Nothing published yet', why: 'A publication appears here with its note.' }} />
      {asked ? <PublishAgain publication={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

/** The stored menu says when it was last changed; the list does not. */
function PublishAgain({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const menu = useEndpoint(clientMenus.endpoints.get, { id: publication.id }).data
  return menu?.id === publication.id ? <PublishDialog menu={menu} onClose={onClose} onPublished={() => undefined} /> : null
}

const STATUSES = {
  DRAFT: { label: MENU_STATUS_WORDS.DRAFT, tone: 'quiet' },
  PUBLISHED: { label: MENU_STATUS_WORDS.PUBLISHED, tone: 'good' },
  EARLIER: { label: MENU_STATUS_WORDS.EARLIER, tone: 'quiet' },
} as const
const HISTORY_COLUMNS: readonly Column<Publication>[] = [
  {
    key: 'publishedAt',
    header: 'Published',
    oneLine: true,
    sortable: true,
    hideable: false,
    cell: ({ id, publishedAt }) => <Link to={paths.clientMenuEdit(id)}>{publishedAt ? formatMoment(publishedAt) : MISSING}</Link>,
  },
  textColumn('note', 'Note'),
  { key: 'publishedByName', header: 'By', oneLine: true, sortable: true, cell: ({ publishedByName }) => publishedByName ?? 'Corridor' },
  textColumn('name', 'Menu', { sortable: true }),
  textColumn('itemCount', 'Items', { numeric: true, sortable: true }),
  statusColumn('status', 'Status', STATUSES),
]
