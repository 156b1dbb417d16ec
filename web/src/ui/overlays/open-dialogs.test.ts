import { expect, test, vi } from 'vitest'
import { openDialog } from './open-dialogs.ts'

test('a page below dialogs keeps the room of its scrollbar, measured before the first of them took it away', () => {
  const root = document.documentElement
  const width = vi.spyOn(root, 'offsetWidth', 'get').mockReturnValue(window.innerWidth - 15)
  const [first, second] = [
    document.body.appendChild(document.createElement('dialog')),
    document.body.appendChild(document.createElement('dialog')),
  ]
  const closeFirst = openDialog(first)
  width.mockReturnValue(window.innerWidth)
  const closeSecond = openDialog(second)
  expect(root.style.getPropertyValue('--gutter')).toBe('15px')
  closeSecond()
  expect(root.classList.contains('scroll-locked'), 'one is still open').toBe(true)
  closeFirst()
  expect(root.classList.contains('scroll-locked')).toBe(false)
})
