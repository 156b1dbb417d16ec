/** A product's cost-of-insurance table from a file: what it changes is shown before it is saved, and what it corrects is kept. */
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { importCharges, previewCharges } from '@corridor/contract/rate-table.ts'
import { CLASS_NAMES, SEX_NAMES } from '@corridor/domain/carriers/charge-file.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields/Field.tsx'
import { statusColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { type ChosenFile, FileChoice, Findings } from './ImportFile.tsx'
import css from './rate-table.module.css'
import { CHANGE_BADGES, CHANGED, CHARGES_TEMPLATE, chargeOf, productOptions, type RatedProduct } from './rate-words.ts'

type Preview = ReplyOf<typeof previewCharges>
type Line = Preview['lines'][number]
type Asked = InputOf<typeof previewCharges>
const SHORTEST_REASON = 3
const LINES_SHOWN = 200

export function ImportCharges({ products, onClose }: { products: readonly RatedProduct[]; onClose: () => void }) {
  const [productId, setProductId] = useState('')
  const [effectiveOn, setEffectiveOn] = useState<PlainDate | null>(null)
  const [per, setPer] = useState<Asked['per'] | ''>('')
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [shown, setShown] = useState<{ of: string; preview: Preview } | null>(null)
  const [source, setSource] = useState('')
  const [reason, setReason] = useState('')
  const look = useAction(previewCharges)
  const save = useAction(importCharges, {
    invalidates: CHANGED,
    success: ({ rates }) => `${counted(rates, 'rate')} saved. The month is being audited again.`,
  })
  const asked: Asked | null =
    productId !== '' && effectiveOn !== null && per !== '' && file
      ? { productId: Number(productId), effectiveOn, per, text: file.text }
      : null
  // A preview counts only for the very file, product and day that would be saved.
  const preview = shown && asked && shown.of === JSON.stringify(asked) ? shown.preview : null
  const show = async () => {
    if (!asked) return
    const outcome = await look.run(asked)
    if (outcome.ok) setShown({ of: JSON.stringify(asked), preview: outcome.value })
  }
  const keep = async () => {
    if (!asked || !file || !preview) return
    const { ok } = await save.run({
      ...asked,
      fileName: file.name,
      source: source.trim(),
      digest: preview.digest,
      ...(preview.supersedes ? { reason: reason.trim() } : {}),
    })
    if (ok) onClose()
  }
  const hasLines = preview !== null && preview.lines.length > 0
  const isReady = hasLines && source.trim() !== '' && (!preview.supersedes || reason.trim().length >= SHORTEST_REASON)
  const lines = preview?.lines.toSorted((one, other) => Number(one.change === 'SAME') - Number(other.change === 'SAME')) ?? []
  return (
    <Modal title="Import COI table" width={960} onClose={onClose}>
      <div className={css.form}>
        <div className={css.fields}>
          <SelectField
            label="Product"
            required
            value={productId}
            options={[{ value: '', label: 'Choose a product' }, ...productOptions(products)]}
            onChange={setProductId}
          />
          <DateInput label="Effective from" required value={effectiveOn} onChange={setEffectiveOn} />
          <SelectField
            label="Rates are for"
            required
            value={per}
            options={[
              { value: '', label: 'Choose' },
              { value: 'YEAR', label: 'A year' },
              { value: 'MONTH', label: 'A month' },
            ]}
            onChange={(value) => setPer(value === 'YEAR' || value === 'MONTH' ? value : '')}
          />
        </div>
        <FileChoice
          file={file}
          label="Drop a .csv file of cost-of-insurance rates here"
          template={{ name: 'cost-of-insurance.csv', text: CHARGES_TEMPLATE }}
          columns="Columns: Attained age, Rate per 1000 (dollars per $1,000 of net amount at risk), and Sex and Smoker class where the table tells them apart. A file is the whole table."
          onFile={setFile}
        />
        {preview ? (
          <>
            <Findings preview={preview} what="rate" />
            {preview.gone > 0 ? (
              <p
                className={css.hint}
              >{`${counted(preview.gone, 'rate')} of the table before ${preview.gone === 1 ? 'is' : 'are'} not in the file.`}</p>
            ) : null}
            {preview.supersedes ? (
              <p className={css.hint}>
                A table effective from this day already exists. The new one replaces it; the old one is kept as superseded.
              </p>
            ) : null}
            {hasLines ? (
              <div className={css.lines} role="region" aria-label="What the file changes" tabIndex={0}>
                <DataTable plain label="Lines of the file" rows={lines.slice(0, LINES_SHOWN)} idOf={({ line }) => line} columns={COLUMNS} />
              </div>
            ) : null}
            {lines.length > LINES_SHOWN ? (
              <p className={css.hint}>{`The first ${LINES_SHOWN} of ${counted(lines.length, 'line')} are shown, changes first.`}</p>
            ) : null}
          </>
        ) : (
          <p className={css.hint}>See what changes before you save.</p>
        )}
        {hasLines ? (
          <TextField
            label="Source"
            required
            hint="The rate book or letter, and its date"
            value={source}
            onChange={setSource}
            error={save.error?.fields.source}
          />
        ) : null}
        {preview?.supersedes && hasLines ? (
          <TextArea label="Why is the table corrected?" required value={reason} onChange={setReason} error={save.error?.fields.reason} />
        ) : null}
        <div className={css.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={preview ? 'default' : 'filled'} loading={look.running} disabled={asked === null} onClick={() => void show()}>
            Preview
          </Button>
          <Button loading={save.running} disabled={!isReady} onClick={() => void keep()}>
            Save table
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const COLUMNS: readonly Column<Line>[] = [
  textColumn('line', 'Line'),
  wordColumn('sex', 'Sex', SEX_NAMES),
  wordColumn('smokerClass', 'Smoker class', CLASS_NAMES),
  textColumn('attainedAge', 'Attained age', { numeric: true }),
  { key: 'before', header: 'In the table', numeric: true, cell: ({ before }) => chargeOf(before) },
  { key: 'rate', header: 'In the file', numeric: true, cell: ({ rate }) => chargeOf(rate) },
  statusColumn('change', 'Change', CHANGE_BADGES),
]
