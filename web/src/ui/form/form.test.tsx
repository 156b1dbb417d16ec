import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changesOf } from './merge.ts'
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
