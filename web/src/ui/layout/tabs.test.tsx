import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

const TABS = ['Overview', 'Policies', 'Files'].map((label) => ({
  key: label.toLowerCase(),
  label,
  panel: () => <p>{label} of the bank</p>,
}))

test('a row of tabs is one stop of the Tab key, at the tab that is open, and the arrows go around', async () => {
  const route = createRootRoute({ component: () => <Tabs tabs={TABS} label="Bank" /> })
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: ['/?tab=policies'] }) })
  render(<RouterProvider router={router} />)
  expect(await screen.findByText('Policies of the bank')).toBeTruthy()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Policies')
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('role'), 'no other tab is a stop').not.toBe('tab')
  screen.getByRole('tab', { name: 'Policies' }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(await screen.findByText('Overview of the bank')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Overview')
  expect(router.state.location.searchStr, 'the first tab needs no word in the address').toBe('')
})

test('the tab that an address names is in sight in a strip that is wider than the window', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.role === 'tab' ? new DOMRect(this.id.endsWith('files') ? 500 : 0, 0, 80, 40) : new DOMRect(0, 0, 360, 40)
  })
  const route = createRootRoute({ component: () => <Tabs tabs={TABS} label="Bank" /> })
  render(<RouterProvider router={createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: ['/?tab=files'] }) })} />)
  expect(await screen.findByText('Files of the bank')).toBeTruthy()
  expect(screen.getByRole('tablist').scrollLeft).toBe(360)
})
