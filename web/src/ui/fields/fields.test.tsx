/** Fields of any form: named, described and refused for everybody, and telling the form what a person typed, kind by kind. */
import { type Cents, usd } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateInput } from './DateInput.tsx'
import { Checkbox, SelectField, TextArea, TextField } from './Field.tsx'
import { FileName } from './FileName.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import { PhoneInput } from './PhoneInput.tsx'
import { SearchField } from './SearchField.tsx'

afterEach(() => void vi.useRealTimers())
const nothing = () => undefined
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

test('a field is named by its label and described by its hint and what is wrong with it', () => {
  render(<TextField label="City" hint="As on the charter" error={['Too long.', 'Write it out.']} required value="" onChange={nothing} />)
  const box = screen.getByRole('textbox', { name: /^City/, description: 'As on the charter Too long. Write it out.' })
  expect([box.getAttribute('aria-invalid'), box.hasAttribute('required')]).toEqual(['true', true])
})

test('a field with nothing to say of it says nothing, and its name may be for ears alone', () => {
  render(<TextArea label="Note" hideLabel value="a" onChange={nothing} />)
  const box = screen.getByRole('textbox', { name: 'Note' })
  expect([box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby'), box.hasAttribute('required')]).toEqual([
    null,
    null,
    false,
  ])
  expect(screen.getByText('Note').className).toBe('visually-hidden')
  expect(screen.queryByText('*')).toBeNull()
})

test('one of a few is told by its value, a box by whether it is ticked', () => {
  const told: unknown[] = []
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ]
  render(
    <>
      <SelectField label="Which" value="a" options={options} onChange={(value) => told.push(value)} />
      <Checkbox label="Some" checked={false} indeterminate hint="of them" onChange={(checked) => told.push(checked)} />
    </>,
  )
  type(screen.getByRole('combobox', { name: 'Which' }), 'b')
  const box = screen.getByRole('checkbox', { name: /Some/ })
  expect(box).toHaveProperty('indeterminate', true)
  fireEvent.click(box)
  expect(told).toEqual(['b', true])
})

function Money({ told }: { told: (Cents | null)[] }) {
  const [value, setValue] = useState<Cents | null>(usd(1234.5))
  return (
    <MoneyInput
      label="Premium"
      value={value}
      onChange={(next) => {
        told.push(next)
        setValue(next)
      }}
    />
  )
}
test('an amount is typed as people write it, kept as cents, and written out when one leaves it', () => {
  const told: (Cents | null)[] = []
  render(<Money told={told} />)
  const box = screen.getByRole('textbox', { name: 'Premium' })
  expect(box).toHaveProperty('value', '1,234.50')
  type(box, '$2,000')
  expect([box, told]).toMatchObject([{ value: '$2,000' }, [usd(2000)]])
  fireEvent.blur(box)
  expect(box).toHaveProperty('value', '2,000.00')
  type(box, '12,34')
  expect([screen.queryByText('Enter an amount such as 1,234.56') !== null, told.length]).toEqual([true, 1])
  fireEvent.blur(box)
  expect(box, 'what cannot be read stays to be mended').toHaveProperty('value', '12,34')
  type(box, '')
  expect([screen.queryByText('Enter an amount such as 1,234.56'), told.at(-1)]).toEqual([null, null])
})

function Day({ told, monthEnds = false }: { told: unknown[]; monthEnds?: boolean }) {
  const [value, setValue] = useState<PlainDate | null>(plainDate('2026-09-30'))
  return (
    <DateInput
      label="As of"
      value={value}
      monthEnds={monthEnds}
      onReadable={(isReadable) => told.push(isReadable)}
      onChange={(next) => {
        told.push(next)
        setValue(next)
      }}
    />
  )
}
test('a date is told when one leaves it or presses Enter; half a date is said at once and told to nobody', () => {
  const told: unknown[] = []
  render(<Day told={told} />)
  const box = screen.getByRole('textbox', { name: 'As of' })
  expect(box).toHaveProperty('value', '09/30/2026')
  type(box, '10/3')
  type(box, '10/3x')
  expect([told, screen.queryByText('Enter a date as mm/dd/yyyy') !== null]).toEqual([[true, false], true])
  fireEvent.blur(box)
  expect([box, told.length]).toMatchObject([{ value: '10/3x' }, 2])
  type(box, '10/31/26')
  fireEvent.keyDown(box, { key: 'a' })
  expect(told).toHaveLength(3)
  fireEvent.keyDown(box, { key: 'Enter' })
  expect([box, told.at(-1)]).toMatchObject([{ value: '10/31/2026' }, '2026-10-31'])
  type(box, ' ')
  fireEvent.blur(box)
  expect([box, told.at(-1)]).toMatchObject([{ value: '' }, null])
})
test('a month is its last day where the field is of month ends', () => {
  const told: unknown[] = []
  render(<Day told={told} monthEnds />)
  const box = screen.getByRole('textbox', { name: 'As of' })
  type(box, '2/2026')
  fireEvent.blur(box)
  expect([box.getAttribute('placeholder'), told.at(-1)]).toEqual(['mm/yyyy', '2026-02-28'])
})

test('a phone number is shown in its form and kept as digits; deleting a bracket deletes the digit before it', () => {
  const told: string[] = []
  render(<PhoneInput label="Phone" value="3035" onChange={(digits) => told.push(digits)} />)
  const box = screen.getByRole('textbox', { name: 'Phone' })
  expect(box).toHaveProperty('value', '(303) 5')
  type(box, '(303 5')
  type(box, '(303) 55')
  type(box, '(303) ')
  expect(told).toEqual(['303', '30355', '303'])
})

test('a search is asked when typing pauses, once, without its margins; the address leads the field', () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const field = (value: string) => <SearchField label="Search banks" value={value} onSearch={(text) => asked.push(text)} />
  const { rerender } = render(field(''))
  const box = screen.getByRole('searchbox', { name: 'Search banks' })
  type(box, 'al')
  act(() => void vi.advanceTimersByTime(299))
  type(box, ' alder ')
  act(() => void vi.advanceTimersByTime(299))
  expect(asked).toEqual([])
  act(() => void vi.advanceTimersByTime(1))
  expect(asked).toEqual(['alder'])
  rerender(field('birch'))
  expect(box).toHaveProperty('value', 'birch')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(asked).toHaveLength(1)
})

test('a file’s name may break after its separators and nowhere else', () => {
  const { container } = render(<FileName name="SM_UL-1026.values.csv" />)
  expect(container.innerHTML).toBe('SM_<wbr>UL-<wbr>1026.<wbr>values.<wbr>csv')
})
