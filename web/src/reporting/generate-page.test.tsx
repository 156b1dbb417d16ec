import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

const bank = (id: number, policiesWithoutValue = 0, existing: object | null = null) => ({
  id,
  name: `Bank ${id}`,
  city: 'Denver',
  stateCode: 'CO',
  subsidary_id: null,
  subsidiaryName: null,
  policyCount: 12,
  policiesWithoutValue,
  quarterEnds: true,
  existing,
  closeGate: null,
})
const released = { reportId: 1, batchId: 2, status: 'Ready', currentVersion: 1, released: true }
const failed = { reportId: 3, batchId: 2, status: 'Failed', currentVersion: 0, released: false }

const openAt = (address: string, records: readonly object[]) =>
  openPortal(address, buildSession(), {
    'GET /api/asset-reports/institutions': {
      records,
      currentPeriod: '2026-10-31',
      completePeriod: '2026-09-30',
      today: '2026-11-26',
    },
  })
const period = () => screen.findByLabelText<HTMLSelectElement>('Period', {}, { timeout: 5000 })

test('the latest complete month is offered first, and each later one says what it lacks', async () => {
  await openAt('/asset-reporting/generate', [bank(1)])
  expect((await period()).value).toBe('2026-09-30')
  expect([...(await period()).options].slice(0, 3).map(({ text }) => text)).toEqual([
    'November 2026 (not ended)',
    'October 2026 (values missing)',
    'September 2026 (quarter end)',
  ])
  expect(screen.queryByText(/not complete|has not ended/)).toBeNull()
})

test.each([
  ['2026-11-30', 'November 2026 has not ended. Its values are final once the carriers’ files of November 30, 2026 are posted.'],
  ['2026-10-31', 'October 2026 is not complete: 3 policies still have no posted value. The latest complete period is September 2026.'],
])('who chooses %s anyway reads why its reports cannot be made yet', async (chosen, sentence) => {
  await openAt(`/asset-reporting/generate?period=${chosen}`, [bank(1, 3), bank(2)])
  expect(await screen.findByText(sentence, {}, { timeout: 5000 })).toBeTruthy()
})

test('only reports that will be made are counted: those that exist are kept until they are asked for anew', async () => {
  await openAt('/asset-reporting/generate', [bank(1, 0, released), bank(2, 0, failed), bank(3)])
  expect(await screen.findByRole('button', { name: 'Generate 2 reports' }, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('1 existing report will be kept.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Regenerate existing reports/ }))
  expect(screen.getByRole('button', { name: 'Generate 3 reports' })).toBeTruthy()
})

test('where all have a report there is nothing to generate, and the way to new versions is said', async () => {
  await openAt('/asset-reporting/generate', [bank(1, 0, released)])
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Generate 0 reports' }, { timeout: 5000 })
  expect(button.disabled).toBe(true)
  expect(screen.getByText(/^Nothing to generate: all those selected have a report\./)).toBeTruthy()
})
