import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test('the kinds of files that may be sent are listed once', async () => {
  await openPortal('/bank-uploads', clientSession({ reportTypeCodes: ['USR'] }), {
    'GET /api/service-team': { records: [], contact: { name: null, email: null, phone: null } },
    'GET /api/bank-uploads': { records: [], page: { page: 1, perPage: 25, totalRecords: 0, sortBy: 'createdAt', sortDirection: 'desc' } },
  })
  const panel = await screen.findByRole('region', { name: 'Send files' }, { timeout: 10_000 })
  expect(panel.textContent?.match(/docx/gi)).toHaveLength(1)
})
