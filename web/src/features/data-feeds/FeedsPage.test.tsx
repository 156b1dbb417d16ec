import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { file } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test('errors and warnings of a discarded file are open no longer, and the list counts none', async () => {
  const records = [
    { ...file, id: 1, fileName: 'checked.csv', openErrors: 12, openWarnings: 34 },
    { ...file, id: 2, fileName: 'discarded.csv', openErrors: 12, openWarnings: 34, status: 'REJECTED', shown: 'REJECTED' },
  ]
  await openPortal('/data-feeds', buildSession(), {
    'GET /api/etl/files': { records, page: { page: 1, perPage: 25, totalRecords: 2, sortBy: 'receivedAt', sortDirection: 'desc' } },
  })
  const counts = async (name: string) => {
    const row = within((await screen.findByText(name, {}, { timeout: 5000 })).closest('tr') ?? document.body)
    return ['12', '34'].map((count) => row.queryAllByText(count).length)
  }
  expect(await counts('checked.csv')).toEqual([1, 1])
  expect(await counts('discarded.csv')).toEqual([0, 0])
})
