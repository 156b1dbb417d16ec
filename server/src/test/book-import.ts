/** A portal into which the tests of a file bring a small firm's book, and what came of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { noteLocksOfWaitingFiles } from '../features/data-feeds/locked-months.ts'
import { diskFiles } from '../platform/files/disk.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { type Scope, scopeOfManager } from '../platform/http/scope.ts'
import { publish } from '../platform/jobs/events.ts'
import { demoKeys } from '../platform/security/keys.ts'
import { importBook, type OnboardingOutcome } from '../shared/onboarding/import-book.ts'
import { filesOf, openBook } from '../shared/onboarding/open-book.ts'
import type { NoteLocks } from '../shared/onboarding/order.ts'
import type { BookPart } from '../shared/onboarding/staging.ts'
import { type Undone, undoLastImport } from '../shared/onboarding/undo.ts'
import { BUSINESS } from '../start/business.ts'
import { buildSite, buildUser } from './builders.ts'
import { type TestDatabase, useDatabase } from './database.ts'
import { firmBook, type Sheets, writeFolder } from './firm-book.ts'

const SIZE = { banks: 3, policies: 12, months: 4 }

export interface BookImport {
  database: TestDatabase
  /** The manager's, and the sheets and papers (by their names within the book) as they will come next; all anew for each test. */
  world: { scope: Scope; sheets: Sheets; papers: Record<string, string> }
  files: FileStore
  bring: (purpose?: 'CHECK' | 'IMPORT', acceptedReason?: string) => Promise<OnboardingOutcome>
  /** The rows of another system. */
  bringParts: (parts: readonly BookPart[]) => Promise<OnboardingOutcome>
  /** The last import, or the one that is meant. */
  undo: (asked?: number) => Promise<Undone>
  /** As they are listed: source, column, value, reason. */
  problems: (outcome: OnboardingOutcome) => Promise<string[]>
  /** How many rows a table, or what follows `from`, has. */
  count: (table: string) => Promise<number>
}

export function useBookImport(): BookImport {
  const database = useDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-book-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const world: BookImport['world'] = { scope: scopeOfManager(1, 1), sheets: firmBook(SIZE), papers: {} }
  const files = diskFiles(folder)
  const made: string[] = []
  beforeEach(async () => {
    await database.reset()
    const siteId = await buildSite(database.ownerDb)
    const userId = await buildUser(database.ownerDb, 'd', {
      sites: [siteId],
      permissions: { INSTITUTIONS: 2, CARRIERS: 1, CLIENT_REPORTS: 2, DOCUMENT_CENTER: 2 },
    })
    world.scope = scopeOfManager(siteId, userId)
    world.sheets = firmBook(SIZE)
    world.papers = {}
  })
  const noteLocks: NoteLocks = (trx, scope) => noteLocksOfWaitingFiles({ events: { publish } }, scope, trx)
  const order = () => {
    const keys = demoKeys(folder, { make: true })
    if (!keys) throw new Error('no keys')
    const now = () => new Date()
    const examining = {
      files,
      log: { info: () => undefined, error: () => undefined },
      ownerDb: database.ownerDb,
      now,
      configuration: { scanner: undefined },
      business: BUSINESS,
    }
    return { db: database.db, scope: world.scope, keys, now, examining, noteLocks }
  }
  return {
    database,
    world,
    files,
    bringParts: (parts) => importBook({ ...order(), name: 'Salesforce', book: { parts, problems: [] }, purpose: 'IMPORT' }),
    bring: async (purpose = 'IMPORT', acceptedReason) => {
      const place = writeFolder(join(folder, String(made.push(folder))), world.sheets)
      for (const [name, text] of Object.entries(world.papers)) {
        mkdirSync(dirname(join(place, name)), { recursive: true })
        writeFileSync(join(place, name), text)
      }
      const { book, close } = await openBook(await filesOf(place))
      try {
        return await importBook({ ...order(), name: 'Northbound', book, purpose, acceptedReason })
      } finally {
        await close()
      }
    },
    undo: (asked) => undoLastImport(order(), world.scope, asked),
    problems: async ({ importId }) => {
      const found = await database.ownerDb
        .selectFrom('onboardingProblem')
        .select(['source', 'columnName', 'value', 'problem'])
        .where('importId', '=', importId)
        .orderBy('id')
        .execute()
      return found.map(({ source, columnName, value, problem }) => `${source} ${columnName} ${value}: ${problem}`)
    },
    count: async (table) =>
      (await sql.raw<{ count: number }>(`select count(*)::int as count from ${table}`).execute(database.ownerDb)).rows[0]?.count ?? 0,
  }
}
