/** Permission templates: sets of rights with a name, to give to people. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { permissionTemplates } from '@corridor/contract/rights.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'

import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { linkColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'

type Template = ReplyOf<typeof permissionTemplates.endpoints.list>['records'][number]

export function TemplatesPage() {
  const mayChange = useCan(permissionTemplates.endpoints.create.access)
  const list = useList({
    endpoint: permissionTemplates.endpoints.list,
    label: 'Permission templates',
    noun: 'template',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'name',
  })
  return (
    <ListPage
      title="Permission Templates"
      note="Named sets of rights. A manager applies them on a person’s page."
      list={list}
      actions={mayChange ? <LinkButton to={paths.permissionTemplate('new')}>New template</LinkButton> : null}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={permissionTemplates}
                chosen={chosen}
                onDone={done}
                actions={{ delete: 'People keep the rights they were given. Templates can be restored for 30 days.' }}
              />
            ),
          }
        : {})}
      empty={{
        title: 'No templates yet',
        why: 'No permission templates have been created.',
        next: mayChange ? <Link to={paths.permissionTemplate('new')}>Create the first template</Link> : null,
      }}
    />
  )
}

const count = ({ permissions }: Template, level: number) => permissions.filter(({ access }) => access === level).length || MISSING

const COLUMNS: readonly Column<Template>[] = [
  linkColumn('name', 'Name', ({ id }) => paths.permissionTemplate(id), { sortable: true, hideable: false }),
  textColumn('description', 'Description'),
  { key: 'view', header: 'View', numeric: true, notExported: true, cell: (template) => count(template, 1) },
  { key: 'change', header: 'Change', numeric: true, notExported: true, cell: (template) => count(template, 2) },
  {
    key: 'updatedAt',
    header: 'Changed',
    oneLine: true,
    sortable: true,
    cell: ({ updatedAt }) => formatDay(updatedAt),
  },
]
