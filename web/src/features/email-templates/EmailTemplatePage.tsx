/** One email template, or a new one: its words with placeholders, a live preview, where it is in use. */
import { chooseEmailTemplate, emailTemplates } from '@corridor/contract/email-templates.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { MAIL_TEXT, TEMPLATE_TYPE_NAMES } from '@corridor/domain/sites/mail-template.ts'
import { useRouter } from '@tanstack/react-router'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { templateText } from '../../ui/layout/TemplateText.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { placeOfUse, USE } from './template-words.ts'

const of = emailTemplates.endpoints
type Template = ReplyOf<typeof of.get>
const crumbs = <Breadcrumbs steps={[{ label: 'Email Templates', to: paths.emailTemplates() }]} />

export function NewEmailTemplatePage() {
  const router = useRouter()
  return (
    <>
      <PageHeader crumbs={crumbs} title="New email template" note="It is used once you choose it." />
      <RecordForm
        {...ofResource(emailTemplates)}
        fields={FIELDS}
        sections={SECTIONS}
        initial={{ type: 1 }}
        preview={(values) => <TemplatePreview values={values} />}
        submitLabel="Create template"
        onSaved={({ id }) => typeof id === 'number' && void router.navigate({ href: paths.emailTemplate(id) })}
      />
    </>
  )
}

export function EmailTemplatePage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(of.get, { id })
  const mayChange = useCan(of.update.access)
  const router = useRouter()
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(template) => (
        <>
          <PageHeader
            crumbs={crumbs}
            title={template.name}
            note={
              <span className={record.headline}>
                <StatusBadge status={placeOfUse(template)} table={USE} />
                <span>{TEMPLATE_TYPE_NAMES[template.type]}</span>
              </span>
            }
          />
          <div className={record.narrow}>
            <InUse template={template} readOnly={!mayChange} />
            <RecordForm
              key={id}
              {...ofResource(emailTemplates, id)}
              record={template}
              readOnly={!mayChange}
              fields={FIELDS}
              sections={SECTIONS}
              preview={(values) => <TemplatePreview values={values} />}
            />
            {mayChange ? (
              <Panel
                title="Delete"
                note={
                  placeOfUse(template) === 'none'
                    ? 'Emails already queued keep their text. It can be restored for 30 days.'
                    : 'It is in use. Choose another template first.'
                }
                actions={
                  placeOfUse(template) === 'none' ? (
                    <BulkActions
                      resource={emailTemplates}
                      isRecord
                      chosen={{ count: 1, all: false, ids: new Set([id]), selection: { ids: [id] } }}
                      onDone={() => void router.navigate({ href: paths.emailTemplates() })}
                      actions={{ delete: 'Emails already queued keep their text.' }}
                    />
                  ) : null
                }
              >
                {null}
              </Panel>
            ) : null}
          </div>
        </>
      )}
    </Loaded>
  )
}

function InUse({ template, readOnly }: { template: Template; readOnly: boolean }) {
  const { siteName } = useSession()
  const choose = useAction(chooseEmailTemplate, { invalidates: [of.get, of.list], success: 'Saved!' })
  const { id, usedHere, usedEverywhere, inUse, type } = template
  const button = (where: 'site' | 'everywhere', used: boolean, words: string) => (
    <Button variant="default" loading={choose.running} onClick={() => void choose.run({ id, where, used })}>
      {words}
    </Button>
  )
  const note = {
    here: `Emails of this type from ${siteName} use it.`,
    everywhere: 'Emails of this type use it on every site that has not chosen its own.',
    elsewhere: `Chosen for all sites; ${siteName} has chosen its own.`,
    none: `${TEMPLATE_TYPE_NAMES[type]} emails use another template or the default text.`,
  }[placeOfUse(template)]
  return (
    <Panel
      title="Use"
      note={usedHere && usedEverywhere && inUse ? `Chosen for ${siteName}, and for all sites without a choice of their own.` : note}
      actions={
        readOnly ? null : (
          <>
            {usedHere ? button('site', false, `No longer on ${siteName}`) : button('site', true, `Use on ${siteName}`)}
            {usedEverywhere ? button('everywhere', false, 'No longer on all sites') : button('everywhere', true, 'Use on all sites')}
          </>
        )
      }
    >
      {null}
    </Panel>
  )
}

const IN_SUBJECTS = ['firstName', 'lastName', 'institutionName', 'institutionNumber', 'fileType'] as const

const FIELDS: Fields = {
  name: { kind: 'text', label: 'Name', required: true, most: 100, hint: 'For this list only; recipients do not see it' },
  type: {
    kind: 'select',
    label: 'Type',
    required: true,
    options: [
      { value: 0, label: TEMPLATE_TYPE_NAMES[0] },
      { value: 1, label: TEMPLATE_TYPE_NAMES[1] },
    ],
  },
  subject: {
    kind: 'own',
    label: 'Subject',
    required: true,
    wide: true,
    own: templateText({ label: 'Subject', language: MAIL_TEXT, most: 200, shape: 'line', offered: IN_SUBJECTS }),
  },
  body: { kind: 'own', label: 'Text', required: true, wide: true, own: templateText({ label: 'Text', language: MAIL_TEXT, most: 20_000 }) },
}
const SECTIONS: readonly FormSection[] = [
  { title: 'Template', fields: ['name', 'type'] },
  {
    title: 'Message',
    note: 'Placeholders are replaced for each recipient. A line whose placeholders are empty is left out.',
    fields: ['subject', 'body'],
  },
]
