/** A client menu in the editor: a new draft, a draft, or a published one to read; with the preview and what publishing would change. */
import { clientMenus, menuChoices } from '@corridor/contract/client-menus.ts'
import { type MenuItem, readNavigation } from '@corridor/domain/client-menu/items.ts'
import { checkMenu } from '@corridor/domain/client-menu/validation.ts'
import { useRouter } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'
import { optionalText, usePathNumber, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import type { LinkedPage } from '../../shared/menu/page-opens.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import type { Fields, FormSection, JsonRecord, Values } from '../../ui/form/form-fields.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import type { MenuChoices } from './choices.ts'
import css from './menu-editor.module.css'
import { itemsIn, menuKind, textOfItems } from './menu-field.tsx'
import { Preview } from './Preview.tsx'
import { PublishPanel } from './PublishPanel.tsx'
import { TreeEditor } from './TreeEditor.tsx'

const CRUMBS = <Breadcrumbs steps={[{ label: 'Client Menu', to: paths.clientMenu() }]} />
const ITEMS_NOTE = 'As clients see them in their sidebar, up to six levels'
const SECTIONS: readonly FormSection[] = [
  { title: 'Draft', fields: ['name'] },
  { title: 'Items', note: ITEMS_NOTE, fields: ['items'] },
]
const NOTHING: MenuChoices = { reportTypes: [], carriers: [] }

/** The pages there are: the preview hides a link whose page is closed to the person. */
interface GivenPages {
  pages: readonly LinkedPage[]
}

/** `?from=7` begins with the items of that menu; without it the draft begins with the published ones. */
const search = { from: optionalText }

export function NewMenuPage({ pages }: GivenPages) {
  const router = useRouter()
  const [{ from }] = useUrlSearch(search)
  const published = useEndpoint(clientMenus.endpoints.list, { status: 'PUBLISHED', take: 1 }, { enabled: from === undefined })
  const copied = useEndpoint(clientMenus.endpoints.get, { id: Number(from ?? 0) }, { enabled: from !== undefined })
  const menu = useMenuForm(pages)
  const form = (source: { name: string; items: unknown } | undefined) => (
    <RecordForm
      {...ofResource(clientMenus)}
      fields={menu.fields}
      sections={SECTIONS}
      initial={{ name: source ? `${source.name} (draft)`.slice(0, 100) : '', items: source?.items ?? [] }}
      submitLabel="Create draft"
      onSaved={(saved) => void router.navigate({ href: paths.clientMenuEdit(Number(saved.id)), replace: true })}
      preview={(values) => menu.outlook(values, null)}
    />
  )
  return (
    <>
      <PageHeader crumbs={CRUMBS} title="New client menu" note="This is a draft. Clients do not see it until it is published." />
      {from === undefined ? <Loaded query={published}>{({ records }) => form(records[0])}</Loaded> : <Loaded query={copied}>{form}</Loaded>}
    </>
  )
}

export function EditMenuPage({ pages }: GivenPages) {
  const id = usePathNumber('id') ?? 0
  const router = useRouter()
  const query = useEndpoint(clientMenus.endpoints.get, { id })
  const mayChange = useCan(clientMenus.endpoints.update.access)
  const menu = useMenuForm(pages, () => void router.navigate({ href: paths.clientMenu() }))
  return (
    <Loaded query={query}>
      {(record) => {
        const isDraft = record.status === 'DRAFT'
        return (
          <>
            <PageHeader
              crumbs={CRUMBS}
              title={record.name}
              note={
                isDraft
                  ? 'This is a draft. Clients do not see it until it is published.'
                  : record.status === 'PUBLISHED'
                    ? 'This is what clients see now. A published menu cannot be edited.'
                    : 'This is an earlier menu. It cannot be edited.'
              }
              actions={mayChange && !isDraft ? <LinkButton to={paths.newClientMenu(id)}>Create a draft from it</LinkButton> : null}
            />
            {mayChange && isDraft ? (
              <RecordForm
                key={id}
                {...ofResource(clientMenus, id)}
                record={record}
                fields={menu.fields}
                sections={SECTIONS}
                submitLabel="Save draft"
                preview={(values) => menu.outlook(values, record)}
              />
            ) : (
              <div className={css.page}>
                <Panel title="Items" note={ITEMS_NOTE}>
                  {menu.tree(readNavigation(record.items))}
                </Panel>
                {menu.outlook({ name: record.name, items: textOfItems(record.items) }, record)}
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Fields, and what stands below them: drawn from what is typed at the moment. */
function useMenuForm(pages: readonly LinkedPage[], onPublished: () => void = () => undefined) {
  const choices = useEndpoint(menuChoices, {}).data
  const mayPublish = useCan(clientMenus.endpoints.update.access)
  const known = choices ?? NOTHING
  const faultsOf = (items: Parameters<typeof checkMenu>[0]) =>
    // Until it is known which types there are, none is missing.
    choices
      ? checkMenu(items, { reportCodes: known.reportTypes.map(({ code }) => code), carrierCodes: known.carriers.map(({ code }) => code) })
      : []
  const fields: Fields = {
    name: { kind: 'text', label: 'Name', required: true, most: 100, hint: 'For staff; clients do not see it.' },
    items: { kind: 'own', label: 'Items', wide: true, own: menuKind(known, faultsOf) },
  }
  const outlook = (values: Values, record: JsonRecord | null) => {
    const items = itemsIn(values.items)
    const stored = record && typeof record.id === 'number' ? record : null
    const dirty = stored !== null && (values.name !== stored.name || String(values.items) !== textOfItems(stored.items))
    return (
      <>
        <PublishPanel
          items={items}
          faults={faultsOf(items)}
          menu={
            stored
              ? { id: Number(stored.id), name: String(stored.name), updatedAt: String(stored.updatedAt), status: String(stored.status) }
              : null
          }
          dirty={dirty}
          mayPublish={mayPublish}
          onPublished={onPublished}
        />
        <Preview items={items} pages={pages} />
      </>
    )
  }
  /** To read. */
  const tree = (items: readonly MenuItem[]) => <TreeEditor items={items} choices={known} faults={faultsOf(items)} />
  return { fields, outlook, tree }
}
