import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { institution } from '../../test/institution-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test('a list on paper says how many rows match, and the search and the filters in force', async () => {
  const page = { page: 1, perPage: 25, totalRecords: 35, sortBy: 'name', sortDirection: 'asc' }
  await openPortal('/institutions?search=coastal&status=ACTIVE', buildSession(), {
    'GET /api/institutions': { records: [institution], page },
  })
  const words = await screen.findByText('35 institutions · Search: coastal · Status: Active')
  expect(words.closest('[data-no-print]')).toBeNull()
})
