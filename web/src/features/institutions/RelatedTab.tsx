/** Records that depend on an institution on this site, in numbers, each with the page that lists it. */
import { getRelated } from '@corridor/contract/institutions.ts'
import { useRouter } from '@tanstack/react-router'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'

export function RelatedTab({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(getRelated, { id: institutionId })
  const router = useRouter()
  // A page that is not part of the portal yet is no link.
  const exists = (link: string) => router.matchRoutes(link.split('?')[0] ?? link, {}).at(-1)?.routeId !== '/$'
  return (
    <Loaded query={query}>
      {({ records }) => (
        <Panel title="Related data" note="On this site." flush>
          <DataTable
            plain
            label="Related data"
            rows={records}
            idOf={(row) => records.indexOf(row)}
            columns={[
              {
                key: 'label',
                header: 'Records',
                cell: ({ label, link }) => (link && exists(link) ? <Link to={link}>{label}</Link> : label),
              },
              countColumn('count', 'Number'),
            ]}
          />
        </Panel>
      )}
    </Loaded>
  )
}
