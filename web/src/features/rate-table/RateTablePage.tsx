/** The rate table: declared crediting rates of every product by date, cost-of-insurance tables, and who changed what of them. */
import { importCharges, importRates, listRatedProducts } from '@corridor/contract/rate-table.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { ChargesTab } from './ChargesTab.tsx'
import { ImportCharges } from './ImportCharges.tsx'
import { ImportRates } from './ImportRates.tsx'
import { ProductsTab } from './ProductsTab.tsx'
import { RateDialog } from './RateDialog.tsx'
import { RatesTab } from './RatesTab.tsx'

export function RateTablePage() {
  const query = useEndpoint(listRatedProducts, {})
  const mayImport = useCan(importRates.access)
  const mayEnter = useCan(importCharges.access)
  const [asking, setAsking] = useState<'rate' | 'rates' | 'charges' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <PageHeader
        title="Rate Table"
        note="Declared crediting rates and cost-of-insurance tables that the audits of yields compare with."
        actions={
          query.data && mayImport && mayEnter ? (
            <>
              <Button variant="default" onClick={() => setAsking('charges')}>
                Import COI table
              </Button>
              <Button variant="default" onClick={() => setAsking('rates')}>
                Import rates
              </Button>
              <Button onClick={() => setAsking('rate')}>Add rate</Button>
            </>
          ) : null
        }
      />
      <Loaded query={query} skeleton={<TableSkeleton rows={12} />}>
        {({ records }) => (
          <>
            <Tabs
              label="Rate Table"
              tabs={[
                { key: 'rates', label: 'Declared rates', panel: () => <RatesTab products={records} /> },
                { key: 'charges', label: 'Cost of insurance', panel: () => <ChargesTab products={records} /> },
                { key: 'products', label: 'Products', panel: () => <ProductsTab products={records} /> },
                { key: 'changes', label: 'Changes', panel: () => <ChangesTab products={records} /> },
              ]}
            />
            {asking === 'rate' ? <RateDialog products={records} onClose={close} /> : null}
            {asking === 'rates' ? <ImportRates onClose={close} /> : null}
            {asking === 'charges' ? <ImportCharges products={records} onClose={close} /> : null}
          </>
        )}
      </Loaded>
    </>
  )
}
