/** Every state a file can be in has a sentence, a way out, and keys; the drawing of each kind is looked at in a browser (e2e/file-viewer.spec.ts). */
import type { ViewedFile } from '@corridor/contract/viewers.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { buildSession, clientSession } from '../../test/fixtures.ts'
import { openPortal, type Replies, refusal } from '../../test/portal.tsx'

const record: ViewedFile = {
  id: 7,
  displayName: 'Board minutes',
  uploadName: 'minutes.txt',
  extension: 'txt',
  sizeBytes: 1200,
  typeCode: 'LEG',
  typeName: 'Legal Document',
  yearOverride: 2026,
  version: 2,
  createdAt: '2026-11-03T15:00:00.000Z',
  updatedAt: '2026-11-03T15:00:00.000Z',
  institutionId: 7,
  institutionName: 'First Coastal Bank',
  carrierCode: null,
  restated: false,
  dataAsOf: null,
  source: null,
  previous: { id: 6, displayName: 'Earlier minutes' },
  next: { id: 8, displayName: 'Later minutes' },
  position: 2,
  siblings: 3,
}
const opened = (over: Partial<ViewedFile>, file?: unknown, more: Replies = {}) =>
  openPortal('/view-document/7', clientSession(), {
    'GET /api/documents/7/view': { ...record, ...over },
    'GET /api/documents/8/view': { ...record, id: 8, displayName: 'Later minutes', sizeBytes: 0 },
    'GET /api/documents/7/file': file,
    ...more,
  })
const focusNotice = () => screen.getByRole('heading', { name: 'This file is empty' }).parentElement?.focus()
const bytes = (...content: number[]) => new Response(new Uint8Array(content))

test('what a file is stands below its name', async () => {
  await opened({ sizeBytes: 0 })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Board minutes')
  for (const fact of ['Legal Document', 'First Coastal Bank', '2026', 'Text file, 0 B', 'Version 2'])
    expect(screen.getAllByText(fact).length).toBeGreaterThan(0)
})

test.each<[string, Partial<ViewedFile>, unknown, boolean]>([
  ['This file is empty', { sizeBytes: 0 }, undefined, false],
  ['This kind of file cannot be shown here', { extension: 'pptx' }, undefined, true],
  ['This file is too large to be shown here', { extension: 'xlsx', sizeBytes: 30_000_000 }, undefined, true],
  ['This file is being checked', {}, refusal(409, { code: 'file_held', message: 'The file is being checked.' }), false],
  ['Not found', {}, refusal(404, { code: 'not_found', message: 'This does not exist, or you do not have access to it.' }), false],
  ['This file is protected with a password', { extension: 'docx' }, bytes(0xd0, 0xcf, 0x11, 0xe0), true],
  ['This file cannot be shown', { extension: 'docx' }, bytes(1, 2, 3), true],
])('%s', async (title, over, file, saved) => {
  await opened(over, file)
  const notice = (await screen.findByRole('heading', { level: 2, name: title })).parentElement
  expect(notice?.getAttribute('role')).toBe('alert')
  expect(notice?.querySelector('button') !== null).toBe(saved)
})

test('a record that is not there is told as such, and nothing of it is asked for', async () => {
  const portal = await openPortal('/view-document/9', clientSession())
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
  expect(portal.asked.filter(({ path }) => path.endsWith('/file'))).toEqual([])
})

test('n opens the next file in its place, Esc leads where the person came from', async () => {
  const portal = await opened({ sizeBytes: 0 })
  expect((await screen.findByRole('link', { name: 'Next file: Later minutes' })).getAttribute('href')).toBe('/view-document/8')
  focusNotice()
  await userEvent.keyboard('n')
  expect((await screen.findByRole('heading', { name: 'Later minutes' })).textContent).toBe('Later minutes')
  expect(portal.address()).toBe('/view-document/8')
  focusNotice()
  await userEvent.keyboard('{Escape}')
  expect(portal.address()).toBe('/dashboard')
})

test('a released report says of which day its figures are and leads to them, and they lead back', async () => {
  await openPortal('/view-report/7', clientSession(), {
    'GET /api/reports/7/view': {
      ...record,
      sizeBytes: 0,
      dataAsOf: '2026-09-30',
      source: { reportType: 'AssetReport', batchId: 42, reportId: 512 },
    },
  })
  expect(await screen.findByText('Generated from data as of 09/30/2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the figures' }).getAttribute('href')).toBe(
    '/asset-reporting/42/report/512?file=%2Fview-report%2F7',
  )
})

test('staff with the right read who opened it; a client is not even asked about', async () => {
  const receipt = {
    userId: 3,
    name: 'Eleanor Whitfield',
    role: 'c',
    institutionName: 'First Coastal Bank',
    firstOpenedAt: '2026-11-03T15:00:00.000Z',
    lastOpenedAt: '2026-11-04T15:00:00.000Z',
    times: 2,
  }
  const replies = {
    'GET /api/documents/7/view': { ...record, sizeBytes: 0 },
    'GET /api/documents/7/openings': { records: [receipt] },
  }
  await openPortal('/documents/7/view', buildSession({ permissions: [{ code: 'DOCUMENT_CENTER', access: 1 }] }), replies)
  expect((await screen.findByText('Eleanor Whitfield')).parentElement?.textContent).toMatch(
    /^Opened by Eleanor Whitfield on .* 2 times, first on/,
  )
  const client = await openPortal('/documents/7/view', clientSession(), replies)
  expect(client.asked.filter(({ path }) => path.endsWith('/openings'))).toEqual([])
})

test('a phone tells type, day and what is of note in its head, and keeps all but the figures and the way to the next file in one menu', async () => {
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(matchMedia(query), 'matches', { value: query === '(width <= 768px)' }),
  )
  await openPortal('/view-report/7', clientSession(), {
    'GET /api/reports/7/view': {
      ...record,
      version: 1,
      extension: 'pdf',
      sizeBytes: 0,
      source: { reportType: 'AssetReport', batchId: 42, reportId: 512 },
    },
  })
  const figures = await screen.findByRole('link', { name: 'Open the figures' })
  const facts = screen.getByText('Released 11/03/2026').parentElement
  expect([...(facts?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['Legal Document', 'Released 11/03/2026'])
  const opener = screen.getByRole('button', { name: 'More actions' })
  const menu = document.getElementById(opener.getAttribute('aria-controls') ?? '')
  expect([...(menu?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Ask about this report',
    'Open in new tab',
    'Download',
  ])
  expect(menu?.contains(figures)).toBe(false)
})
