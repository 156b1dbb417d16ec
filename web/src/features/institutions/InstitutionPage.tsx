/** Everything about one institution, by tab. What other areas know of it (policies, sign-in) comes in from the route table. */

import { countExceptions } from '@corridor/contract/auditing.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { users } from '@corridor/contract/users.ts'
import { INSTITUTION_TYPE_WORDS } from '@corridor/contract/words.ts'
import { Suspense } from 'react'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { useOpenExceptions } from '../../shared/exceptions/use-open-exceptions.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import record from '../../ui/layout/record-page.module.css'
import { type Tab, Tabs } from '../../ui/layout/Tabs.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton, FiguresPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CapitalTab } from './CapitalTab.tsx'
import { CarriersTab } from './CarriersTab.tsx'
import { ExceptionsTab } from './ExceptionsTab.tsx'
import { ACTIVE_STATUS, isFull } from './institution-fields.ts'
import type { InstitutionPanel } from './institution-panel.ts'
import { LedgerTab } from './LedgerTab.tsx'
import { LimitsTab } from './LimitsTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { RelatedTab } from './RelatedTab.tsx'
import { SubsidiariesTab } from './SubsidiariesTab.tsx'
import { TaxTab } from './TaxTab.tsx'
import { TeamTab } from './TeamTab.tsx'
import { UsersTab } from './UsersTab.tsx'

export interface InstitutionPageProps {
  /** On the overview: the newest report of each family. */
  latestReports?: InstitutionPanel | undefined
  /** Tabs of other areas, in place. */
  policies?: InstitutionPanel | undefined
  documents?: InstitutionPanel | undefined
  employees?: InstitutionPanel | undefined
  signIn?: InstitutionPanel | undefined
  /** Below the profile's form: the report types its people may see. */
  reportTypes?: InstitutionPanel | undefined
  /** The tab of its people, with what another area adds to each. */
  people?: InstitutionPanel | undefined
}

export function InstitutionPage({
  latestReports,
  policies,
  documents,
  employees,
  signIn,
  reportTypes,
  people = UsersTab,
}: InstitutionPageProps) {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(institutions.endpoints.get, { id })
  const mayChange = useCan(institutions.endpoints.update.access)
  const maySeeUsers = useCan(users.endpoints.list.access)
  const maySeeExceptions = useCan(countExceptions.access)
  const openExceptions = useOpenExceptions({ institutionId: id })
  const of = (key: string, label: string, Panel: InstitutionPanel | undefined, count?: number): Tab[] =>
    Panel
      ? [
          {
            key,
            label,
            count,
            panel: () => (
              <Suspense fallback={<BlockSkeleton height={320} />}>
                <Panel institutionId={id} />
              </Suspense>
            ),
          },
        ]
      : []
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(institution) =>
        isFull(institution) ? (
          <>
            <PageHeader
              crumbs={<Breadcrumbs steps={[{ label: 'Institutions', to: paths.institutions() }]} />}
              title={institution.name}
              note={
                <span className={record.headline}>
                  <StatusBadge status={institution.status} table={ACTIVE_STATUS} />
                  <span>
                    {[
                      institution.legalName === institution.name ? '' : `Legal name: ${institution.legalName}`,
                      INSTITUTION_TYPE_WORDS[institution.institutionType],
                      [institution.city, institution.stateCode].filter(Boolean).join(', '),
                      institution.relationshipOwner ? `Relationship owner: ${institution.relationshipOwner}` : 'No relationship owner',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              }
              actions={
                mayChange ? (
                  <LinkButton variant="default" to={paths.institution(id, 'profile')}>
                    Edit
                  </LinkButton>
                ) : null
              }
            />
            <Tabs
              label={institution.name}
              tabs={[
                { key: 'overview', label: 'Overview', panel: () => <OverviewTab institutionId={id} latestReports={latestReports} /> },
                {
                  label: 'Holdings',
                  tabs: [
                    ...of('policies', 'Register', policies),
                    ...of('carriers', 'Carriers', CarriersTab),
                    ...of('exceptions', 'Exceptions', maySeeExceptions ? ExceptionsTab : undefined, openExceptions),
                    ...of('employees', 'Employees', employees),
                  ],
                },
                {
                  label: 'Taxes and limits',
                  tabs: [
                    ...of('tax', 'Tax profile', TaxTab),
                    ...of('capital', 'Capital', CapitalTab),
                    ...of('limits', 'Policy limits', LimitsTab),
                    ...of('ledger', 'GL accounts', LedgerTab),
                  ],
                },
                ...of('documents', 'Documents', documents),
                {
                  label: 'People',
                  tabs: [
                    ...of('team', 'Service team', TeamTab),
                    ...of('users', 'Users', maySeeUsers ? people : undefined),
                    ...of('sign-in', 'Sign-in', signIn),
                  ],
                },
                {
                  label: 'Profile',
                  tabs: [
                    { key: 'profile', label: 'Profile', panel: () => <ProfileTab institution={institution} reportTypes={reportTypes} /> },
                    ...of('subsidiaries', 'Subsidiaries', SubsidiariesTab),
                    ...of('related', 'Related data', RelatedTab),
                  ],
                },
              ]}
            />
          </>
        ) : null
      }
    </Loaded>
  )
}
