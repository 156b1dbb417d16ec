/** The commands as an administrator runs them: a process of their own, beside whatever else uses the database. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { recordSystemActivity } from './platform/audit-log/activity.ts'
import { sealActivity } from './platform/audit-log/chain.ts'
import { demoKeys } from './platform/security/keys.ts'
import { verifyPassword } from './platform/security/passwords.ts'
import { buildUser } from './test/builders.ts'
import { useDatabase } from './test/database.ts'
import { firmBook, setCell, writeFolder } from './test/firm-book.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-cli-'))
beforeEach(() => database.reset())
afterAll(() => rmSync(folder, { recursive: true }))

const makeSite = () =>
  database.ownerDb.insertInto('site').values({ name: 'Ours', displayName: 'Ours' }).returning('id').executeTakeFirstOrThrow()

async function corridor(
  args: string[],
  input = '',
  over: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl, DATA_DIR: folder, ...over },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.on('close', ended)),
  ])
  return { code, out, err }
}

test.each([
  ['backup', 'never.backup'],
  ['import-call-reports', '.'],
])('%s refuses a database that was never set up, as a mistyped address gives one', async (...args) => {
  expect(await corridor(args)).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(
      'The database of DATABASE_URL was never set up: it has no site. Set DATABASE_URL to the one the server uses',
    ),
  })
})

test('verify-log proves the chain, and fails where it does not hold', async () => {
  await makeSite()
  for (const action of ['one', 'two', 'three']) await recordSystemActivity(database.ownerDb, { action })
  const keys = demoKeys(folder, { make: true })
  if (!keys) throw new Error('no keys')
  await sealActivity(database.ownerDb, keys)
  await recordSystemActivity(database.ownerDb, { action: 'four' })
  expect(await corridor(['verify-log'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The activity log holds: 3 rows sealed, 1 not sealed yet\.\nHead: 3:[0-9a-f]{64}\n$/),
    err: '',
  })
  expect(await corridor(['verify-log', '--head', `4:${'0'.repeat(64)}`])).toMatchObject({
    code: 1,
    out: expect.stringContaining('noted up to row 4 and ends before it'),
  })
  await sql`update activity set action = 'never' where action = 'two'`.execute(database.ownerDb)
  expect(await corridor(['verify-log'])).toMatchObject({ code: 1, out: expect.stringContaining('does not hold at row 2') })
})

test('no command opens the database under other keys, and the chain of the log stays whole', { timeout: 60_000 }, async () => {
  await makeSite()
  await recordSystemActivity(database.ownerDb, { action: 'one' })
  const keys = demoKeys(folder, { make: true })
  if (!keys) throw new Error('no keys')
  await sealActivity(database.ownerDb, keys)
  await recordSystemActivity(database.ownerDb, { action: 'two' })
  const elsewhere = mkdtempSync(join(tmpdir(), 'corridor-cli-'))
  try {
    for (const args of [
      ['verify-log'],
      ['backup', join(elsewhere, 'x.backup')],
      ['restore', 'x.backup'],
      ['rotate-keys'],
      ['create-manager'],
    ])
      expect(await corridor(args, '', { DATA_DIR: elsewhere })).toEqual({
        code: 1,
        out: '',
        err: expect.stringContaining('that this database was set up with; nothing was changed'),
      })
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
  expect(await corridor(['verify-log'])).toMatchObject({ code: 0, out: expect.stringContaining('holds: 1 rows sealed, 1 not sealed yet') })
})

test('create-manager makes the first manager, with a site where there is none, and records it', async () => {
  const person = ['create-manager', '--email', 'First@Firm.test', '--first-name', 'Ada', '--last-name', 'Quill']
  expect(await corridor(person, 'a password of some length\n')).toMatchObject({
    code: 0,
    out: 'First@Firm.test is a manager with every permission.\n',
  })
  const made = await database.ownerDb.selectFrom('userAccount').select(['id', 'role', 'passwordHash']).executeTakeFirstOrThrow()
  expect(made.role).toBe('d')
  expect(await verifyPassword(made.passwordHash, 'a password of some length')).toBe(true)
  const levels = await database.ownerDb.selectFrom('userPermission').select('access').where('userId', '=', made.id).execute()
  expect([levels.length > 15, levels.every(({ access }) => access === 2)]).toEqual([true, true])
  expect(await database.ownerDb.selectFrom('userSite').select('userId').execute()).toEqual([{ userId: made.id }])
  expect(await database.ownerDb.selectFrom('activity').select(['action', 'sealedSequence']).execute()).toEqual([
    { action: 'user.created', sealedSequence: 1 },
  ])
  expect(await corridor(person, 'a password of some length\n')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has an account already'),
  })
  expect(await corridor(['create-manager', '--email', 'x@firm.test', '--first-name', 'X', '--last-name', 'Y'], 'short\n')).toMatchObject({
    code: 1,
    err: expect.stringContaining('at least 12 characters'),
  })
})

test('backup writes one file beside what works, and restore refuses a server that is not empty', async () => {
  const { id } = await makeSite()
  const file = join(folder, 'book.backup')
  const made = await corridor(['backup', file])
  expect(made.err).toBe('')
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/rows of \d+ tables, 0 files.*It holds personal data/),
  })
  expect(await corridor(['restore', file])).toMatchObject({ code: 1, err: expect.stringContaining('This server is not empty') })
  expect(await database.ownerDb.selectFrom('site').select('id').execute()).toEqual([{ id }])
  expect(await database.ownerDb.selectFrom('activity').select('action').execute()).toEqual([{ action: 'backup.made' }])
})

test('a command that does not exist lists those that do', async () => {
  expect(await corridor(['frobnicate'])).toMatchObject({
    code: 2,
    out: expect.stringMatching(/There is no command frobnicate\.[\s\S]*verify-log[\s\S]*create-manager/),
  })
})

test('import-call-reports tells date and number of banks, does nothing twice, and says what is missing', async () => {
  await makeSite()
  const ffiec = join(folder, 'ffiec')
  mkdirSync(ffiec)
  const write = (name: string, lines: string[]) => writeFileSync(join(ffiec, `FFIEC CDR Call ${name} 12312025.txt`), lines.join('\r\n'))
  const institution = [
    'FDIC Certificate Number',
    ...['Name', 'City', 'State', 'Filing Type'].map((what) => `Financial Institution ${what}`),
  ]
  write('Bulk POR', [
    ['"IDRSSD"', ...institution].join('\t'),
    '11\t9001\tFELLHOLM BANK\tPORT\tGA\t051',
    '12\t9002\tMERE BANK\tPORT\tGA\t051',
  ])
  write('Schedule RC', ['"IDRSSD"\tRCON2170\t', '\tTOTAL ASSETS\t', '11\t600000\t', '12\t\t'])
  write('Schedule RCRI', ['"IDRSSD"\tRCOA3792\tRCOA8274\t', '\tTOTAL\tTIER 1\t', '11\t\t60000\t', '12\t\t\t'])
  expect(await corridor(['import-call-reports', ffiec])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^2025-12-31: not imported\. December 31, 2025 lacks “FFIEC CDR Call Schedule RCF 12312025\.txt”\./),
  })
  write('Schedule RCF', ['"IDRSSD"\tRCONK201\tRCONK202\tRCONK270\t', '\tGENERAL\tSEPARATE\tHYBRID\t', '11\t9000\t0\t0\t', '12\t\t\t\t'])
  expect(await corridor(['import-call-reports', ffiec])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^2025-12-31: 1 bank, 1 with life insurance; left out 1 without assets or capital\.\nDone in/),
  })
  expect((await corridor(['import-call-reports', ffiec])).out).toMatch(/^2025-12-31: 1 bank, 1 with life insurance, as imported before\./)
})

test('import-book checks a folder, writes it when asked, finds it unchanged, and undoes it', { timeout: 240_000 }, async () => {
  const { id } = await makeSite()
  await buildUser(database.ownerDb, 'd', { sites: [id], permissions: { INSTITUTIONS: 2 }, email: 'manager@firm.example' })
  const sheets = firmBook({ banks: 2, policies: 4, months: 2 })
  const path = writeFolder(join(folder, 'book'), sheets)
  const named = ['import-book', path, '--as', 'manager@firm.example']
  expect((await corridor(['import-book', path, '--as', 'nobody@firm.example'])).err).toContain('is not an active manager')
  expect(await corridor(named)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/4 policies: 4 new, 0 changed, 0 as they are[^]*4 stated totals tie out\.\nNothing is wrong\./),
    err: '',
  })
  setCell(sheets, 'Values', 1, 'Month end', '2026-08-30')
  writeFolder(path, sheets)
  expect(await corridor([...named, '--import'])).toMatchObject({
    code: 3,
    out: expect.stringMatching(
      /Values\.csv\/2, Month end “2026-08-30”: is not the last day of a month[^]*Nothing was written: 1 problem and 1 difference/,
    ),
  })
  writeFolder(path, firmBook({ banks: 2, policies: 4, months: 2 }))
  expect((await corridor([...named, '--import'])).out).toContain('The book was imported (import 3).')
  expect((await corridor([...named, '--import'])).out).toContain('nothing changed (import 4)')
  expect((await corridor(['import-book', '--undo', '--as', 'manager@firm.example'])).out).toContain('Import 4 is undone: 0 records')
  expect((await corridor(['import-book', '--undo', '--as', 'manager@firm.example'])).out).toContain('Import 3 is undone')
  expect(await database.ownerDb.selectFrom('institution').select('id').execute()).toEqual([])
})
