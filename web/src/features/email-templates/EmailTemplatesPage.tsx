/** The texts of the mails the product sends, and which of them is in use. */
import { emailTemplates } from '@corridor/contract/email-templates.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { TEMPLATE_TYPE_NAMES } from '@corridor/domain/sites/mail-template.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { dayColumn, linkColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { placeOfUse, USE } from './template-words.ts'

const of = emailTemplates.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]

export function EmailTemplatesPage() {
  const mayChange = useCan(of.create.access)
  const list = useList({
    endpoint: of.list,
    label: 'Email templates',
    noun: 'template',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'name',
    filters: [
      {
        key: 'type',
        label: 'Type',
        many: true,
        options: [
          { value: '0', label: TEMPLATE_TYPE_NAMES[0] },
          { value: '1', label: TEMPLATE_TYPE_NAMES[1] },
        ],
      },
    ],
  })
  return (
    <ListPage
      title="Email Templates"
      note="One template of each type is in use; without one, the default text is sent."
      actions={mayChange ? <LinkButton to={paths.emailTemplate('new')}>New template</LinkButton> : null}
      list={list}
      empty={{
        title: 'No templates yet',
        why: 'The default texts are sent.',
        next: mayChange ? <Link to={paths.emailTemplate('new')}>Write the first template</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={emailTemplates}
                chosen={chosen}
                onDone={done}
                actions={{ delete: 'A template in use cannot be deleted. Choose another first. Emails already queued keep their text.' }}
              />
            ),
          }
        : {})}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('name', 'Name', ({ id }) => paths.emailTemplate(id), { sortable: true }),
  wordColumn('type', 'Type', TEMPLATE_TYPE_NAMES, { sortable: true }),
  textColumn('subject', 'Subject', { sortable: true }),
  { key: 'inUse', header: 'In use', cell: (template) => <StatusBadge status={placeOfUse(template)} table={USE} /> },
  dayColumn('updatedAt', 'Changed', { sortable: true }),
]
