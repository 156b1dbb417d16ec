/** A new insurance company. */
import { carriers } from '@corridor/contract/carriers.ts'
import { useRouter } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { CARRIER_FIELDS, CARRIER_SECTIONS } from './carrier-fields.ts'

export function NewCarrierPage() {
  const router = useRouter()
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Carriers', to: paths.carriers() }]} />}
        title="New carrier"
        note="Ratings, figures and products are added on its page."
      />
      <RecordForm
        {...ofResource(carriers)}
        fields={CARRIER_FIELDS}
        sections={CARRIER_SECTIONS}
        initial={{ activeInMarket: true, feedDueBusinessDay: 5 }}
        submitLabel="Create carrier"
        onSaved={({ id }) => typeof id === 'number' && void router.navigate({ href: paths.carrier(id) })}
      />
    </>
  )
}
