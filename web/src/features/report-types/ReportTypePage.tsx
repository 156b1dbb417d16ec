/** One report type, or a new one: its code, which stays, its name, what it is for, and its place. */
import { reportTypes } from '@corridor/contract/report-types.ts'
import { useRouter } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'
import { usePathText } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'

const of = reportTypes.endpoints
const crumbs = <Breadcrumbs steps={[{ label: 'Report Types', to: paths.reportTypes() }]} />

export function NewReportTypePage() {
  const router = useRouter()
  const query = useEndpoint(of.list, { take: 1, sort: 'order', desc: true })
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {({ records }) => (
        <>
          <PageHeader crumbs={crumbs} title="New report type" note="File names carry its code: 12-XYZ-26-name.pdf." />
          <RecordForm
            {...ofResource(reportTypes)}
            fields={FIELDS}
            sections={SECTIONS}
            initial={{ description: '', order: (records[0]?.order ?? 0) + 10 }}
            toInput={(input) => ({ ...input, description: input.description ?? '' })}
            submitLabel="Create report type"
            onSaved={({ code }) => typeof code === 'string' && void router.navigate({ href: paths.reportType(code) })}
          />
        </>
      )}
    </Loaded>
  )
}

export function ReportTypePage() {
  const code = usePathText('code')
  const query = useEndpoint(of.get, { id: code })
  const mayChange = useCan(of.update.access)
  const router = useRouter()
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(type) => {
        const used = [
          [type.clientReports, 'client report', 'client reports'],
          [type.documents, 'document', 'documents'],
          [type.memberships, 'membership', 'memberships'],
        ] as const
        const uses = used.flatMap(([count, one, many]) =>
          count > 0 ? [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`] : [],
        )
        return (
          <>
            <PageHeader
              crumbs={crumbs}
              title={`${type.code}, ${type.name}`}
              note={uses.length > 0 ? `On this site: ${uses.join(', ')}.` : 'Nothing on this site is filed under it.'}
            />
            <div className={record.narrow}>
              <RecordForm
                key={code}
                {...ofResource(reportTypes, type.code)}
                record={type}
                readOnly={!mayChange}
                fields={{ ...FIELDS, code: { ...FIELDS.code, fixed: true } }}
                sections={SECTIONS}
                toInput={(input) => ('description' in input ? { ...input, description: input.description ?? '' } : input)}
              />
              {mayChange ? (
                <Panel
                  title="Delete"
                  note={
                    type.ownUse
                      ? `The product uses it (${type.ownUse}), so it cannot be deleted.`
                      : 'It can be deleted only when nothing depends on it; otherwise the page lists what does. It can be restored for 30 days.'
                  }
                  actions={
                    type.ownUse ? null : (
                      <BulkActions
                        resource={reportTypes}
                        isRecord
                        chosen={{ count: 1, all: false, ids: new Set([type.id]), selection: { ids: [type.code] } }}
                        onDone={() => void router.navigate({ href: paths.reportTypes() })}
                        actions={{ delete: 'Lists and menus no longer offer it.' }}
                      />
                    )
                  }
                >
                  {null}
                </Panel>
              ) : null}
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

const FIELDS = {
  code: {
    kind: 'text',
    label: 'Code',
    required: true,
    hint: 'Three letters or digits; it cannot be changed, because file names use it',
    check: (value) => (typeof value === 'string' && !/^[A-Za-z0-9]{3}$/.test(value.trim()) ? 'Enter 3 letters or digits' : undefined),
  },
  name: { kind: 'text', label: 'Name', required: true, most: 100 },
  order: { kind: 'whole', label: 'Order', required: true, least: 0, most: 10_000, hint: 'Smaller numbers come first' },
  description: { kind: 'area', label: 'Description', most: 500 },
} as const satisfies Fields
const SECTIONS: readonly FormSection[] = [{ title: 'Report type', fields: ['code', 'name', 'order', 'description'] }]
