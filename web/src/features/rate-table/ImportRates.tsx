/** Declared rates from a file: what it adds and corrects is shown line by line before it is saved, all of it or nothing. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { importRates, previewRates } from '@corridor/contract/rate-table.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea, TextField } from '../../ui/fields/Field.tsx'
import { dateColumn, nameColumn, percentColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { type ChosenFile, FileChoice, Findings } from './ImportFile.tsx'
import css from './rate-table.module.css'
import { CHANGE_BADGES, CHANGED, RATES_TEMPLATE } from './rate-words.ts'

type Preview = ReplyOf<typeof previewRates>
type Line = Preview['lines'][number]
const SHORTEST_REASON = 3
/** Lines drawn at once; the counts tell of all. */
const LINES_SHOWN = 200

export function ImportRates({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [source, setSource] = useState('')
  const [reason, setReason] = useState('')
  const look = useAction(previewRates)
  const save = useAction(importRates, {
    invalidates: CHANGED,
    success: ({ added, changed }) =>
      `${counted(added, 'rate')} added, ${changed.toLocaleString('en-US')} corrected. The month is being audited again.`,
  })
  const read = async (chosen: ChosenFile) => {
    setFile(chosen)
    setPreview(null)
    const outcome = await look.run({ text: chosen.text })
    if (outcome.ok) setPreview(outcome.value)
  }
  const keep = async () => {
    if (!file || !preview) return
    const { ok } = await save.run({
      text: file.text,
      fileName: file.name,
      source: source.trim(),
      digest: preview.digest,
      ...(preview.changed > 0 ? { reason: reason.trim() } : {}),
    })
    if (ok) onClose()
  }
  const changes = preview ? preview.added + preview.changed : 0
  const isReady =
    preview !== null && changes > 0 && source.trim() !== '' && (preview.changed === 0 || reason.trim().length >= SHORTEST_REASON)
  const lines = preview?.lines.toSorted((one, other) => Number(one.change === 'SAME') - Number(other.change === 'SAME')) ?? []
  return (
    <Modal title="Import rates" width={960} onClose={onClose}>
      <div className={css.form}>
        <FileChoice
          file={file}
          label="Drop a .csv file of declared rates here"
          template={{ name: 'declared-rates.csv', text: RATES_TEMPLATE }}
          columns="Columns: Carrier (name or code), Product, Effective date, Gross rate (%), and Source if it differs by line. Nothing is saved before you have seen what changes."
          onFile={(chosen) => void read(chosen)}
        />
        {look.running ? <p role="status">Reading the file…</p> : null}
        {preview ? (
          <>
            <Findings preview={preview} what="rate" />
            {lines.length > 0 ? (
              <div className={css.lines} role="region" aria-label="What the file changes" tabIndex={0}>
                <DataTable plain label="Lines of the file" rows={lines.slice(0, LINES_SHOWN)} idOf={({ line }) => line} columns={COLUMNS} />
              </div>
            ) : null}
            {lines.length > LINES_SHOWN ? (
              <p className={css.hint}>{`The first ${LINES_SHOWN} of ${counted(lines.length, 'line')} are shown, changes first.`}</p>
            ) : null}
          </>
        ) : null}
        {changes > 0 ? (
          <TextField
            label="Source"
            required
            hint="The carriers’ letter and its date; kept with each rate that has no source of its own"
            value={source}
            onChange={setSource}
            error={save.error?.fields.source}
          />
        ) : null}
        {preview && preview.changed > 0 ? (
          <TextArea
            label={`Why ${preview.changed === 1 ? 'is the rate' : 'are the rates'} corrected?`}
            required
            value={reason}
            onChange={setReason}
            error={save.error?.fields.reason}
          />
        ) : null}
        <div className={css.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={save.running} disabled={!isReady} onClick={() => void keep()}>
            {changes > 0 ? `Save ${counted(changes, 'rate')}` : 'Save'}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const COLUMNS: readonly Column<Line>[] = [
  textColumn('line', 'Line'),
  nameColumn('carrierName', 'Carrier'),
  textColumn('productName', 'Product'),
  dateColumn('effectiveOn', 'Effective'),
  { key: 'before', header: 'In the table', numeric: true, cell: ({ before }) => formatPercent(before) },
  percentColumn('grossRate', 'In the file'),
  statusColumn('change', 'Change', CHANGE_BADGES),
  { key: 'doubt', header: 'Check', cell: ({ doubt }) => doubt ?? '' },
]
