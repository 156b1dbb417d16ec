import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { institution, membership, overview } from '../../test/institution-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const related = (kinds: string[]) => ({ records: kinds.map((kind) => ({ kind, label: kind, count: 1, link: null })) })
const open = (kinds: string[], codes: string[]) =>
  openPortal('/institutions/101', buildSession(), {
    ...overview,
    'GET /api/institutions/101': institution,
    'GET /api/institutions/101/service-team': { records: [], candidates: [] },
    'GET /api/institutions/101/membership': membership(codes),
    'GET /api/institutions/101/related-data': related(kinds),
  })

test('a new institution says what it still needs, each with its place', async () => {
  await open(['plans'], [])
  const steps = within(await screen.findByRole('region', { name: 'Setting up' }))
  expect(steps.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Choose the report types its people see', '/institutions/101?tab=profile'],
    ['Invite its people', '/users/new?institutionId=101'],
    ['Bring in its policies', '/data-feeds'],
  ])
})

test('an institution that has it all says nothing of it', async () => {
  await open(['users', 'plans', 'policies'], ['MBR'])
  await screen.findByRole('link', { name: '$15,079,306.98' })
  expect(screen.queryByRole('region', { name: 'Setting up' })).toBeNull()
})
