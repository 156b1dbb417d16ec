/** The columns of a layout as rows to be typed, each with what stands there in the file's first lines. */
import { FEED_FIELD_NAMES, FEED_FIELDS, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { withPoint } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField, TextField } from '../../ui/fields/Field.tsx'
import css from './Layout.module.css'
import { type ColumnDraft, placeOf } from './layout-draft.ts'

interface LayoutColumnsProps {
  columns: readonly ColumnDraft[]
  lines: readonly string[]
  /** Which line of a policy a line is; undefined for one that is none. */
  lineOf: (line: string) => string | undefined
  /** A policy begins with a mark, and may have further lines with marks of their own. */
  hasLines: boolean
  mayChange: boolean
  /** Messages of the server, by the place of the column. */
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (columns: ColumnDraft[]) => void
}

const SAMPLES = 3

export function LayoutColumns({ columns, lines, lineOf, hasLines, mayChange, errors, onChange }: LayoutColumnsProps) {
  const change = (key: number, part: Partial<ColumnDraft>) =>
    onChange(columns.map((column) => (column.key === key ? { ...column, ...part } : column)))
  const taken = new Set(columns.flatMap(({ field }) => (field === null ? [] : [field])))
  const before = columns.at(-1)
  const next = Math.max(0, ...columns.filter(({ onLine }) => onLine === before?.onLine).map((column) => placeOf(column)?.to ?? 0)) + 1
  return (
    <div className={css.columns}>
      {columns.map((column, place) => {
        const name = column.name || `column ${place + 1}`
        const messages = Object.entries(errors).flatMap(([key, words]) =>
          key === `columns.${place}` || key.startsWith(`columns.${place}.`) ? words : [],
        )
        return (
          <fieldset key={column.key} className={css.column} data-lines={hasLines || undefined} disabled={!mayChange}>
            <legend className="visually-hidden">{name}</legend>
            <TextField label="Name" value={column.name} onChange={(text) => change(column.key, { name: text })} error={messages} />
            <TextField label="Starts at" inputMode="numeric" value={column.start} onChange={(start) => change(column.key, { start })} />
            <TextField label="Length" inputMode="numeric" value={column.length} onChange={(length) => change(column.key, { length })} />
            <TextField
              label="Implied decimals"
              inputMode="numeric"
              value={column.decimals}
              onChange={(decimals) => change(column.key, { decimals })}
            />
            {hasLines ? (
              <TextField
                label="On the line with"
                placeholder="first line"
                value={column.onLine}
                onChange={(onLine) => change(column.key, { onLine })}
              />
            ) : null}
            <SelectField
              label="Holds"
              value={column.field ?? ''}
              disabled={!mayChange}
              options={[
                { value: '', label: 'Not used' },
                ...FEED_FIELD_NAMES.filter((field) => field === column.field || !taken.has(field)).map(
                  (field): { value: string; label: string } => ({ value: field, label: FEED_FIELDS[field].label }),
                ),
              ]}
              onChange={(field) => change(column.key, { field: isFeedField(field) ? field : null })}
            />
            <p className={css.sample}>
              {samplesOf(
                column,
                lines.filter((line) => lineOf(line) === column.onLine),
              ) || 'empty'}
            </p>
            {mayChange ? (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(columns.filter(({ key }) => key !== column.key))}
              >
                Remove
              </Button>
            ) : null}
          </fieldset>
        )
      })}
      {mayChange ? (
        <Button
          variant="default"
          onClick={() =>
            onChange([
              ...columns,
              {
                key: Math.max(-1, ...columns.map(({ key }) => key)) + 1,
                name: '',
                start: String(next),
                length: '',
                decimals: '0',
                onLine: before?.onLine ?? '',
                field: null,
              },
            ])
          }
        >
          Add a column
        </Button>
      ) : null}
    </div>
  )
}

function samplesOf(column: ColumnDraft, lines: readonly string[]): string {
  const place = placeOf(column)
  if (!place) return ''
  return lines
    .map((line) => withPoint(line.slice(place.from, place.to).trim(), Number(column.decimals) || 0))
    .filter((cell) => cell !== '')
    .slice(0, SAMPLES)
    .join(' · ')
}
