import { render, screen } from '@testing-library/react'
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
