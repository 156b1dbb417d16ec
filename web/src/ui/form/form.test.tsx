import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FieldControl } from './FieldControl.tsx'
import { changesOf, draftContent, filled, mergeOf } from './merge.ts'
import { Problems } from './Notices.tsx'

test('a form that nobody typed into makes no draft; one that was keeps what was typed, with what stood there', () => {
  const stored = { name: 'Alder Bank', city: null }
  expect(changesOf({ ...stored }, stored)).toBeNull()
  expect(changesOf({ ...stored, city: 'Dayton' }, stored)).toEqual({ values: { city: 'Dayton' }, base: { city: null } })
})

test('a form without problems says nothing above its fields', () => {
  const { container } = render(<Problems problems={{}} fields={{}} onGo={() => undefined} />)
  expect(container.innerHTML).toBe('')
})

test('of two changes to one record each stands where only one was made; where both were, to different ends, a person decides', () => {
  const base = { city: 'Dayton', name: 'Alder', note: null, phone: '1' }
  const theirs = { city: 'Denver', name: 'Alder', note: 'theirs', phone: '2' }
  const ours = { city: 'Dayton', name: 'Alder Bank', note: 'ours', phone: '2' }
  expect(mergeOf(base, theirs, ours)).toEqual({
    merged: { city: 'Denver', name: 'Alder Bank', note: 'ours', phone: '2' },
    conflicts: ['note'],
    taken: ['city'],
  })
  expect(mergeOf(base, base, ours)).toEqual({ merged: ours, conflicts: [], taken: [] })
})

test('a draft is taken up as far as the form knows its fields, and holds values only', () => {
  const fields = { city: { kind: 'text', label: 'City' }, sites: { kind: 'many', label: 'Sites' } } as const
  const content = { values: { city: 'Dayton', sites: [1, 2], gone: 'x' }, base: { city: { odd: true }, sites: null } }
  expect(draftContent(content, fields)).toEqual({ values: { city: 'Dayton', sites: [1, 2] }, base: { sites: null } })
  expect(draftContent({ values: 'nothing' }, fields)).toEqual({ values: {}, base: {} })
  expect(filled({ city: 'Dayton', name: 'Alder' }, { city: '', name: undefined })).toEqual({ city: '', name: 'Alder' })
})

test('problems are counted, each leads to its field, and one of no field is a sentence', () => {
  const went: string[] = []
  const fields = { city: { kind: 'text', label: 'City' } } as const
  const two = render(<Problems problems={{ city: 'Write city', other: 'Ask again' }} fields={fields} onGo={(name) => went.push(name)} />)
  two.getByRole('alert', { name: 'Fix 2 errors' })
  two.getByRole('button', { name: 'Write city' }).click()
  expect([went, two.getAllByRole('button').length, two.container.textContent?.includes('Ask again')]).toEqual([['city'], 1, true])
  two.unmount()
  render(<Problems problems={{ city: 'Write city' }} fields={fields} onGo={() => undefined} />).getByRole('alert', { name: 'Fix 1 error' })
})

test('a problem that does not name its field stands after the label', () => {
  const fields = { age: { kind: 'whole', label: 'Age' } } as const
  const page = render(<Problems problems={{ age: 'Enter a percentage' }} fields={fields} onGo={() => undefined} />)
  expect(page.getByRole('button', { name: 'Age: Enter a percentage' })).toBeTruthy()
})

test('a code on file that the list of states does not have is shown, and stays a choice beside the list', () => {
  const field = { kind: 'dropdown', label: 'State', options: [{ value: 'OH', label: 'Ohio (OH)' }] } as const
  const shown = (value: string | null) => {
    const page = render(<FieldControl field={field} value={value} onChange={() => undefined} onBlur={() => undefined} error={undefined} />)
    const text = page.getByRole('combobox', { name: 'State' })
    const typed = text instanceof HTMLInputElement ? text.value : undefined
    page.unmount()
    return typed
  }
  expect([shown('OH'), shown('ZZ'), shown(null), shown('')]).toEqual(['Ohio (OH)', 'ZZ', '', ''])
})

test('an amount is written as the book shows it once its field is left; what cannot be read, and what is so already, stays', () => {
  const left = (typed: string) => {
    const changes: unknown[] = []
    const page = render(
      <FieldControl
        field={{ kind: 'money', label: 'Premium' }}
        value={typed}
        onChange={(value) => changes.push(value)}
        onBlur={() => undefined}
        error={undefined}
      />,
    )
    fireEvent.blur(page.getByLabelText('Premium'))
    page.unmount()
    return changes
  }
  expect(['1234567.8', '1,234,567.80', 'a lot', ''].map(left)).toEqual([['1,234,567.80'], [], [], []])
})
