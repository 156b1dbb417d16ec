/** A change of status in the browser: the journal entry it makes is drawn before it is sent, and a loss is confirmed. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPortal } from '../../test/portal.tsx'
import { staff, valuedReplies } from '../../test/register-fixtures.ts'

/** The lines of the entry that the form draws. */
const entry = () =>
  within(screen.getByRole('region', { name: 'Journal entry' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('a status is sent with its day, its reason and the version the page showed, and the entry it makes is drawn before', async () => {
  const { asked } = await openPortal('/institutions/7/policies/9', staff(2), valuedReplies)
  fireEvent.click(await screen.findByRole('button', { name: 'Change status' }))
  fireEvent.change(screen.getByRole('combobox', { name: /^Status/ }), { target: { value: 'DEATH_PAID' } })
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '10/20/2026' } })
  expect(entry()).toEqual([
    'Life insurance claim receivable Death claims716,000.00',
    'Cash surrender value of life insurance Death claims269,877.80',
    'Other noninterest income, life insurance Death claims446,122.20',
    'Cash Death claims received716,000.00',
    'Life insurance claim receivable Death claims received716,000.00',
    'Total1,432,000.001,432,000.00',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Add status' }))
  expect((await screen.findAllByText(/Enter “Why”/)).length).toBeGreaterThan(0)
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'The claim was paid' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add status' }))
  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/statuses'))?.body).toMatchObject({
      status: 'DEATH_PAID',
      effectiveDate: '2026-10-20',
      reason: 'The claim was paid',
      updatedAt: '2026-11-03T15:00:00.000Z',
    }),
  )
})

test('a lapse with a value asks where it goes and that the loss is right, and says no cash', async () => {
  const { asked } = await openPortal('/institutions/7/policies/9', staff(2), valuedReplies)
  fireEvent.click(await screen.findByRole('button', { name: 'Change status' }))
  fireEvent.change(screen.getByRole('combobox', { name: /^Status/ }), { target: { value: 'LAPSED' } })
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '10/20/2026' } })
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: 'As the carrier wrote' } })
  expect(screen.getByRole('region', { name: 'Journal entry' }).textContent).toContain('Choose where the value goes')
  fireEvent.change(screen.getByRole('combobox', { name: /^Where the value goes/ }), { target: { value: 'EXPENSE' } })
  expect(entry()).toEqual([
    'Other noninterest expense, life insurance Decrease in cash surrender value269,877.80',
    'Cash surrender value of life insurance Decrease in cash surrender value269,877.80',
    'Total269,877.80269,877.80',
  ])
  expect(screen.queryByLabelText(/^Amount/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add status' }))
  expect((await screen.findAllByText(/Confirm “The difference is correct”/)).length).toBeGreaterThan(0)
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: /The difference is correct/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Add status' }))
  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path.endsWith('/statuses'))?.body).toMatchObject({
      status: 'LAPSED',
      settlement: 'EXPENSE',
      differenceConfirmed: true,
    }),
  )
})
