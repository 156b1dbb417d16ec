import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorTray, toast } from '../../kernel/toasts.ts'
import { ErrorTray } from './ErrorTray.tsx'
import { Popover, PopoverItem } from './Popover.tsx'

const open = () => {
  render(
    <>
      <Popover label="Columns">{(close) => <PopoverItem onChoose={close}>Name</PopoverItem>}</Popover>
      <button type="button">Elsewhere</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Columns' })
  fireEvent.click(button)
  return button
}
const isOpen = () => screen.queryByRole('button', { name: 'Name' }) !== null

test('a panel opens and closes by its button, and says which it is', () => {
  const button = open()
  expect([isOpen(), button.getAttribute('aria-expanded')]).toEqual([true, 'true'])
  fireEvent.click(button)
  expect([isOpen(), button.getAttribute('aria-expanded')]).toEqual([false, 'false'])
})

test('Escape and a choice in it close it and lead back to its button; other keys and presses inside do not', () => {
  const button = open()
  fireEvent.keyDown(document, { key: 'a' })
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Name' }))
  expect(isOpen()).toBe(true)
  fireEvent.keyDown(document, { key: 'Escape' })
  expect([isOpen(), document.activeElement]).toEqual([false, button])
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect([isOpen(), document.activeElement]).toEqual([false, button])
})

test.each(['pointerDown', 'focusIn'] as const)('a %s elsewhere closes it', (event) => {
  open()
  fireEvent[event](screen.getByRole('button', { name: 'Elsewhere' }))
  expect(isOpen()).toBe(false)
})

test('the problems of a visit are listed with their references, and cleared together', () => {
  toast.error('The first')
  let closed = 0
  render(<ErrorTray errors={[...errorTray.get().map((error) => ({ ...error, reference: 'r-9' }))]} onClose={() => (closed += 1)} />)
  expect(screen.getByRole('listitem').textContent).toMatch(/The first.*r-9/)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([closed, errorTray.get().length]).toEqual([1, 1])
  fireEvent.click(screen.getByRole('button', { name: 'Clear the list' }))
  expect([closed, errorTray.get()]).toEqual([2, []])
})
