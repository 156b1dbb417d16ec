/** Lists inside a question: the answers of a choice, the columns of a table. */
import {
  COLUMN_TYPES,
  COLUMNS_MOST,
  type ColumnType,
  OPTIONS_MOST,
  type Option,
  type QuestionColumn,
} from '@corridor/domain/questionnaires/definition.ts'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/fields/Field.tsx'
import { Tool } from '../../ui/ordering/Tool.tsx'
import css from './configuration.module.css'

/** Answers are kept by it: never that of another. */
const newValue = (): string => `a${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`

interface OptionsProps {
  options: readonly Option[]
  /** The book knows these answers: they can be worded otherwise, and no others added. */
  fixed: boolean
  error: string | undefined
  onChange: (options: Option[]) => void
}

export function OptionsField({ options, fixed, error, onChange }: OptionsProps) {
  return (
    <div className={css.list}>
      <h3>Answers to choose from</h3>
      <ol>
        {options.map((option, index) => (
          <li key={option.value}>
            <TextField
              label={`Answer ${index + 1}`}
              hideLabel
              maxLength={300}
              value={option.label}
              onChange={(label) => onChange(options.map((one) => (one === option ? { ...one, label } : one)))}
            />
            {fixed ? null : (
              <ItemTools
                name={option.label || `answer ${index + 1}`}
                onUp={index > 0 ? () => onChange(raised(options, index)) : undefined}
                onRemove={() => onChange(options.filter((one) => one !== option))}
              />
            )}
          </li>
        ))}
      </ol>
      {error ? <p className={css.error}>{error}</p> : null}
      {fixed ? (
        <p className={css.hint}>The register uses these answers; only their wording can be changed.</p>
      ) : (
        <Button
          size="xs"
          variant="default"
          disabled={options.length >= OPTIONS_MOST}
          onClick={() => onChange([...options, { value: newValue(), label: '' }])}
        >
          Add an answer
        </Button>
      )}
    </div>
  )
}

const TYPES = Object.entries(COLUMN_TYPES).map(([value, label]) => ({ value, label }))
const typeOf = (value: string): ColumnType => Object.keys(COLUMN_TYPES).find((each): each is ColumnType => each === value) ?? 'text'

interface ColumnsProps {
  columns: readonly QuestionColumn[]
  /** Columns that the book is read and changed by: they stay as they are, but for their words. */
  kept: readonly string[]
  error: string | undefined
  onChange: (columns: QuestionColumn[]) => void
}

export function ColumnsField({ columns, kept, error, onChange }: ColumnsProps) {
  const change = (column: QuestionColumn, part: Partial<QuestionColumn>) =>
    onChange(columns.map((one) => (one === column ? { ...one, ...part } : one)))
  return (
    <div className={css.list}>
      <h3>Columns</h3>
      <ol>
        {columns.map((column, index) => {
          const stays = kept.includes(column.code)
          const name = column.label || `column ${index + 1}`
          return (
            <li key={column.code} className={css.column}>
              <TextField
                label={`Column ${index + 1}`}
                hideLabel
                maxLength={300}
                value={column.label}
                onChange={(label) => change(column, { label })}
              />
              {stays ? null : (
                <ItemTools
                  name={name}
                  onUp={index > 0 ? () => onChange(raised(columns, index)) : undefined}
                  onRemove={() => onChange(columns.filter((one) => one !== column))}
                />
              )}
              {stays ? (
                <span className={css.hint}>{COLUMN_TYPES[column.type]}, kept by the register</span>
              ) : (
                <SelectField
                  label={`Type of ${name}`}
                  hideLabel
                  value={column.type}
                  options={TYPES}
                  onChange={(next) =>
                    change(column, {
                      type: typeOf(next),
                      options:
                        next === 'choice'
                          ? (column.options ?? [
                              { value: newValue(), label: '' },
                              { value: newValue(), label: '' },
                            ])
                          : undefined,
                    })
                  }
                />
              )}
              <Checkbox
                label="Required"
                checked={column.required === true}
                onChange={(required) => change(column, { required: required || undefined })}
              />
              {column.type === 'choice' ? (
                <div className={css.inner}>
                  <OptionsField
                    options={column.options ?? []}
                    fixed={stays}
                    error={undefined}
                    onChange={(options) => change(column, { options })}
                  />
                </div>
              ) : null}
            </li>
          )
        })}
      </ol>
      {error ? <p className={css.error}>{error}</p> : null}
      <Button
        size="xs"
        variant="default"
        disabled={columns.length >= COLUMNS_MOST}
        onClick={() => onChange([...columns, { code: newValue(), label: '', type: 'text' }])}
      >
        Add a column
      </Button>
    </div>
  )
}

function ItemTools({ name, onUp, onRemove }: { name: string; onUp: (() => void) | undefined; onRemove: () => void }) {
  return (
    <span className={css.itemTools}>
      <Tool label={`Move ${name} up`} disabled={onUp === undefined} onPress={() => onUp?.()} icon={IconArrowUp} />
      <Tool label={`Remove ${name}`} onPress={onRemove} icon={IconX} />
    </span>
  )
}

function raised<Item>(items: readonly Item[], at: number): Item[] {
  const next = [...items]
  const [moved] = next.splice(at, 1)
  if (moved !== undefined) next.splice(at - 1, 0, moved)
  return next
}
