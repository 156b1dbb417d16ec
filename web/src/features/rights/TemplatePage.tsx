/** One permission template, or a new one: name, what it is for, and its rights, up to the person's own levels. */
import { permissionTemplates } from '@corridor/contract/rights.ts'
import { beyond, levelsOf } from '@corridor/domain/access/permission-catalog.ts'
import { useRouter } from '@tanstack/react-router'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { levelsKind } from './levels.tsx'

const CRUMBS = <Breadcrumbs steps={[{ label: 'Permission Templates', to: paths.permissionTemplates() }]} />

export function NewTemplatePage() {
  const router = useRouter()
  return (
    <>
      <PageHeader crumbs={CRUMBS} title="New permission template" />
      <RecordForm
        {...ofResource(permissionTemplates)}
        fields={useFields()}
        sections={SECTIONS}
        initial={{ permissions: [] }}
        submitLabel="Create template"
        onSaved={(saved) => void router.navigate({ href: paths.permissionTemplate(Number(saved.id)) })}
      />
    </>
  )
}

export function TemplatePage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(permissionTemplates.endpoints.get, { id })
  const mayChange = useCan(permissionTemplates.endpoints.update.access)
  const { userRole, permissions: own } = useSession()
  const fields = useFields()
  return (
    <Loaded query={query}>
      {(template) => {
        const isBeyond = userRole !== 'd' && beyond(levelsOf(template.permissions), levelsOf(own)).length > 0
        return (
          <>
            <PageHeader
              crumbs={CRUMBS}
              title={template.name}
              note={mayChange && isBeyond ? 'It goes beyond your own rights: only a manager can change it.' : undefined}
            />
            <RecordForm
              key={id}
              {...ofResource(permissionTemplates, id)}
              record={template}
              readOnly={!mayChange || isBeyond}
              fields={fields}
              sections={SECTIONS}
            />
          </>
        )
      }}
    </Loaded>
  )
}

/** Staff give at most what they hold. */
function useFields(): Fields {
  const { userRole, permissions } = useSession()
  return {
    name: { kind: 'text', label: 'Name', required: true, most: 100 },
    description: { kind: 'text', label: 'Description', most: 500, hint: 'For whom, or for which task.' },
    permissions: { kind: 'own', label: 'Rights', wide: true, own: levelsKind(null, userRole === 'd' ? undefined : levelsOf(permissions)) },
  }
}
const SECTIONS: readonly FormSection[] = [
  { title: 'Template', fields: ['name', 'description'] },
  { title: 'Rights', note: 'Changing a template does not change people who already have it.', fields: ['permissions'] },
]
