import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

test('a single rare action is a button, not a menu of one', async () => {
  const row = report(5, null, { status: 'Canceled', can: ['regenerate'] })
  await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': { report: row, version: 1, versions: [], view: null },
  })
  expect(await screen.findByRole('button', { name: 'Regenerate' }, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
})

test.each([
  ['a phone', true, 'More actions'],
  ['a wider window', false, 'More'],
])('on %s what is rare or destroys is in one menu', async (_, isPhone, menu) => {
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(matchMedia(query), 'matches', { value: isPhone && query === '(width <= 768px)' }),
  )
  await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': {
      report: report(5, null, { status: 'Canceled', can: ['regenerate', 'delete'] }),
      version: 1,
      versions: [],
      view: null,
    },
  })
  const opener = await screen.findByRole('button', { name: menu }, { timeout: 5000 })
  expect(screen.queryByRole('button', { name: 'More' }) === null).toBe(isPhone)
  fireEvent.click(opener)
  const box = within(opener.parentElement ?? opener)
  expect(box.getAllByRole('button', { name: /^(Regenerate|Delete)$/ }).map(({ textContent }) => textContent)).toEqual([
    'Regenerate',
    'Delete',
  ])
  fireEvent.click(box.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
