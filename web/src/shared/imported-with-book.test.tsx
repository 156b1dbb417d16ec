/** Values that came in with a firm's book, on the pages that say where a value came from. */
import type { BookRow } from '@corridor/contract/book-row.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listOnboarding } from '@corridor/contract/onboarding.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { valuedReplies } from '../test/register-fixtures.ts'

const POLICY = 'GET /api/institutions/7/register/policies/9'
const staffMember = buildSession({ userRole: 'b', permissions: [{ code: 'INSTITUTIONS', access: 1 }] })
const importedFrom = (source: string, record: string | null = null) => {
  const bookRow: BookRow = { importId: 4, importName: 'Northbound', source, row: 1204, record }
  const policy = valuedReplies[POLICY]
  return { ...valuedReplies, [POLICY]: { ...policy, valuations: policy.valuations.map((value) => ({ ...value, bookRow })) } }
}
const source = () => screen.findByText(/^Imported with the firm’s book/)

test('a manager is led from a value to the import that brought it, by its file, sheet and row', async () => {
  await openPortal('/institutions/7/policies/9?tab=values', buildSession(), importedFrom('Book.xlsx/Values'))
  const words = await source()
  expect(words.textContent).toBe('Imported with the firm’s book: Northbound, Book.xlsx, sheet “Values”, row 1,204')
  expect(within(words).getByRole('link', { name: 'Northbound' }).getAttribute('href')).toBe('/onboarding/4')
})

test('others read the same words without a link', async () => {
  await openPortal('/institutions/7/policies/9?tab=values', staffMember, importedFrom('Values.csv'))
  const words = await source()
  expect(words.textContent).toBe('Imported with the firm’s book: Northbound, Values.csv, row 1,204')
  expect(within(words).queryByRole('link')).toBeNull()
})

test('a value of another system’s record names the record', async () => {
  const replies = importedFrom('Policy_Value__c', 'Policy_Value__c/a01/1204')
  await openPortal('/institutions/7/policies/9?tab=values', staffMember, replies)
  expect((await source()).textContent).toBe('Imported with the firm’s book: Northbound, Policy_Value__c/a01/1204')
})

const FILES = { records: [], page: { page: 1, perPage: 25, totalRecords: 0, sortBy: 'receivedAt', sortDirection: 'desc' } }
const imports: ReplyOf<typeof listOnboarding> = {
  records: [],
  page: { page: 1, perPage: 1, totalRecords: 1, sortBy: 'startedAt', sortDirection: 'desc' },
}
const feeds = { 'GET /api/etl/files': FILES, 'GET /api/etl/carriers': { records: [] }, 'GET /api/onboarding': imports }

test('Data Feeds leads managers to the imports that brought values of the month', async () => {
  const { asked } = await openPortal('/data-feeds?period=2026-09-30', buildSession(), feeds)
  const line = await screen.findByText(/^Values of September 2026 that were imported with the firm’s book came in no carrier’s file: see/)
  expect(within(line).getByRole('link', { name: 'Onboarding' }).getAttribute('href')).toBe('/onboarding')
  const query = asked.find(({ path }) => path === '/api/onboarding')?.query
  expect([query?.get('withValues'), query?.get('month')]).toEqual(['true', '2026-09-30'])
})

test('without a month Data Feeds tells of values of any month', async () => {
  await openPortal('/data-feeds', buildSession(), feeds)
  expect(await screen.findByText(/^Values that were imported with the firm’s book/)).toBeTruthy()
})

test('Data Feeds tells nobody but managers of imports', async () => {
  const session = buildSession({ userRole: 'b', permissions: [{ code: 'ASSET_REPORT', access: 2 }] })
  const { asked } = await openPortal('/data-feeds', session, feeds)
  expect(await screen.findByRole('heading', { name: 'No files' })).toBeTruthy()
  expect(screen.queryByText(/imported with the firm’s book/)).toBeNull()
  expect(asked.filter(({ path }) => path === '/api/onboarding')).toEqual([])
})
