import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { institution, overview } from '../../test/institution-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const opened = (replies: Parameters<typeof openPortal>[2]) =>
  openPortal('/institutions/101?tab=overview', buildSession(), {
    'GET /api/institutions/101': institution,
    'GET /api/institutions/101/service-team': { records: [], candidates: [] },
    'GET /api/institutions/101/related-data': { records: [] },
    ...overview,
    ...replies,
  })

test('an overview’s open exceptions are those of all months, and it says so', async () => {
  const counted = (period: string) => ({
    check: 'client-exceptions',
    ruleCode: 'V3',
    ruleTitle: 'V3',
    severity: 'error',
    period,
    open: 1,
    settled: 0,
    only: null,
  })
  const records = [counted('2026-10-31'), counted('2026-09-30')]
  await opened({ 'GET /api/exceptions/counts': { records, resolved: [], isAudited: true } })
  const note = await screen.findByText('Of all months')
  expect(note.closest('dl')?.textContent).toContain('Open exceptions2Of all months')
})

test('the line below an institution’s name leaves out what is not known, without a stray dash', async () => {
  await opened({ 'GET /api/institutions/101': { ...institution, city: null, stateCode: null } })
  expect(await screen.findByText('Legal name: First Coastal Bank, N.A. · Bank · No relationship owner')).toBeTruthy()
})
