/** One declared rate, entered by hand or corrected with a reason; what it said before is kept with it. */
import { productRates } from '@corridor/contract/carrier-terms.ts'
import { RATE_BOUNDS } from '@corridor/domain/carriers/rate-file.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { momentColumn, percentColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './rate-table.module.css'
import { CHANGED, type DeclaredRate, productOptions, type RatedProduct } from './rate-words.ts'

const { add, correct, list } = productRates.endpoints

interface RateDialogProps {
  products: readonly RatedProduct[]
  /** The one to correct; a new one without. */
  rate?: DeclaredRate
  onClose: () => void
}

export function RateDialog({ products, rate, onClose }: RateDialogProps) {
  const [chosen, setChosen] = useState('')
  const product = products.find(({ id }) => String(id) === chosen)
  return rate ? (
    <Modal title={`${rate.productName}, from ${formatDate(plainDate(rate.effectiveOn))}`} width={720} onClose={onClose}>
      <div className={css.form}>
        <RecordForm
          draftKey={`rate-table:${rate.id}`}
          create={correct}
          params={{ id: rate.carrierId, rowId: rate.id, productId: rate.productId, updatedAt: rate.updatedAt }}
          initial={{ effectiveOn: rate.effectiveOn, grossRate: rate.grossRate, source: rate.source }}
          fields={{ ...FIELDS, reason: { kind: 'text', label: 'Reason for the correction', required: true, most: 500, wide: true } }}
          sections={[
            {
              title: 'Correction',
              note: `The earlier version is kept. Entered ${rate.enteredBy ? `by ${rate.enteredBy}, ` : ''}${formatMoment(rate.updatedAt)}.`,
              fields: [...NAMES, 'reason'],
            },
          ]}
          invalidates={CHANGED}
          submitLabel="Save correction"
          onSaved={onClose}
          actions={<Close onClose={onClose} />}
        />
        {rate.corrections > 0 ? <Versions rate={rate} /> : null}
      </div>
    </Modal>
  ) : (
    <Modal title="Add rate" width={720} onClose={onClose}>
      <div className={css.form}>
        <SelectField
          label="Product"
          required
          value={chosen}
          options={[{ value: '', label: 'Choose a product' }, ...productOptions(products.filter(({ followsMarket }) => !followsMarket))]}
          onChange={setChosen}
        />
        {product ? (
          <RecordForm
            key={product.id}
            draftKey={`rate-table:new:${product.id}`}
            create={add}
            params={{ id: product.carrierId, productId: product.id }}
            initial={{}}
            fields={FIELDS}
            sections={[{ title: 'Declared rate', fields: NAMES }]}
            invalidates={CHANGED}
            submitLabel="Add rate"
            onSaved={onClose}
            actions={<Close onClose={onClose} />}
          />
        ) : (
          <p>A product whose value follows the market has no declared rate.</p>
        )}
      </div>
    </Modal>
  )
}

const Close = ({ onClose }: { onClose: () => void }) => (
  <Button variant="subtle" onClick={onClose}>
    Close
  </Button>
)

const FIELDS: Fields = {
  effectiveOn: { kind: 'date', label: 'Effective from', required: true },
  grossRate: { kind: 'percent', label: 'Gross rate', required: true, least: RATE_BOUNDS.least, most: RATE_BOUNDS.most },
  source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The carrier’s letter and its date', wide: true },
}
const NAMES = Object.keys(FIELDS)

function Versions({ rate }: { rate: DeclaredRate }) {
  const query = useEndpoint(list, { id: rate.carrierId })
  return (
    <Loaded query={query}>
      {({ records }) => {
        const versions = records.find(({ id }) => id === rate.id)?.versions ?? []
        return (
          <section>
            <h3>Earlier versions</h3>
            <DataTable
              plain
              label="Earlier versions"
              rows={versions}
              idOf={(version) => versions.indexOf(version)}
              columns={[
                { key: 'effectiveOn', header: 'From', oneLine: true, cell: ({ effectiveOn }) => formatDate(plainDate(effectiveOn)) },
                percentColumn('grossRate', 'Gross rate'),
                textColumn('source', 'Source'),
                textColumn('reason', 'Why'),
                { key: 'replacedBy', header: 'By', oneLine: true, cell: ({ replacedBy }) => replacedBy ?? 'Corridor' },
                momentColumn('replacedAt', 'When'),
              ]}
            />
          </section>
        )
      }}
    </Loaded>
  )
}
