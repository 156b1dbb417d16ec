/** Sets a tolerance for a rule, for every carrier, one, or one of its products; how many exceptions come and go is shown before it is saved. */
import { listTolerances, previewTolerance, setTolerance } from '@corridor/contract/audit-settings.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { labelOf, limitIn, limitsWords, namesOf, typedOf } from '@corridor/domain/data-feeds/limit-words.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields/Field.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import css from './auditing.module.css'
import type { Limits, ToleranceBook, ToleranceRule } from './calls.ts'
import { CHANGED } from './calls.ts'

const SHORTEST = 5
type Wanted = InputOf<typeof previewTolerance>

interface ToleranceDialogProps {
  book: ToleranceBook
  rule: ToleranceRule
  onClose: () => void
}

export function ToleranceDialog({ book, rule, onClose }: ToleranceDialogProps) {
  const [carrierCode, setCarrierCode] = useState('')
  const [productId, setProductId] = useState('')
  const holds = book.records.find(
    (record) =>
      record.ruleCode === rule.code &&
      record.endedAt === null &&
      (record.carrierCode ?? '') === carrierCode &&
      (record.productId?.toString() ?? '') === productId,
  )
  return (
    <Modal title={`${rule.code}, ${rule.title}`} width={560} onClose={onClose}>
      <div className={css.form}>
        <p>Default: {limitsWords(rule.limits)}.</p>
        <SelectField
          label="Carrier"
          value={carrierCode}
          options={[{ value: '', label: 'All carriers' }, ...carriersOf(book)]}
          onChange={(code) => {
            setCarrierCode(code)
            setProductId('')
          }}
        />
        {carrierCode === '' ? null : (
          <SelectField
            label="Product"
            value={productId}
            options={[
              { value: '', label: 'All products' },
              ...book.products
                .filter((product) => product.carrierCode === carrierCode)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={setProductId}
          />
        )}
        <LimitForm
          key={`${carrierCode}.${productId}`}
          rule={rule}
          present={holds?.limits ?? null}
          reach={{ carrierCode: carrierCode || null, productId: productId === '' ? null : Number(productId) }}
          onClose={onClose}
        />
      </div>
    </Modal>
  )
}

const carriersOf = ({ products }: ToleranceBook) =>
  [...new Map(products.map(({ carrierCode, carrierName }) => [carrierCode, carrierName]))].map(([value, label]) => ({ value, label }))

interface LimitFormProps {
  rule: ToleranceRule
  /** Those that hold for the reach; null: the wider one, or the default. */
  present: Limits | null
  reach: { carrierCode: string | null; productId: number | null }
  onClose: () => void
}

function LimitForm({ rule, present, reach, onClose }: LimitFormProps) {
  const names = namesOf(rule.limits)
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(names.map((name) => [name, typedOf(name, present?.[name] ?? rule.limits[name] ?? 0)])),
  )
  const [isDefault, setDefault] = useState(false)
  const [reason, setReason] = useState('')
  const [previewed, setPreviewed] = useState<{ of: string; words: string } | null>(null)
  const preview = useAction(previewTolerance)
  const save = useAction(setTolerance, { invalidates: [listTolerances, ...CHANGED], success: 'Saved! The month is being audited again.' })
  const read = names.map((name) => [name, limitIn(name, typed[name] ?? '')] as const)
  const isReadable = isDefault || read.every(([, value]) => value !== null)
  const wanted: Wanted | null =
    isAuditRule(rule.code) && isReadable ? { ruleCode: rule.code, ...reach, limits: isDefault ? {} : Object.fromEntries(read) } : null
  const isPreviewed = wanted !== null && previewed?.of === JSON.stringify(wanted)
  const show = async () => {
    if (wanted === null) return
    const outcome = await preview.run(wanted)
    if (outcome.ok) setPreviewed({ of: JSON.stringify(wanted), words: previewWords(outcome.value) })
  }
  const keep = async () => {
    if (wanted !== null && (await save.run({ ...wanted, reason: reason.trim() })).ok) onClose()
  }
  return (
    <>
      {names.map((name) => (
        <TextField
          key={name}
          label={labelOf(name)}
          inputMode="decimal"
          disabled={isDefault}
          value={typed[name] ?? ''}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
          error={!isDefault && limitIn(name, typed[name] ?? '') === null ? 'Enter a number' : undefined}
        />
      ))}
      {present === null ? null : (
        <Button size="xs" variant="subtle" onClick={() => setDefault(!isDefault)}>
          {isDefault ? 'Set a tolerance' : 'Return to the wider tolerance or the default'}
        </Button>
      )}
      <TextArea label="Why?" required value={reason} onChange={setReason} error={save.error?.fields.reason} />
      <p className={css.preview} role="status">
        {isPreviewed ? previewed?.words : 'See what would change before you save.'}
      </p>
      <div className={css.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={isPreviewed ? 'default' : 'filled'}
          loading={preview.running}
          disabled={wanted === null}
          onClick={() => void show()}
        >
          Preview
        </Button>
        <Button loading={save.running} disabled={!isPreviewed || reason.trim().length < SHORTEST} onClick={() => void keep()}>
          Save
        </Button>
      </div>
    </>
  )
}

export const previewWords = ({ period, come, go, stay }: { period: string; come: number; go: number; stay: number }): string =>
  `${counted(come, 'exception')} of ${formatMonth(plainDate(period))} would be added, ${go.toLocaleString('en-US')} removed, ${stay.toLocaleString('en-US')} unchanged.`
