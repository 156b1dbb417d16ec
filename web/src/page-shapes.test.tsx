/** A page whose answer is on its way is drawn in its own shape. */
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession, clientSession } from './test/fixtures.ts'
import { openPortal } from './test/portal.tsx'

const never = new Promise(() => undefined)

test.each([
  ['a file', '/view-report/7', 'GET /api/reports/7/view', 'file', clientSession()],
  ['a conversation', '/service-requests/7', 'GET /api/service-requests/7', 'conversation', buildSession()],
  ['a record', '/sites/1', 'GET /api/sites/1', 'form', buildSession()],
  ['a carrier’s file', '/data-feeds/7', 'GET /api/etl/files/7', 'figures', buildSession()],
  ['Salesforce', '/data-feeds/salesforce', 'GET /api/etl/Salesforce', 'figures', buildSession()],
  ['a firm’s import', '/onboarding/7', 'GET /api/onboarding/7', 'figures', buildSession()],
  [
    'the questions of a year',
    '/configuration/annual-questionnaire',
    'GET /api/report-configuration/annual-questionnaire',
    'form',
    buildSession(),
  ],
  ['the API keys', '/users/api-keys', 'GET /api/api-keys', 'list', buildSession()],
] as const)('the page of %s', async (_, address, call, shape, session) => {
  await openPortal(address, session, { [call]: never })
  await waitFor(() =>
    expect(document.querySelector('main [aria-busy] [data-shape], main [data-shape]')?.getAttribute('data-shape')).toBe(shape),
  )
})
