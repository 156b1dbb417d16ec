import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SearchableDropdown } from './SearchableDropdown.tsx'

const BANKS = [
  'Bayhaven',
  'First Coastal',
  'Harvest Prairie',
  'Kestrel Valley',
  'Lantern Lake',
  'Mariners Crossing',
  'Old Quarry',
  'Ridgeline',
].map((label, index) => ({ value: index + 1, label }))

function Chooser({ first = null, defaultValue }: { first?: number | null; defaultValue?: number }) {
  const [value, setValue] = useState<number | null>(first)
  return (
    <>
      <SearchableDropdown
        label="Bank"
        options={BANKS}
        value={value}
        onChange={setValue}
        {...(defaultValue === undefined ? {} : { defaultValue })}
      />
      <output>{value ?? 'none'}</output>
      <button type="button">Elsewhere</button>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Bank' })
const shown = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent)
const chosen = () => screen.getByRole('status').textContent

test('asks to select an option while none is chosen', () => {
  render(<Chooser />)
  expect(field()).toHaveProperty('placeholder', 'Please select an option')
})

test('shows at most six options, and says how many more there are', async () => {
  render(<Chooser />)
  await userEvent.click(field())
  expect(shown()).toHaveLength(6)
  expect(screen.getByText('2 more: type to narrow.')).toBeTruthy()
})

test('filters by typed text, whatever its case, and Enter picks the first match', async () => {
  render(<Chooser />)
  await userEvent.type(field(), 'LAKE')
  expect(shown()).toEqual(['Lantern Lake'])
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('5')
  expect(field()).toHaveProperty('value', 'Lantern Lake')
})

test('arrow keys move, and the marked option is the one Enter takes', async () => {
  render(<Chooser />)
  await userEvent.type(field(), 'r{ArrowDown}{Enter}')
  expect(chosen()).toBe('3')
})

test('unmatched text goes back to the earlier choice', async () => {
  render(<Chooser first={2} />)
  await userEvent.clear(field())
  await userEvent.type(field(), 'no such bank')
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(field()).toHaveProperty('value', 'First Coastal')
  expect(chosen()).toBe('2')
})

test('emptied, it goes back to the default item', async () => {
  render(<Chooser first={2} defaultValue={1} />)
  await userEvent.clear(field())
  await userEvent.tab()
  expect(chosen()).toBe('1')
})

test('Escape closes without choosing', async () => {
  render(<Chooser first={2} />)
  await userEvent.type(field(), 'bay{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(chosen()).toBe('2')
})
