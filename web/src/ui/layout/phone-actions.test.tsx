import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PhoneActions } from './PhoneActions.tsx'

test('actions kept behind one button open with it, and close with Escape and when the focus goes elsewhere', async () => {
  render(
    <>
      <PhoneActions>
        <button type="button">Print</button>
      </PhoneActions>
      <button type="button">Download</button>
    </>,
  )
  const more = screen.getByRole('button', { name: 'More actions' })
  const isOpen = () => more.getAttribute('aria-expanded')
  expect(isOpen()).toBe('false')
  await userEvent.click(more)
  await userEvent.tab()
  expect([isOpen(), document.activeElement?.textContent]).toEqual(['true', 'Print'])
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe('false')
  await userEvent.click(more)
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect(isOpen()).toBe('false')
})
