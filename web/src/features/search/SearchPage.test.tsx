/** Texts of the search page in each of its states; words of files are text, whatever they are. */
import type { FoundFile } from '@corridor/contract/search.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession, clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { MarkedText } from './SearchResult.tsx'

const file: FoundFile = {
  kind: 'REPORT',
  id: 7,
  name: { text: 'Board letter', marks: [[6, 12]] },
  uploadName: '1-LEG-26-Board_letter.pdf',
  typeCode: 'LEG',
  typeName: 'Legal Document',
  institutionId: 7,
  institutionName: 'First Coastal Bank',
  carrierCode: null,
  carrierName: null,
  year: 2026,
  extension: 'pdf',
  sizeBytes: 12_000,
  cameAt: '2026-11-03T15:00:00.000Z',
  text: 'READY',
  passages: [
    {
      page: 2,
      text: 'the <b>wolverine</b> clause applies',
      marks: [
        [7, 16],
        [21, 27],
      ],
    },
  ],
}
const choices = {
  kinds: ['REPORT'],
  types: [
    { code: 'LEG', name: 'Legal Document' },
    { code: 'MBR', name: 'Asset Report' },
  ],
  years: [2026],
  carriers: [],
}
const answer = (records: FoundFile[], how = 'WORDS', query = 'letter') => ({
  page: { page: 1, perPage: 10, totalRecords: records.length },
  understood: { how, query },
  records,
})
const open = (address: string, reply: unknown) =>
  openPortal(address, clientSession(), { 'GET /api/search': reply, 'GET /api/search/choices': choices })

test('matches are marked in name and passage, and markup in a file is text', async () => {
  await open('/search?query=letter', answer([file]))
  const link = await screen.findByRole('link', { name: 'Board letter' })
  // Where marks follow one another but not closely, the first is what the viewer finds.
  expect(link.getAttribute('href')).toBe('/view-report/7?find=wolverine')
  expect([...document.querySelectorAll('main mark')].map((mark) => mark.textContent)).toEqual(['letter', 'wolverine', 'clause'])
  expect(screen.getByText('Page 2')).toBeTruthy()
  expect(document.querySelector('main b')).toBeNull()
})

test.each([
  ['SIMILAR', 'Nothing matches'],
  ['BEGINNINGS', 'begin with what you typed'],
])('a query understood as %s says so', async (how, words) => {
  await open('/search?query=leter', answer([file], how))
  expect((await screen.findByText(new RegExp(words))).textContent).toContain('1 file')
})

test('nothing found says why and what to try, and offers to drop the filters when there are any', async () => {
  const { asked } = await open('/search?query=letter&type=MBR', answer([]))
  expect(await screen.findByRole('heading', { name: 'No files found' })).toBeTruthy()
  expect(
    asked
      .filter(({ path }) => path === '/api/search')
      .at(-1)
      ?.query.getAll('type'),
  ).toEqual(['MBR'])
  await userEvent.click(screen.getByRole('button', { name: 'Search without filters' }))
  expect(await screen.findByText(/No file that you may open/)).toBeTruthy()
  expect(
    asked
      .filter(({ path }) => path === '/api/search')
      .at(-1)
      ?.query.getAll('type'),
  ).toEqual([])
})

test('without a query nothing is asked; typing one puts it into the address', async () => {
  const { asked } = await open('/search', answer([file]))
  expect(await screen.findByText(/Type what you remember/)).toBeTruthy()
  expect(asked.some(({ path }) => path === '/api/search')).toBe(false)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search files' }), ' board letter {Enter}')
  expect(await screen.findByRole('link', { name: 'Board letter' })).toBeTruthy()
  expect(asked.findLast(({ path }) => path === '/api/search')?.query.get('query')).toBe('board letter')
})

test('asking the same again asks the server again: a file may have been read meanwhile', async () => {
  const { asked } = await open('/search?query=letter', answer([file]))
  expect(await screen.findByRole('link', { name: 'Board letter' })).toBeTruthy()
  const times = () => asked.filter(({ path }) => path === '/api/search').length
  const before = times()
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(times()).toBe(before + 1))
})

test('a file that could not be read is read again by a button named by what it says', async () => {
  const id = 'a'.repeat(64)
  const unread = {
    id,
    kind: 'REPORT',
    recordId: 7,
    name: 'Board letter',
    institutionName: null,
    extension: 'pdf',
    reason: 'It is damaged.',
    attempts: 3,
    readAt: '2026-11-03T15:00:00.000Z',
  }
  const { asked } = await openPortal('/search/unread', buildSession(), {
    'GET /api/search/unread': { page: { page: 1, perPage: 10, totalRecords: 1 }, records: [unread], pending: 0 },
    'POST /api/search/unread/retry': { retried: 1 },
  })
  const again = await screen.findByRole('button', { name: 'Read again: Board letter' })
  expect(again.getAttribute('aria-label')).toContain(again.textContent)
  await userEvent.click(again)
  expect(await screen.findByText('1 file is being read again.')).toBeTruthy()
  expect(asked.find(({ path }) => path === '/api/search/unread/retry')?.body).toEqual({ ids: [id] })
})

test('a line of comma-separated text is shown as its cells', () => {
  const text = 'AH120567,"Anderson, Julie",3.65%'
  const { container } = render(<MarkedText text={text} marks={[[0, 8]]} isRow />)
  expect([container.textContent, container.querySelector('mark')?.textContent]).toEqual(['AH120567 · Anderson, Julie · 3.65%', 'AH120567'])
})
