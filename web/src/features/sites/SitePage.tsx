/** One site, or a new one: names, addresses, time zone, service contact, logo and colors, and whether it is open. */

import { getSite } from '@corridor/contract/session.ts'
import { removeSiteLogo, setSiteLogo, sites } from '@corridor/contract/sites.ts'
import { useRouter } from '@tanstack/react-router'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { ImageUpload } from '../../ui/fields/ImageUpload.tsx'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CLOSING, REOPENING, SITE_SECTIONS, SITE_STATUS, siteFields } from './site-fields.ts'

const crumbs = <Breadcrumbs steps={[{ label: 'Sites', to: paths.sites() }]} />

export function NewSitePage() {
  const router = useRouter()
  return (
    <>
      <PageHeader crumbs={crumbs} title="New site" note="You belong to it at once; add other people on their own pages." />
      <RecordForm
        {...ofResource(sites)}
        fields={siteFields()}
        sections={SITE_SECTIONS}
        initial={{ timeZone: 'America/New_York' }}
        submitLabel="Create site"
        onSaved={({ id }) => typeof id === 'number' && void router.navigate({ href: paths.site(id) })}
      />
    </>
  )
}

export function SitePage() {
  const id = usePathNumber('id') ?? 0
  const { get, list, update } = sites.endpoints
  const session = useSession()
  const query = useEndpoint(get, { id })
  const mayChange = useCan(update.access)
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(site) => {
        if (!('updatedAt' in site)) return null
        const active = site.status === 'ACTIVE'
        const here = site.id === session.siteId
        const resource = ofResource(sites, id)
        return (
          <>
            <PageHeader
              crumbs={crumbs}
              title={site.displayName}
              note={
                <span className={record.headline}>
                  <StatusBadge status={site.status} table={SITE_STATUS} />
                  <span>
                    {site.users.toLocaleString('en-US')} {site.users === 1 ? 'user' : 'users'}
                    {here ? ', you work on it now' : ''}
                  </span>
                </span>
              }
            />
            <div className={record.narrow}>
              <Panel title="Logo" note="Staff see it in the header, at most 70 px high; clients below their pages.">
                <ImageUpload
                  what="logo"
                  url={site.logoUrl}
                  preview={(url) => (
                    <div className={record.logo}>
                      {url ? <img data-logo src={url} alt={`Logo of ${site.displayName}`} style={{ maxHeight: 70 }} /> : null}
                      <b>{site.displayName}</b>
                    </div>
                  )}
                  set={setSiteLogo}
                  remove={removeSiteLogo}
                  input={{ id }}
                  invalidates={[get, list, getSite]}
                  readOnly={!mayChange}
                />
              </Panel>
              <RecordForm
                key={id}
                {...resource}
                invalidates={[...(resource.invalidates ?? []), getSite]}
                record={site}
                readOnly={!mayChange}
                fields={siteFields(site.timeZone)}
                sections={SITE_SECTIONS}
              />
              {mayChange ? (
                <Panel
                  title={active ? 'Close or delete' : 'Closed'}
                  note={
                    here
                      ? 'You are working on this site. Switch to another one to close it.'
                      : active
                        ? 'A site with institutions, other users or reports cannot be deleted; closing keeps everything.'
                        : 'No one can sign in to it. Everything on it is kept.'
                  }
                  actions={
                    here ? null : (
                      <BulkActions
                        resource={sites}
                        isRecord
                        chosen={{ count: 1, all: false, ids: new Set([id]), selection: { ids: [id] } }}
                        onDone={() => undefined}
                        actions={
                          active
                            ? {
                                deactivate: CLOSING,
                                delete:
                                  'It can be deleted only when nothing depends on it; otherwise the page lists what does. It can be restored for 30 days.',
                              }
                            : { reactivate: REOPENING }
                        }
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
