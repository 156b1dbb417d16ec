/** Policy changes, audit findings and open items as one field of a form: rows that are added, changed and taken out. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import { ITEMS_MOST } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_ITEM_KINDS, type ReviewItem } from '@corridor/domain/reports/annual-review/outline.ts'
import { IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields/Field.tsx'
import type { OwnKind, Value } from '../../ui/form/form-fields.ts'
import { Tool } from '../../ui/ordering/Tool.tsx'
import css from './review-words.module.css'

const isItem = (value: unknown): value is ReviewItem =>
  typeof value === 'object' && value !== null && 'kind' in value && 'text' in value && typeof value.text === 'string'
const itemsIn = (value: Value | undefined): ReviewItem[] => {
  const read: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : []
  return Array.isArray(read) ? read.filter(isItem) : []
}
const KINDS = Object.entries(REVIEW_ITEM_KINDS).map(([value, label]) => ({ value, label }))
const kindOf = (value: string): ReviewItem['kind'] => (value === 'POLICY_CHANGE' || value === 'AUDIT_FINDING' ? value : 'OPEN_ITEM')
const EMPTY: ReviewItem = { kind: 'OPEN_ITEM', text: '', owner: null, dueOn: null }

export const itemsKind: OwnKind = {
  typed: (stored) => JSON.stringify(Array.isArray(stored) ? stored.filter(isItem) : []),
  sent: (value) => itemsIn(value).map((item) => ({ ...item, text: item.text.trim(), owner: item.owner?.trim() || null })),
  problem: (text) => (itemsIn(text).some((item) => item.text.trim() === '') ? 'Describe each item, or remove it.' : undefined),
  words: (value) =>
    itemsIn(value)
      .map(({ kind, text, owner, dueOn }) => [REVIEW_ITEM_KINDS[kind], text, owner, dueOn].filter(Boolean).join(' · '))
      .join('; ') || MISSING,
  Control: ({ value, onChange, error }) => {
    const items = itemsIn(value)
    const change = (next: readonly ReviewItem[]) => onChange?.(JSON.stringify(next))
    const set = (at: number, part: Partial<ReviewItem>) => change(items.map((item, index) => (index === at ? { ...item, ...part } : item)))
    return (
      <div className={css.items}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list
          <fieldset key={index} className={css.item}>
            <legend className="visually-hidden">Item {index + 1}</legend>
            <SelectField label="Kind" value={item.kind} options={KINDS} onChange={(kind) => set(index, { kind: kindOf(kind) })} />
            <TextField label="Owner" value={item.owner ?? ''} maxLength={120} onChange={(owner) => set(index, { owner })} />
            <DateInput
              label="Due"
              value={item.dueOn && isPlainDate(item.dueOn) ? item.dueOn : null}
              onChange={(dueOn) => set(index, { dueOn })}
            />
            <Tool
              label={`Remove item ${index + 1}`}
              title="Remove"
              onPress={() => change(items.filter((_, at) => at !== index))}
              icon={IconTrash}
            />
            <div className={css.itemText}>
              <TextArea
                label="Description"
                required
                rows={2}
                maxLength={1000}
                value={item.text}
                onChange={(text) => set(index, { text })}
              />
            </div>
          </fieldset>
        ))}
        {error ? <p className={css.error}>{error}</p> : null}
        <div>
          <Button variant="default" disabled={items.length >= ITEMS_MOST} onClick={() => change([...items, EMPTY])}>
            Add an item
          </Button>
        </div>
      </div>
    )
  },
}
