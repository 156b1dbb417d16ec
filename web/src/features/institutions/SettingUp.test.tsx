import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { institution, membership, overview } from '../../test/institution-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const related = (kinds: string[]) => ({ records: kinds.map((kind) => ({ kind, label: kind, count: 1, link: null })) })
const open = (kinds: string[], codes: string[], address = '/institutions/101', terms: readonly object[] = []) =>
  openPortal(address, buildSession(), {
    ...overview,
    'GET /api/institutions/101': institution,
    'GET /api/institutions/101/service-team': { records: [], candidates: [] },
    'GET /api/institutions/101/membership': membership(codes),
    'GET /api/institutions/101/related-data': related(kinds),
    'GET /api/institutions/101/capital': { records: terms, removed: [] },
    'GET /api/institutions/101/tax-profiles': { records: terms, removed: [] },
    'GET /api/institutions/101/policy-limits': { records: terms, removed: [] },
    'GET /api/institutions/owners': { records: [] },
    'GET /api/institutions/101/sites': { records: [] },
  })

test('a new institution says what it still needs in the order of the work, each with its place', async () => {
  await open(['plans'], [])
  const steps = within(await screen.findByRole('region', { name: 'Setting up' }))
  expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Enter its tax profile', '/institutions/101?tab=tax'],
    ['Enter its capital', '/institutions/101?tab=capital'],
    ['Enter its board’s limits', '/institutions/101?tab=limits'],
    ['Bring in its policies', '/data-feeds'],
    ['Or enter its insureds by hand', '/institutions/101?tab=policies&list=insureds'],
    ['Invite its people', '/users/new?institutionId=101'],
    ['Choose the report types its people see', '/institutions/101?tab=profile#report-types'],
    ['Generate and release its first report', '/asset-reporting/generate'],
  ])
})

test('an institution that has it all says nothing of it', async () => {
  await open(['users', 'plans', 'policies', 'reports'], ['MBR'], '/institutions/101', [{ effectiveOn: '2026-01-01' }])
  await screen.findByRole('link', { name: '$15,079,306.98' })
  expect(screen.queryByRole('region', { name: 'Setting up' })).toBeNull()
})

test('the step about report types lands on them, below the long profile', async () => {
  await open(['plans'], [], '/institutions/101?tab=profile#report-types')
  const types = await screen.findByRole('heading', { name: 'What its people see' })
  expect(document.activeElement?.contains(types)).toBe(true)
  expect(document.activeElement?.id).toBe('report-types')
})
