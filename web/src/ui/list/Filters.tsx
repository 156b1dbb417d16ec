/** Search and filters above a list, from data; every one of them lives in the address bar. */

import type { Page } from '@corridor/contract/kernel/page.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { IconFilter, IconX } from '@tabler/icons-react'
import { DateInput } from '../fields/DateInput.tsx'
import { Checkbox, SelectField } from '../fields/Field.tsx'
import { SearchableDropdown } from '../fields/SearchableDropdown.tsx'
import { SearchField } from '../fields/SearchField.tsx'
import { Popover } from '../overlays/Popover.tsx'
import css from './list.module.css'
import type { List, ListFilter } from './use-list.ts'

export function Filters<Reply extends Page<unknown>>({ list }: { list: List<Reply> }) {
  const { options } = list
  return (
    <>
      <Search list={list} />
      {options.filters?.map((filter) => (
        <FilterControl
          key={filter.key}
          filter={filter}
          values={list.filters[filter.key] ?? []}
          onChange={(values) => list.setFilter(filter.key, values)}
        />
      ))}
      {list.narrowed ? (
        <button type="button" className={css.clear} data-clear onClick={list.clear}>
          <IconX size={14} aria-hidden />
          Clear
        </button>
      ) : null}
    </>
  )
}

export const Search = <Reply extends Page<unknown>>({ list: { options, url } }: { list: List<Reply> }) => (
  <SearchField label={`Search ${options.label.toLowerCase()}`} value={url.search} onSearch={url.onSearch} />
)

function FilterControl({
  filter,
  values,
  onChange,
}: {
  filter: ListFilter
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const { label, options } = filter
  if (filter.day)
    return (
      <div className={css.day}>
        <span aria-hidden>{label}</span>
        <DateInput
          label={label}
          hideLabel
          value={values[0] === undefined ? null : plainDate(values[0])}
          onChange={(value) => onChange(value === null ? [] : [value])}
        />
      </div>
    )
  if (filter.many) {
    const count = values.length
    return (
      <Popover
        align="left"
        label={count === 0 ? label : `${label}: ${count === 1 ? (options.find(({ value }) => value === values[0])?.label ?? '1') : count}`}
        icon={<IconFilter size={15} aria-hidden />}
      >
        {() => (
          <fieldset className={css.several}>
            <legend>{label}</legend>
            {options.map((option) => (
              <Checkbox
                key={option.value}
                label={option.label}
                checked={values.includes(option.value)}
                onChange={(on) => onChange(on ? [...values, option.value] : values.filter((value) => value !== option.value))}
              />
            ))}
          </fieldset>
        )}
      </Popover>
    )
  }
  if (filter.searched)
    return (
      <div className={css.searched}>
        <SearchableDropdown
          label={label}
          hideLabel
          placeholder={filter.any ?? `Any ${label.toLowerCase()}`}
          options={options}
          value={values[0] ?? null}
          defaultValue={null}
          maxItems={options.length > 50 ? INSTITUTION_DROPDOWN_MOST : 12}
          onChange={(value) => onChange(value === null ? [] : [value])}
        />
      </div>
    )
  return (
    <div className={css.select}>
      <SelectField
        label={label}
        hideLabel
        value={values[0] ?? ''}
        options={[{ value: '', label: filter.any ?? `Any ${label.toLowerCase()}` }, ...options]}
        onChange={(value) => onChange(value === '' ? [] : [value])}
      />
    </div>
  )
}
