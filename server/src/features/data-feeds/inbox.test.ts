/** The watched folder, look by look, on a real disk: what is taken, what is refused, what waits, and that nothing is taken twice. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { buildSite } from '../../test/builders.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { look, lookIntoInbox } from './inbox.ts'
import { inboxOf } from './inbox-folders.ts'
import { moveAway } from './inbox-moves.ts'

const feeds = useFeeds()
const inbox = { root: '', carrier: '' }

beforeEach(async () => {
  inbox.root = mkdtempSync(join(tmpdir(), 'corridor-inbox-'))
  onTestFinished(() => rmSync(inbox.root, { recursive: true, force: true }))
  // Every test has a site of its own: the others are closed to it.
  await feeds.server.ownerDb.updateTable('site').set({ status: 'INACTIVE' }).where('id', '<>', feeds.book.siteId).execute()
  inbox.carrier = join(inbox.root, feeds.carrier)
  mkdirSync(inbox.carrier)
})

const lookOnce = () => look(feeds.server.kernel, inbox.root, new AbortController().signal)
async function lookTwice() {
  await lookOnce()
  await lookOnce()
}
const put = (name: string, text: string | Buffer = feedText(feeds.sound()), folder = inbox.carrier) =>
  writeFileSync(join(folder, name), text)
const there = (folder = inbox.carrier) => readdirSync(folder).sort()
const filesHere = () =>
  feeds.server.ownerDb
    .selectFrom('carrierFile')
    .select(['id', 'fileName', 'status', 'carrierCode', 'arrival', 'arrivalName', 'receivedBy'])
    .where('siteId', '=', feeds.book.siteId)
    .where('arrival', '=', 'INBOX')
    .orderBy('id')
    .execute()
const refusals = async () =>
  (
    await feeds.server.ownerDb
      .selectFrom('activity')
      .select('after')
      .where('action', '=', 'feed.refused')
      .where('siteId', '=', feeds.book.siteId)
      .orderBy('id')
      .execute()
  ).map(({ after }) => after)

test('a file that looks the same twice is taken, checked, and moved with a sentence that says where it is', async () => {
  put('october.csv')
  await lookOnce()
  expect([there(), await filesHere()]).toEqual([['october.csv'], []])
  await lookOnce()
  const [file, ...more] = await filesHere()
  expect([file, more]).toMatchObject([
    {
      fileName: 'october.csv',
      status: 'VALIDATED',
      carrierCode: feeds.carrier,
      arrival: 'INBOX',
      arrivalName: feeds.carrier,
      receivedBy: null,
    },
    [],
  ])
  expect([there(), there(join(inbox.carrier, 'taken'))]).toEqual([['taken'], [`${file?.id} october.csv`, `${file?.id} october.csv.txt`]])
  expect(readFileSync(join(inbox.carrier, 'taken', `${file?.id} october.csv.txt`), 'utf8')).toContain(`/data-feeds/${file?.id}`)
  expect(await feeds.server.ownerDb.selectFrom('inboxFile').selectAll().execute()).toEqual([])
})

test('a file that still grows waits, and so do names under which programs write; a marker says at once that it is whole', async () => {
  const text = feedText(feeds.sound())
  put('growing.csv', text.slice(0, 100))
  for (const name of ['a.csv.part', 'b.csv.filepart', 'c.tmp', '.hidden.csv', 'd.csv.crdownload']) put(name)
  await lookOnce()
  put('growing.csv', text.slice(0, 200))
  await lookOnce()
  put('growing.csv', text)
  await lookOnce()
  expect(await filesHere()).toEqual([])
  await lookOnce()
  expect((await filesHere()).map(({ fileName }) => fileName)).toEqual(['growing.csv'])
  put('marked.csv', feedText(feeds.sound().slice(1)))
  put('marked.csv.done', '')
  await lookOnce()
  expect((await filesHere()).map(({ fileName }) => fileName)).toEqual(['growing.csv', 'marked.csv'])
  expect(there()).toEqual(['.hidden.csv', 'a.csv.part', 'b.csv.filepart', 'c.tmp', 'd.csv.crdownload', 'taken'])
})

test('the same bytes again, under whatever name, are no second file', async () => {
  put('october.csv')
  await lookTwice()
  put('october again.csv')
  put('october.csv')
  await lookTwice()
  const files = await filesHere()
  expect(files).toHaveLength(1)
  // Nothing in `taken` was written over.
  expect(there(join(inbox.carrier, 'taken')).filter((name) => name.endsWith('.csv'))).toEqual([
    `${files[0]?.id} october (2).csv`,
    `${files[0]?.id} october again.csv`,
    `${files[0]?.id} october.csv`,
  ])
})

test('a look that dies between taking and moving takes nothing twice, also not a file that turned out to be unreadable', async () => {
  put('october.csv')
  put('damaged.csv', 'Some words\nthat are no extract\n')
  // A file in the place of the folders `taken` and `refused`: nothing can be moved.
  writeFileSync(join(inbox.carrier, 'x'), '')
  for (const name of ['taken', 'refused']) writeFileSync(join(inbox.root, name), 'in the way')
  rmSync(join(inbox.carrier, 'x'))
  await lookOnce()
  for (const name of ['taken', 'refused']) symlinkSync(join(inbox.root, name), join(inbox.carrier, name))
  await lookOnce()
  const before = await filesHere()
  expect([before.length, there()]).toEqual([2, ['damaged.csv', 'october.csv', 'refused', 'taken']])
  const stuck = (name: string) => expect.stringMatching(new RegExp(`^the inbox file ${feeds.carrier}/${name} could not be taken or moved`))
  expect(feeds.server.log).toEqual(expect.arrayContaining([stuck('october.csv'), stuck('damaged.csv')]))
  // It died even before it wrote down what became of them.
  await feeds.server.ownerDb.updateTable('inboxFile').set({ outcome: null, sentence: null, fileId: null }).execute()
  for (const name of ['taken', 'refused']) rmSync(join(inbox.carrier, name))
  await lookOnce()
  expect(await filesHere()).toEqual(before)
  expect(there()).not.toContain('october.csv')
  expect(there()).not.toContain('damaged.csv')
})

test('a file whose name is as long as a disk allows is moved under a shorter one, whatever letters it has', async () => {
  const names = [`${'é'.repeat(125)}.csv`, `${'x'.repeat(251)}.csv`]
  for (const [at, name] of names.entries()) put(name, feedText(feeds.sound(), { preamble: [`Delivery ${at}`] }))
  await lookTwice()
  const files = await filesHere()
  expect([files.length, there()]).toEqual([2, ['taken']])
  const taken = there(join(inbox.carrier, 'taken'))
  for (const { id } of files)
    expect(taken.filter((name) => name.startsWith(`${id} `))).toEqual([
      expect.stringMatching(/^\d+ (é{100,}|x{200,})\.csv$/),
      expect.stringMatching(/\.csv\.txt$/),
    ])
})

test('a file that cannot be moved is an error, one that somebody took away meanwhile is not', async () => {
  const outcome = { outcome: 'TAKEN', fileId: null, sentence: 'It is file 7.' } as const
  const entry = {
    path: '',
    folder: inbox.carrier,
    sizeBytes: 0,
    modifiedMs: 0,
    isDone: false,
    siteId: null,
    carrierCode: null,
    refusal: null,
  }
  // A folder cannot be moved into itself.
  await expect(moveAway({ ...entry, name: 'taken' }, outcome)).rejects.toThrow(/EINVAL/)
  await moveAway({ ...entry, name: 'gone.csv' }, outcome)
  expect(readFileSync(join(inbox.carrier, 'taken', 'gone.csv.txt'), 'utf8')).toBe('It is file 7.\n')
})

test('two looks at once are one: the second does nothing while the first goes on', async () => {
  put('october.csv')
  await lookOnce()
  await Promise.all([lookOnce(), lookOnce(), lookOnce()])
  expect(await filesHere()).toHaveLength(1)
})

test('what cannot be taken is moved to `refused` with its reason, logged, and mailed to who may post', async () => {
  put('statement.pdf', Buffer.from('%PDF-1.7'))
  put('empty.csv', '')
  put('large.csv', '')
  truncateSync(join(inbox.carrier, 'large.csv'), 200_000_001)
  symlinkSync('/etc/hostname', join(inbox.carrier, 'link.csv'))
  mkdirSync(join(inbox.carrier, 'folder'))
  mkdirSync(join(inbox.root, 'NOBODY'))
  put('unknown.csv', undefined, join(inbox.root, 'NOBODY'))
  put('misplaced.csv', undefined, inbox.root)
  await lookTwice()
  expect(await filesHere()).toEqual([])
  const reason = (name: string, folder = inbox.carrier) => readFileSync(join(folder, 'refused', `${name}.txt`), 'utf8')
  expect(reason('statement.pdf')).toMatch(/PDF/)
  expect(reason('empty.csv')).toMatch(/empty/)
  expect(reason('large.csv')).toMatch(/larger than 200 MB/)
  expect(reason('link.csv')).toMatch(/^A link is not taken/)
  expect(reason('folder')).toMatch(/^A folder is not taken/)
  expect(reason('unknown.csv', join(inbox.root, 'NOBODY'))).toMatch(/No active carrier has the code NOBODY/)
  expect(reason('misplaced.csv', inbox.root)).toMatch(/folder of their carrier/)
  expect(there()).toEqual(['refused'])
  expect(await refusals()).toHaveLength(7)
  const mails = await feeds.server.ownerDb
    .selectFrom('mailOutbox')
    .select('subject')
    .where('dedupeKey', 'like', `inbox-refused ${feeds.book.siteId} %`)
    .execute()
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(7)
})

test('with several portals a file is taken from the folder of its portal, and one that names none is refused', async () => {
  const other = await buildSite(feeds.server.ownerDb)
  put('october.csv')
  const own = join(inbox.root, `site-${feeds.book.siteId}`, feeds.carrier.toLowerCase())
  mkdirSync(own, { recursive: true })
  put('november.csv', feedText(feeds.sound().slice(1)), own)
  const nowhere = join(inbox.root, 'site-999999', feeds.carrier)
  mkdirSync(nowhere, { recursive: true })
  put('december.csv', undefined, nowhere)
  put('loose.csv', undefined, join(inbox.root, `site-${feeds.book.siteId}`))
  put('.loose.csv', undefined, join(inbox.root, `site-${feeds.book.siteId}`))
  await lookTwice()
  expect((await filesHere()).map(({ fileName, arrivalName }) => [fileName, arrivalName])).toEqual([
    ['november.csv', `site-${feeds.book.siteId}/${feeds.carrier.toLowerCase()}`],
  ])
  expect(readFileSync(join(inbox.carrier, 'refused', 'october.csv.txt'), 'utf8')).toContain(
    `site-${feeds.book.siteId}/${feeds.carrier} or site-${other}/${feeds.carrier}`,
  )
  expect(readFileSync(join(nowhere, 'refused', 'december.csv.txt'), 'utf8')).toMatch(/no portal 999999/)
  const loose = join(inbox.root, `site-${feeds.book.siteId}`, 'refused', 'loose.csv.txt')
  expect(readFileSync(loose, 'utf8')).toMatch(/^Files belong into the folder of their carrier/)
  expect(there(join(inbox.root, `site-${feeds.book.siteId}`))).toContain('.loose.csv')
})

test('people are told the folder of their portal, and when it cannot be read; a server without one looks nowhere', async () => {
  const { kernel, configuration } = feeds.server
  const scope = scopeOfSystem(feeds.book.siteId)
  const at = (inboxDirectory: string | undefined) => ({ ...kernel, configuration: { ...configuration, inboxDirectory } })
  const told = (folder: string | undefined) => inScope(kernel.db, scope, (trx) => inboxOf(at(folder), trx, scope))
  expect([await told(undefined), await told(inbox.root)]).toEqual([null, { folder: inbox.root, problem: null }])
  expect((await told(join(inbox.root, 'gone')))?.problem).toMatch(/^The folder cannot be read\./)
  await buildSite(feeds.server.ownerDb)
  expect((await told(inbox.root))?.folder).toBe(join(inbox.root, `site-${feeds.book.siteId}`))

  const second = async () =>
    (await sql`select from pgboss.job where name = ${lookIntoInbox.name} and singleton_key = 'second'`.execute(feeds.server.ownerDb)).rows
      .length
  const run = (folder: string | undefined, isSecond: boolean) =>
    lookIntoInbox.run(at(folder), { isSecond }, { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal })
  put('october.csv')
  await run(undefined, false)
  await run(inbox.root, true)
  expect([await second(), (await seen()).length]).toEqual([0, 1])
  await run(inbox.root, false)
  expect([await second(), await seen()]).toEqual([1, []])
  expect(lookIntoInbox.parse({})).toEqual({ isSecond: false })
})
const seen = () => feeds.server.ownerDb.selectFrom('inboxFile').select('path').execute()

test('a folder that cannot be read stops the look with an error and takes nothing', async () => {
  renameSync(inbox.root, `${inbox.root}-away`)
  onTestFinished(() => rmSync(`${inbox.root}-away`, { recursive: true, force: true }))
  await expect(lookOnce()).rejects.toThrow(/ENOENT/)
})
