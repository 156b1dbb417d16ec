/** One announcement, or a new one: its words, days and audience, as readers will see it, and how many they are. */
import { announcements, countAudience, listActiveAnnouncements, removeAnnouncement } from '@corridor/contract/announcements.ts'
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { ROLE_NAMES, ROLES, type Role } from '@corridor/domain/access/access.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { type EndpointQuery, useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { type Fields, listOf, type Values } from '../../ui/form/form-fields.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { siteToday } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { AnnouncementBanner } from '../../ui/overlays/AnnouncementBanner.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton, FormSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { ANNOUNCEMENT_SECTIONS, announcementFields, audienceText, DELETING, PHASE_STATUS } from './announcement-words.ts'
import css from './announcements.module.css'

const of = announcements.endpoints
type Announcement = ReplyOf<typeof of.get>
const crumbs = <Breadcrumbs steps={[{ label: 'Announcements', to: paths.announcements() }]} />

export function NewAnnouncementPage() {
  const router = useRouter()
  const { siteId } = useSession()
  const { fields, choices } = useFields()
  return (
    <>
      <PageHeader crumbs={crumbs} title="New announcement" />
      {fields ? (
        <RecordForm
          {...ofResource(announcements)}
          invalidates={[of.list, listActiveAnnouncements]}
          fields={fields}
          sections={ANNOUNCEMENT_SECTIONS}
          initial={{ level: 'INFO', status: 'ACTIVE', dismissible: true, startsOn: siteToday(), siteIds: [siteId] }}
          preview={(values) => <Preview values={values} />}
          submitLabel="Create announcement"
          onSaved={({ id }) => typeof id === 'number' && void router.navigate({ href: paths.announcement(id) })}
        />
      ) : (
        <Loaded query={choices} skeleton={<FormSkeleton />}>
          {() => null}
        </Loaded>
      )}
    </>
  )
}

export function AnnouncementPage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(of.get, { id })
  const mayChange = useCan(of.update.access)
  const { fields, choices } = useFields(query.data)
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(announcement) => (
        <>
          <PageHeader
            crumbs={crumbs}
            title={announcement.title}
            note={
              <span className={record.headline}>
                <StatusBadge status={announcement.phase} table={PHASE_STATUS} />
                <span>{audienceText(announcement)}</span>
              </span>
            }
            actions={mayChange ? <DeleteIt announcement={announcement} /> : null}
          />
          {fields ? (
            <RecordForm
              key={id}
              {...ofResource(announcements, id)}
              invalidates={[of.list, of.get, listActiveAnnouncements]}
              record={announcement}
              readOnly={!mayChange}
              fields={fields}
              sections={ANNOUNCEMENT_SECTIONS}
              preview={(values) => <Preview values={values} />}
            />
          ) : (
            <Loaded query={choices} skeleton={<FormSkeleton />}>
              {() => null}
            </Loaded>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Institutions chosen from another site stay chosen, though their names are not seen from here. */
function useFields(record?: Announcement): { fields: Fields | null; choices: EndpointQuery<typeof listInstitutionChoices> } {
  const { sites } = useSession()
  const choices = useEndpoint(listInstitutionChoices, {})
  const institutions = choices.data?.records
  if (!institutions) return { fields: null, choices }
  const beyond = (ids: readonly number[], known: readonly { id: number }[]) => ids.filter((id) => !known.some((one) => one.id === id))
  const fields = announcementFields(
    [...sites, ...beyond(record?.siteIds ?? [], sites).map((id) => ({ id, name: `Site ${id} (not one of yours)` }))],
    [
      ...institutions.map(({ id, name }) => ({ value: id, label: name })),
      ...beyond(record?.institutionIds ?? [], institutions).map((id) => ({ value: id, label: `Institution ${id}, not on this site` })),
    ],
  )
  return { fields, choices }
}

function Preview({ values }: { values: Values }) {
  const numbers = (name: string) => listOf(values[name]).filter((item) => typeof item === 'number')
  const audience = {
    siteIds: numbers('siteIds'),
    roles: ROLES.filter((role) => listOf(values.roles).includes(role)),
    institutionIds: numbers('institutionIds'),
  }
  const { data } = useEndpoint(countAudience, audience)
  const counted = data?.byRole.map(({ role, people }) => `${people.toLocaleString('en-US')} ${rolesText(role, people)}`).join(', ')
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  return (
    <Panel
      title="Preview"
      note={
        data ? (
          <span aria-live="polite">
            <b>Visible to: {data.people === 1 ? '1 person' : `${data.people.toLocaleString('en-US')} people`}</b>
            {counted ? ` (${counted})` : ', no one matches'}
          </span>
        ) : undefined
      }
    >
      <div className={css.preview}>
        <AnnouncementBanner
          announcement={{
            title: textOf('title') || 'Title',
            body: textOf('body') || 'Text',
            level: values.level === 'WARNING' ? 'WARNING' : 'INFO',
          }}
        />
      </div>
    </Panel>
  )
}

/** "Staff" is one and many. */
const rolesText = (role: Role, people: number): string => (people === 1 || role === 'b' ? ROLE_NAMES[role] : `${ROLE_NAMES[role]}s`)

function DeleteIt({ announcement: { id, title } }: { announcement: Announcement }) {
  const [asking, setAsking] = useState(false)
  const router = useRouter()
  const outdated = { invalidates: [of.list, listActiveAnnouncements] }
  const remove = useAction(removeAnnouncement, outdated)
  const restore = useAction(of.restore, { ...outdated, success: 'Restored.' })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking ? (
        <ConfirmModal
          title={`Delete “${title}”?`}
          confirmLabel="Delete announcement"
          danger
          running={remove.running}
          onConfirm={async () => {
            const outcome = await remove.run({ id })
            setAsking(false)
            if (!outcome.ok) return
            toast.success('Deleted!', { label: 'Undo', run: () => void restore.run({ ids: [id] }) })
            void router.navigate({ href: paths.announcements() })
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{DELETING}</p>
        </ConfirmModal>
      ) : null}
    </>
  )
}
