/** A new policy's form: carrier and product choose each other. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { institution } from '../../test/institution-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { REGISTER, replies, staff } from '../../test/register-fixtures.ts'

const page = { page: 1, perPage: 25, totalRecords: 0, sortBy: 'policyNumber', sortDirection: 'asc' }
const totals = { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0, withoutValue: 0 }
const choices = {
  carriers: [
    { code: 'CORVA', name: 'Corva Life', held: true },
    { code: 'STONE', name: 'Stonemarch', held: false },
  ],
  products: [
    { id: 2, name: 'Stable UL', carrierCode: 'CORVA', accountType: 'GENERAL' },
    { id: 3, name: 'Bank UL', carrierCode: 'STONE', accountType: 'GENERAL' },
  ],
}
async function openForm(drafts: readonly object[] = []) {
  const portal = await openPortal('/institutions/7?tab=policies', staff(2), {
    ...replies,
    [REGISTER]: { ...replies[REGISTER], ...choices },
    'GET /api/institutions/7': { ...institution, id: 7 },
    'GET /api/institutions/7/register/policies': { records: [], totals, page },
    'GET /api/drafts/register.7.policies.new': { records: drafts },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New policy' }))
  return portal
}
const field = (name: string) => screen.findByRole('combobox', { name })
const choose = async (name: string, label: string) => {
  await userEvent.click(await field(name))
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: label }))
}

test('only products of the chosen carrier are offered, and another carrier clears the product', async () => {
  await openForm()
  await choose('Carrier *', 'Stonemarch')
  await userEvent.click(await field('Product *'))
  const list = within(await screen.findByRole('listbox'))
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Bank UL (STONE)'])
  await userEvent.click(screen.getByRole('option', { name: 'Bank UL (STONE)' }))
  await choose('Carrier *', 'Corva Life')
  expect(await field('Product *')).toHaveProperty('value', '')
})

test('a product chosen first brings its carrier', async () => {
  await openForm()
  await choose('Product *', 'Bank UL (STONE)')
  expect(await field('Carrier *')).toHaveProperty('value', 'Stonemarch')
})

test('without carrier and product each is asked for, and no product is said to be another carrier’s', async () => {
  await openForm()
  await userEvent.click(await screen.findByRole('button', { name: 'Add policy' }))
  const problems = within(await screen.findByRole('alert', { name: /^Fix/ }))
  expect(problems.getByText(/Choose the carrier/)).toBeTruthy()
  expect(problems.getByText(/Choose the product/)).toBeTruthy()
  expect(problems.queryByText(/another carrier/)).toBeNull()
})

test('a draft typed beside an unanswered one is offered beside it, and each Restore brings back every field that its offer names', async () => {
  const draft = (writer: string, values: object) => ({ writer, savedAt: '2026-11-03T15:28:00.000Z', content: { values, base: {} } })
  const whole = draft('33333333-3333-4333-8333-333333333333', { policyNumber: 'X-1', riskClass: 'Standard' })
  const later = draft('44444444-4444-4444-8444-444444444444', { riskClass: 'Preferred' })
  const portal = await openForm([later, whole])
  const offers = await screen.findAllByRole('region', { name: /^You have unsaved changes from/ })
  expect(offers.map((offer) => within(offer).getByText(/^Changed:/).textContent)).toEqual([
    'Changed: Risk class.',
    'Changed: Policy number, Risk class.',
  ])
  await userEvent.type(screen.getByLabelText('Owner'), 'Alder Bank')
  await userEvent.click(within(offers[0] ?? document.body).getByRole('button', { name: 'Restore' }))
  const rest = within(await screen.findByRole('region', { name: /^You have unsaved changes from/ }))
  expect(rest.getByText(/^Changed:/).textContent).toBe(
    'Changed: Policy number, Risk class. Restore replaces what now stands in Risk class.',
  )
  await userEvent.click(rest.getByRole('button', { name: 'Restore' }))
  for (const [label, value] of [
    ['Policy number *', 'X-1'],
    ['Risk class', 'Standard'],
    ['Owner', 'Alder Bank'],
  ] as const)
    expect(screen.getByLabelText(label)).toHaveProperty('value', value)
  const forgotten = () => portal.asked.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('writer'))
  await expect.poll(forgotten).toEqual([later.writer, whole.writer])
  portal.unmount()
})

test('a draft of what is saved already, or of the same as a later one, is forgotten without a question', async () => {
  const draft = (writer: string, values: object) => ({ writer, savedAt: '2026-11-03T15:28:00.000Z', content: { values, base: {} } })
  const [later, same, nothing] = [
    draft('55555555-5555-4555-8555-555555555555', { riskClass: 'Preferred' }),
    draft('66666666-6666-4666-8666-666666666666', { riskClass: 'Preferred' }),
    draft('77777777-7777-4777-8777-777777777777', { riskClass: '' }),
  ]
  const portal = await openForm([later, same, nothing])
  const forgotten = () => portal.asked.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('writer'))
  await expect.poll(forgotten).toEqual([same.writer, nothing.writer])
  const offers = screen.getAllByRole('region', { name: /^You have unsaved changes from/ })
  expect(offers.map((offer) => within(offer).getByText(/^Changed:/).textContent)).toEqual(['Changed: Risk class.'])
  portal.unmount()
})
