/** The problems of a pull, by record, field, value and reason. */
import { listPullProblems } from '@corridor/contract/salesforce.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { textColumn } from '../../ui/list/columns.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'

const COLUMNS = [
  textColumn('source', 'Record', { sortable: true }),
  textColumn('column', 'Field', { sortable: true }),
  textColumn('value', 'Value'),
  textColumn('problem', 'Problem'),
]

export function PullPage() {
  const list = useList({
    endpoint: listPullProblems,
    input: { id: usePathNumber('id') ?? 0 },
    label: 'Problems',
    noun: 'problem',
    columns: COLUMNS,
    idOf: (problem) => problem.id,
    defaultSort: 'source',
  })
  return (
    <ListPage
      crumbs={
        <Breadcrumbs
          steps={[
            { label: 'Data Feeds', to: paths.dataFeeds() },
            { label: 'Salesforce', to: paths.salesforce() },
          ]}
        />
      }
      title="Problems of a pull"
      note="Nothing was written. Correct the records in Salesforce or the mapping here, and pull again."
      list={list}
      empty={{ title: 'No problems', why: 'Every record could be read and agrees with the register.' }}
    />
  )
}
