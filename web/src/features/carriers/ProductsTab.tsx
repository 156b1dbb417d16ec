/** A carrier's products, kept by hand beside those that carrier files name, and the rates it declares for them. */
import { productRates } from '@corridor/contract/carrier-terms.ts'
import { createProduct, listProducts, removeProduct, saveProduct } from '@corridor/contract/carriers.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { DatedRows } from '../../shared/dated-terms/DatedRows.tsx'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { ACCOUNT_TYPE_NAMES, POLICY_FORM_NAMES, PRODUCT_FORM, RATE_METHOD_NAMES } from '../../shared/forms/product.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { countColumn, percentColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { type Rate, rateWords } from './carrier-words.ts'

type Product = ReplyOf<typeof listProducts>['records'][number]

export function ProductsTab({ carrierId: id }: { carrierId: number }) {
  const query = useEndpoint(listProducts, { id })
  const mayChange = useCan(saveProduct.access)
  const [editing, setEditing] = useState<Product | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Product | null>(null)
  const remove = useAction(removeProduct, { invalidates: [listProducts], success: 'Deleted!' })
  const close = () => setEditing(null)
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} columns={6} />}>
      {({ records }) => (
        <div className={record.stack}>
          {editing === null ? null : (
            <RecordForm
              key={editing === 'new' ? 'new' : editing.id}
              draftKey={`carriers.products:${id}:${editing === 'new' ? 'new' : editing.id}`}
              create={createProduct}
              update={saveProduct}
              {...(editing === 'new' ? {} : { record: editing })}
              params={editing === 'new' ? { id } : { id, productId: editing.id }}
              initial={PRODUCT_FORM.initial}
              fields={PRODUCT_FORM.fields}
              sections={PRODUCT_FORM.sections}
              invalidates={[listProducts]}
              submitLabel={editing === 'new' ? 'Add product' : 'Save'}
              onSaved={close}
              actions={
                <>
                  <Button variant="subtle" onClick={close}>
                    Close
                  </Button>
                  {editing === 'new' || editing.policies > 0 ? null : (
                    <Button variant="subtle" onClick={() => setDeleting(editing)}>
                      Delete
                    </Button>
                  )}
                </>
              }
            />
          )}
          <Panel
            title="Products"
            note="Policy counts are for this site. A product that a carrier file names is added here, or beside the file’s new policies."
            flush
            actions={
              <>
                <LinkButton variant="default" to={paths.rateTable()}>
                  Rate table
                </LinkButton>
                {mayChange && editing === null ? <Button onClick={() => setEditing('new')}>Add product</Button> : null}
              </>
            }
          >
            <DataTable
              plain
              label="Products"
              rows={records}
              idOf={(product) => product.id}
              columns={mayChange ? [...COLUMNS, changeColumn(setEditing)] : COLUMNS}
              empty={<EmptyState title="No products yet" why="No products have been entered for this carrier." />}
            />
          </Panel>
          {records.length > 0 ? (
            <DatedRows<Rate, { id: number; inForce: boolean }>
              calls={productRates}
              params={{ id }}
              nameOf={(row) => ({ rowId: row.id })}
              words={rateWords(records)}
              inForce={(rates) => rates.filter(({ inForce }) => inForce)}
              invalidates={[listProducts]}
            />
          ) : null}
          {deleting ? (
            <ConfirmModal
              title={`Delete ${deleting.productName}?`}
              confirmLabel="Delete product"
              danger
              running={remove.running}
              onConfirm={async () => {
                const outcome = await remove.run({ id, productId: deleting.id })
                setDeleting(null)
                if (outcome.ok) close()
              }}
              onCancel={() => setDeleting(null)}
            >
              <p>For a product entered by mistake. A product with policies or declared rates cannot be deleted.</p>
            </ConfirmModal>
          ) : null}
        </div>
      )}
    </Loaded>
  )
}

const COLUMNS: readonly Column<Product>[] = [
  textColumn('productName', 'Product'),
  wordColumn('accountType', 'Account', ACCOUNT_TYPE_NAMES),
  wordColumn('policyForm', 'Form', POLICY_FORM_NAMES),
  wordColumn('rateMethod', 'Rates', RATE_METHOD_NAMES),
  { key: 'guaranteed', header: 'Guaranteed', numeric: true, cell: (product) => formatPercent(product.guaranteedMinimumRate) },
  percentColumn('grossRate', 'Declared'),
  { key: 'rateSince', header: 'Since', cell: ({ rateSince }) => (rateSince === null ? MISSING : dateText(rateSince)) },
  countColumn('policies', 'Policies'),
]
const changeColumn = (edit: (product: Product) => void): Column<Product> => ({
  key: 'do',
  header: 'Change',
  isControl: true,
  cell: (product) => (
    <Button size="xs" variant="default" onClick={() => edit(product)} aria-label={`Edit ${product.productName}`}>
      Edit
    </Button>
  ),
})
