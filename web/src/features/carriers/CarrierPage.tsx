/** Everything about one carrier, by tab: the company, its ratings, yearly figures, products with declared rates, and who holds its policies. */
import { carriers, removeCarrierLogo, setCarrierLogo } from '@corridor/contract/carriers.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PATTERNS, paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { ImageUpload } from '../../ui/fields/ImageUpload.tsx'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CARRIER_FIELDS, CARRIER_SECTIONS, CARRIER_STATUS, COMPANY_TYPE_NAMES, DEACTIVATING, DELETING, MARKET } from './carrier-fields.ts'
import { FinancialsTab } from './FinancialsTab.tsx'
import { HoldersTab } from './HoldersTab.tsx'
import { ProductsTab } from './ProductsTab.tsx'
import { RatingsTab } from './RatingsTab.tsx'

const of = carriers.endpoints
export type Carrier = ReplyOf<typeof of.get>
const mayOpenDocuments = permission('DOCUMENT_CENTER', 1, STAFF_ROLES)

export function CarrierPage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(of.get, { id })
  const documents = useCan(mayOpenDocuments)
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(carrier) => (
        <>
          <PageHeader
            crumbs={<Breadcrumbs steps={[{ label: 'Carriers', to: paths.carriers() }]} />}
            title={carrier.shortName}
            note={
              <span className={record.headline}>
                <StatusBadge status={carrier.status} table={CARRIER_STATUS} />
                <StatusBadge status={carrier.activeInMarket ? 'yes' : 'no'} table={MARKET} />
                <span>
                  {[carrier.code, carrier.companyType ? COMPANY_TYPE_NAMES[carrier.companyType] : null, carrier.domicileState]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            }
            actions={
              documents ? (
                <LinkButton variant="default" to={`${PATTERNS.documents}?${new URLSearchParams({ carrierCode: carrier.code })}`}>
                  Documents
                </LinkButton>
              ) : null
            }
          />
          <Tabs
            label={carrier.shortName}
            tabs={[
              { key: 'company', label: 'Company', panel: () => <CompanyTab carrier={carrier} /> },
              { key: 'ratings', label: 'Ratings', panel: () => <RatingsTab carrierId={id} /> },
              { key: 'financials', label: 'Yearly figures', panel: () => <FinancialsTab carrierId={id} /> },
              { key: 'products', label: 'Products', panel: () => <ProductsTab carrierId={id} /> },
              {
                key: 'holders',
                label: 'Institutions',
                count: carrier.institutions,
                panel: () => <HoldersTab carrierId={id} name={carrier.shortName} />,
              },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function CompanyTab({ carrier }: { carrier: Carrier }) {
  const { id } = carrier
  const mayChange = useCan(of.update.access)
  const active = carrier.status === 'ACTIVE'
  return (
    <div className={record.narrow}>
      <Panel title="Logo" note="Shown with its documents and on its page, at most 75 px high.">
        <ImageUpload
          what="logo"
          url={carrier.logoUrl}
          preview={(url) => (
            <div className={record.logo}>
              {url ? <img data-logo src={url} alt={`Logo of ${carrier.shortName}`} /> : null}
              <b>{carrier.shortName}</b>
            </div>
          )}
          set={setCarrierLogo}
          remove={removeCarrierLogo}
          input={{ id }}
          invalidates={[of.get, of.list]}
          readOnly={!mayChange}
        />
      </Panel>
      <RecordForm
        key={id}
        {...ofResource(carriers, id)}
        record={carrier}
        readOnly={!mayChange}
        fields={{ ...CARRIER_FIELDS, code: { ...CARRIER_FIELDS.code, fixed: true } }}
        sections={CARRIER_SECTIONS}
      />
      {mayChange ? (
        <Panel
          title={active ? 'Deactivate or delete' : 'Inactive'}
          note={active ? DELETING : 'Its policies, ratings and reports stay as they are.'}
          actions={
            <BulkActions
              resource={carriers}
              isRecord
              chosen={{ count: 1, all: false, ids: new Set([id]), selection: { ids: [id] } }}
              onDone={() => undefined}
              actions={
                active ? { deactivate: DEACTIVATING, delete: DELETING } : { reactivate: 'Policies and files can be entered for it again.' }
              }
            />
          }
        >
          {null}
        </Panel>
      ) : null}
    </div>
  )
}
