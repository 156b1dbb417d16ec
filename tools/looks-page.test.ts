import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareLooks, pageOfLooks, summaryOfLooks } from './looks-page.mjs'

/** Eight pixels wide, white, but for black ones or, of `hair` and `pale`, a square whose white is one or five steps of 255 off. */
const PICTURES = {
  white: 'AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQI12P4jwMwDC0JALoev0E4ThxMAAAAAElFTkSuQmCC',
  square: 'AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGElEQVQI12P4jwMwEJBgAANSJEi3gwQJAL/Es00+A50YAAAAAElFTkSuQmCC',
  half: 'AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQI12NgoAP4jwNQUQIArxZfoVRzDNMAAAAASUVORK5CYII=',
  hair: 'AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQI12P4jwMwEJD4hwRoJUGCqwCnXr8RjyAdpQAAAABJRU5ErkJggg==',
  pale: 'AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQI12P4jwMwEJD4hQRoJUGCqwBcXr5RXbtiTQAAAABJRU5ErkJggg==',
} as const
const SQUARE_HEAD = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSnc'
const LONGER =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAMCAIAAADQ/GvKAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQY02P4jwMwDDEJOgAAc+e/QWv6QpkAAAAASUVORK5CYII='

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-looks-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Taken = Record<string, keyof typeof PICTURES>
function side(name: 'before' | 'after', taken: Taken, notes: { picture: string; problem: string }[] = []): void {
  mkdirSync(join(folder, name))
  for (const [picture, color] of Object.entries(taken))
    writeFileSync(join(folder, name, `${picture}.png`), Buffer.from(`${SQUARE_HEAD}${PICTURES[color]}`, 'base64'))
  writeFileSync(join(folder, name, 'notes.json'), JSON.stringify(notes))
}
const ABOUT = { before: '1a2b3c reports: <b> is a tag', after: '4d5e6f', began: '2026-11-26T06:00:00.000Z' }

test('the picture that differs most stands first, and those that are the same are only named', async () => {
  side('before', { dashboard: 'white', report: 'white', users: 'half' })
  side('after', { dashboard: 'square', report: 'half', users: 'half' })
  const looks = await compareLooks(folder)
  expect(looks.map(({ name, result }) => [name, result])).toEqual([
    ['report', 'differs'],
    ['dashboard', 'differs'],
    ['users', 'same'],
  ])
  expect(readdirSync(join(folder, 'difference')).sort()).toEqual(['dashboard.png', 'report.png'])
  const page = pageOfLooks(looks, ABOUT)
  expect(page).toContain('<h1>2 of 3 pictures differ.</h1>')
  expect(page.indexOf('before/report.png')).toBeGreaterThan(0)
  expect(page.indexOf('before/report.png')).toBeLessThan(page.indexOf('after/report.png'))
  expect(page.indexOf('after/report.png')).toBeLessThan(page.indexOf('difference/report.png'))
  expect(page.indexOf('difference/report.png')).toBeLessThan(page.indexOf('before/dashboard.png'))
  expect(page).toContain('The same before and after: 1')
  expect(page).not.toContain('users.png')
  expect(page).toContain('reports: &lt;b> is a tag')
})

test('a color five steps off differs, and one step, which Chromium itself may draw otherwise, does not', async () => {
  side('before', { faint: 'white', shown: 'white' })
  side('after', { faint: 'hair', shown: 'pale' })
  const looks = await compareLooks(folder)
  expect(looks.map(({ name, result }) => [name, result])).toEqual([
    ['shown', 'differs'],
    ['faint', 'same'],
  ])
})

test('a page that became longer differs by what was added, and both sizes are told', async () => {
  side('before', { report: 'white' })
  side('after', {})
  writeFileSync(join(folder, 'after', 'report.png'), Buffer.from(LONGER, 'base64'))
  const { worst, isSame } = summaryOfLooks(await compareLooks(folder))
  expect(worst).toEqual([expect.stringMatching(/^report: 8 × 8 before, 8 × 12 after; 3\d pixels, 3\d% of all$/)])
  expect(isSame).toBe(false)
})

test('a page that could not be looked at is told with its reason, and is never taken for one that is the same', async () => {
  side('before', { report: 'white' }, [{ picture: 'board-book', problem: 'Timeout 15000ms exceeded.' }])
  side('after', { 'board-book': 'white', report: 'white' })
  const looks = await compareLooks(folder)
  expect(summaryOfLooks(looks)).toEqual({
    sentence: '0 of 2 pictures differ; 1 could not be compared.',
    isSame: false,
    worst: ['board-book: No picture before: Timeout 15000ms exceeded.'],
  })
  const page = pageOfLooks(looks, ABOUT)
  expect(page).toContain('after/board-book.png')
  expect(page).not.toContain('before/board-book.png')
})

test('a page longer than its picture is told to be cut, also where the part that is shown is the same', async () => {
  const cut = [{ picture: 'review', problem: 'cut after 16000 of 20000 pixels' }]
  side('before', { review: 'half' }, cut)
  side('after', { review: 'half' }, cut)
  const looks = await compareLooks(folder)
  expect(summaryOfLooks(looks).isSame).toBe(true)
  expect(pageOfLooks(looks, ABOUT)).toContain('review (before cut after 16000 of 20000 pixels; after cut after 16000 of 20000 pixels)')
})

test('two runs that are alike say so', async () => {
  side('before', { report: 'half' })
  side('after', { report: 'half' })
  expect(summaryOfLooks(await compareLooks(folder))).toEqual({ sentence: '0 of 1 pictures differ.', isSame: true, worst: [] })
})
