import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Panel } from './Panel.tsx'
import { PhoneSection } from './PhoneSection.tsx'

test('a part that a phone opens by its name does not print that name again, and its other panels keep theirs', () => {
  render(
    <PhoneSection title="Activity">
      <Panel title="Activity">Of the month</Panel>
      <Panel title="Claims">None</Panel>
    </PhoneSection>,
  )
  const repeated = (name: string) => screen.getByRole('heading', { name }).hasAttribute('data-repeated')
  expect([repeated('Activity'), repeated('Claims')]).toEqual([true, false])
})

test('a link opens the part it leads to, again after it was closed, and one to a place inside it; the address and the way back open it too', async () => {
  const opener = () => screen.getByRole('button', { name: 'Liquidity' }).getAttribute('aria-expanded')
  const draw = () =>
    render(
      <>
        <a href="#liquidity">See liquidity</a>
        <a href="#liquidity-cash">See cash</a>
        <a href="#rates">See rates</a>
        <PhoneSection title="Liquidity" anchor="liquidity">
          <section id="liquidity">
            <p id="liquidity-cash" />
          </section>
        </PhoneSection>
      </>,
    )
  window.HTMLElement.prototype.scrollIntoView = () => undefined
  const { unmount } = draw()
  await userEvent.click(screen.getByRole('link', { name: 'See rates' }))
  expect(opener()).toBe('false')
  for (const _ of ['first', 'again']) {
    await userEvent.click(screen.getByRole('link', { name: 'See liquidity' }))
    expect(opener()).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Liquidity' }))
    expect(opener()).toBe('false')
  }
  await userEvent.click(screen.getByRole('link', { name: 'See cash' }))
  expect(opener()).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Liquidity' }))
  await userEvent.click(screen.getByRole('link', { name: 'See rates' }))
  window.location.hash = '#liquidity'
  await waitFor(() => expect(opener()).toBe('true'))
  unmount()
  draw()
  expect(opener()).toBe('true')
  window.location.hash = ''
})

test('a link to something inside a part opens the part, and so does the address', async () => {
  const opener = () => screen.getByRole('button', { name: 'Risks' }).getAttribute('aria-expanded')
  const led: string[] = []
  window.HTMLElement.prototype.scrollIntoView = function () {
    led.push(this.id)
  }
  const draw = () =>
    render(
      <>
        <a href="#price">See price</a>
        <PhoneSection title="Risks" anchor="risks">
          <section id="risks">
            <div id="price" />
          </section>
        </PhoneSection>
      </>,
    )
  const { unmount } = draw()
  expect(opener()).toBe('false')
  await userEvent.click(screen.getByRole('link', { name: 'See price' }))
  expect(opener()).toBe('true')
  unmount()
  window.location.hash = '#price'
  draw()
  await waitFor(() => expect([opener(), led.at(-1)]).toEqual(['true', 'price']))
  window.location.hash = ''
})
