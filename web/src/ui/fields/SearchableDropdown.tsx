/** Searchable dropdown: type to filter, at most 6 shown, Enter takes the first match, empty or unmatched text goes back to the default. */

import { DROPDOWN_MOST, DROPDOWN_PLACEHOLDER, dropdownChoice, dropdownMatches } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import css from './SearchableDropdown.module.css'

export interface DropdownOption<Value extends string | number> {
  value: Value
  label: string
}

interface SearchableDropdownProps<Value extends string | number> {
  label: string
  hideLabel?: boolean
  /** Small words before the value, such as "Site". */
  prefix?: string
  options: readonly DropdownOption<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
  /** The value that empty or unmatched text goes back to; the present value when not given. */
  defaultValue?: Value | null
  maxItems?: number
  disabled?: boolean
  error?: string | undefined
  placeholder?: string
}

export function SearchableDropdown<Value extends string | number>({
  label,
  hideLabel = false,
  prefix,
  options,
  value,
  onChange,
  defaultValue,
  maxItems = DROPDOWN_MOST,
  disabled = false,
  error,
  placeholder = DROPDOWN_PLACEHOLDER,
}: SearchableDropdownProps<Value>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  /** Null while the person is not typing: then the chosen label shows. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  // Looked for only while somebody can see them: a long list of fields has a long list of options each.
  const all = open ? dropdownMatches(options, typed ?? '', options.length) : []
  const matches = all.slice(0, maxItems)
  const more = all.length - matches.length

  const close = () => {
    setOpen(false)
    setTyped(null)
    setActive(0)
  }
  const choose = (option: DropdownOption<Value>) => {
    close()
    if (option.value !== value) onChange(option.value)
  }
  /** Leaving the field: text typed in full counts, anything else goes back. */
  const leave = () => {
    close()
    if (typed === null) return
    const fallback = options.find((option) => option.value === (defaultValue === undefined ? value : defaultValue)) ?? null
    const choice = dropdownChoice(options, typed, fallback)
    if ((choice?.value ?? null) !== value) onChange(choice?.value ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((index) => (matches.length === 0 ? 0 : (index + step + matches.length) % matches.length))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const option = matches[active] ?? matches[0]
      if (option) choose(option)
      else leave()
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') leave()
  }

  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : css.label}>
        {label}
      </label>
      <div className={css.box} data-open={open || undefined} data-disabled={disabled || undefined} data-error={error ? true : undefined}>
        {prefix ? (
          <span className={css.prefix} aria-hidden>
            {prefix}
          </span>
        ) : null}
        <input
          id={id}
          ref={input}
          className={css.input}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && matches[active] ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder={placeholder}
          disabled={disabled}
          value={typed ?? chosen?.label ?? ''}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
        <IconChevronDown size={16} className={css.chevron} aria-hidden />
      </div>
      {open ? (
        // Pressing in the list must not take the focus from the field: its blur would close the list first.
        <div className={css.list} onPointerDown={(event) => event.preventDefault()}>
          <ul id={`${id}-list`} role="listbox" aria-label={label}>
            {matches.map((option, index) => (
              // Keyboard use goes through the combobox above (ARIA authoring practices, editable combobox).
              <li
                key={option.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={option.value === value}
                data-active={index === active || undefined}
                onClick={() => choose(option)}
                onPointerMove={() => setActive(index)}
              >
                <span>{option.label}</span>
                {option.value === value ? <IconCheck size={15} aria-hidden /> : null}
              </li>
            ))}
          </ul>
          {matches.length === 0 ? <p>Nothing matches. Leave the field to keep the earlier choice.</p> : null}
          {more > 0 ? <p>{more} more: type to narrow.</p> : null}
        </div>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
