/** An institution's profile: its own fields, its logo as clients see it, the sites it is on, and whether it is active. */
import {
  getRelated,
  institutions,
  listInstitutionSites,
  listOwners,
  removeInstitutionLogo,
  setInstitutionLogo,
  setInstitutionSites,
} from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { ImageUpload } from '../../ui/fields/ImageUpload.tsx'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Landing } from '../../ui/layout/Landing.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { Consequences } from './Consequences.tsx'
import { INSTITUTION_SECTIONS, type Institution, institutionFields, toInstitutionInput } from './institution-fields.ts'
import { type InstitutionPanel, REPORT_TYPES_PLACE } from './institution-panel.ts'
import css from './institutions.module.css'

interface ProfileTabProps {
  institution: Institution
  reportTypes?: InstitutionPanel | undefined
}

export function ProfileTab({ institution, reportTypes: ReportTypes }: ProfileTabProps) {
  const { id } = institution
  const { get, list, update } = institutions.endpoints
  const mayChange = useCan(update.access)
  const owners = useEndpoint(listOwners, {})
  return (
    <div className={record.narrow}>
      <Panel title="Logo" note="Its people see it in the header, at most 75 px high.">
        <ImageUpload
          what="logo"
          url={institution.logo}
          preview={(url) => <Header url={url} name={institution.name} />}
          set={setInstitutionLogo}
          remove={removeInstitutionLogo}
          input={{ id }}
          invalidates={[get, list]}
          readOnly={!mayChange}
        />
      </Panel>
      <Loaded query={owners}>
        {({ records }) => (
          <RecordForm
            key={id}
            {...ofResource(institutions, id)}
            record={institution}
            readOnly={!mayChange}
            fields={institutionFields(withPresent(records, institution))}
            sections={INSTITUTION_SECTIONS}
            toInput={toInstitutionInput}
          />
        )}
      </Loaded>
      <Sites id={id} name={institution.name} readOnly={!mayChange} />
      {ReportTypes ? (
        <Landing id={REPORT_TYPES_PLACE}>
          <Suspense fallback={null}>
            <ReportTypes institutionId={id} />
          </Suspense>
        </Landing>
      ) : null}
      {mayChange ? <Standing institution={institution} /> : null}
    </div>
  )
}

/** Somebody who left the firm stays named until another is chosen. */
const withPresent = (
  owners: readonly { id: number; name: string; title: string | null }[],
  { relationshipOwnerId, relationshipOwner }: Institution,
) =>
  relationshipOwnerId === null || owners.some(({ id }) => id === relationshipOwnerId)
    ? owners
    : [...owners, { id: relationshipOwnerId, name: relationshipOwner ?? 'Someone', title: 'no longer on this site' }]

const Header = ({ url, name }: { url: string | null; name: string }) => (
  <div className={record.logo}>
    {url ? (
      <img data-logo src={url} alt={`Logo of ${name}`} />
    ) : (
      <span className={css.monogram} aria-hidden>
        {name
          .split(/\s+/)
          .map((word) => word.charAt(0))
          .filter((_, index, all) => index === 0 || index === all.length - 1)
          .join('')
          .toUpperCase()}
      </span>
    )}
    <b>{name}</b>
  </div>
)

function Sites({ id, name, readOnly }: { id: number; name: string; readOnly: boolean }) {
  const query = useEndpoint(listInstitutionSites, { id })
  const { siteId } = useSession()
  const router = useRouter()
  const save = useAction(setInstitutionSites, { invalidates: [listInstitutionSites, institutions.endpoints.get], success: 'Saved!' })
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  return (
    <Panel title="Sites" note={`Where ${name} has plans and people. It cannot be removed from a site while it has records there.`}>
      <Loaded query={query}>
        {({ records }) => {
          const stored = records.filter(({ on }) => on).map(({ siteId }) => siteId)
          const shown = chosen ?? stored
          const changed = chosen !== null && chosen.toSorted().join() !== stored.toSorted().join()
          return (
            <div className={css.sites}>
              {records.map((site) => (
                <Checkbox
                  key={site.siteId}
                  label={site.name}
                  hint={site.holds.length > 0 ? ` ${site.holds.join(', ')}` : site.on ? ' nothing yet' : ''}
                  checked={shown.includes(site.siteId)}
                  disabled={readOnly || (site.on && site.holds.length > 0)}
                  onChange={(on) => setChosen(on ? [...shown, site.siteId] : shown.filter((each) => each !== site.siteId))}
                />
              ))}
              {changed ? (
                <span className={css.rowActions}>
                  <Button
                    loading={save.running}
                    disabled={shown.length === 0}
                    onClick={async () => {
                      const saved = await save.run({ id, siteIds: [...shown] })
                      if (!saved.ok) return
                      setChosen(null)
                      // Taken off the active site, it is out of sight here.
                      if (!shown.includes(siteId)) void router.navigate({ href: paths.institutions() })
                    }}
                  >
                    Save sites
                  </Button>
                  <Button variant="subtle" onClick={() => setChosen(null)}>
                    Discard
                  </Button>
                  {shown.length === 0 ? <span role="alert">Choose at least one site.</span> : null}
                </span>
              ) : null}
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** One of what depends on an institution, and several where English has no rule for it. */
const NOUNS: Readonly<Record<ReplyOf<typeof getRelated>['records'][number]['kind'], [noun: string, many?: string]>> = {
  users: ['user'],
  plans: ['plan'],
  policies: ['policy'],
  reports: ['report'],
  documents: ['document or report received', 'documents and reports received'],
  openQuestionnaires: ['open questionnaire'],
}

/** Active or not, and gone or not: with what depends on it said beforehand. */
function Standing({ institution }: { institution: Institution }) {
  const router = useRouter()
  const related = useEndpoint(getRelated, { id: institution.id }).data?.records ?? []
  const depends = related.filter(({ count }) => count > 0).map(({ kind, count }) => counted(count, ...NOUNS[kind]))
  const people = related.find(({ kind }) => kind === 'users')?.count ?? 0
  const active = institution.status === 'ACTIVE'
  const chosen = { count: 1, all: false, ids: new Set([institution.id]), selection: { ids: [institution.id] } }
  return (
    <Panel
      title={active ? 'Deactivate or delete' : 'Inactive'}
      note={
        active
          ? depends.length > 0
            ? `It cannot be deleted, because of ${depends.join(', ')}. Deactivating keeps all of it.`
            : 'Nothing depends on it, so it can be deleted.'
          : 'Its people cannot sign in. Everything it has is kept.'
      }
      actions={
        <BulkActions
          resource={institutions}
          isRecord
          chosen={chosen}
          onDone={() => depends.length === 0 && active && void router.navigate({ href: paths.institutions() })}
          actions={
            active
              ? {
                  deactivate: (
                    <Consequences
                      people={people === 0 ? undefined : people === 1 ? 'Its one person is signed out, and' : `Its ${people} people`}
                    />
                  ),
                  ...(depends.length === 0
                    ? { delete: <p>Its tax profile, capital and limits are deleted with it. It can be restored for 30 days.</p> }
                    : {}),
                }
              : { reactivate: <Consequences back /> }
          }
        />
      }
    >
      {null}
    </Panel>
  )
}
