/** The demo book: loaded all or nothing into an empty database, its carriers' files stored beside, then the last months' reports asked for. */
import { fileQuestionnaires } from '../../features/questionnaires/filing.ts'
import { sealActivity } from '../../platform/audit-log/chain.ts'
import { type Db, poolOf } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../shared/people/demo-accounts.ts'
import { buildBook } from './book.ts'
import { addDemoAssessment } from './demo-assessment.ts'
import { addDemoAudits } from './demo-audits.ts'
import { addDemoLogos } from './demo-logos.ts'
import { addDemoQuestionnaires } from './demo-questionnaires.ts'
import { askForReports, askForReviews, DEMO_LOADED } from './demo-reports.ts'
import { demoRequests } from './demo-requests.ts'
import { analyzeLoaded, copyBook, loading } from './load.ts'
import { demoPapers } from './paper-rows.ts'
import { peerRows } from './peer-rows.ts'
import type { Book } from './rows.ts'
import { auditedTerms } from './terms.ts'
import { treasuryRows } from './treasury-rows.ts'

const ACCOUNTS_OPENED = '2023-11-01T14:00:00.000Z'

/** Loads the demo book and asks for its reports; on a demo that is there already, only what a killed start left to be done. */
export async function seedDemo(ownerDb: Db, kernel: Kernel): Promise<void> {
  const site = await ownerDb.selectFrom('site').select('id').limit(1).executeTakeFirst()
  if (!site) await loadDemo(ownerDb, kernel)
  await addDemoAudits(ownerDb, kernel)
  await askForReports(kernel)
  // After the reports: batches of all families are numbered by one sequence.
  await addDemoQuestionnaires(ownerDb, kernel.configuration.keys)
  // Those that were returned go on file at once, not with the next minute.
  await ownerDb.transaction().execute((trx) => kernel.jobs.send(trx, fileQuestionnaires, {}, { singletonKey: 'demo' }))
  await addDemoAssessment(ownerDb, kernel.now())
  await askForReviews(kernel)
}

/**
 * The book and its files without any report. A process killed anywhere in it leaves an empty database: rows become visible with the one
 * commit at the end, and files without rows are swept like any other.
 */
export async function loadDemo(
  ownerDb: Db,
  kernel: Pick<Kernel, 'configuration' | 'files'>,
  terms = auditedTerms(kernel.configuration.keys),
): Promise<void> {
  const { book, files, policies } = await buildBook(terms)
  await setPasswords(book)
  // The people of the demo have signed in as long as its book goes back: nobody in it is watched for a week as newcomers are (shared/people/settled-accounts.ts).
  for (const user of book.userAccount) Object.assign(user, { createdAt: ACCOUNTS_OPENED, permissionsUpdatedAt: ACCOUNTS_OPENED })
  const logos = await addDemoLogos(book)
  const papers = await demoPapers(book, policies)
  const stored = new Set(book.storedFile.map(({ sha256 }) => sha256))
  const contents = [
    ...files.flatMap(({ row, content }) => (content && stored.has(row.sha256) ? [content] : [])),
    ...logos,
    ...papers.contents,
  ]
  // Each waits for the disk; together they wait once.
  for (let start = 0; start < contents.length; start += 16)
    await Promise.all(contents.slice(start, start + 16).map((content) => kernel.files.put(content)))
  // The log is begun before them: beside accounts older than a day a head without a signature is taken for a forgery.
  await sealActivity(ownerDb, kernel.configuration.keys)
  const client = await poolOf(ownerDb).connect()
  try {
    await loading(client, async () => {
      await copyBook(client, book)
      await copyBook(client, papers.rows)
      await copyBook(client, demoRequests(book))
      await copyBook(client, peerRows(terms.seed))
      await client.query(...treasuryRows())
      await client.query('insert into activity (action) values ($1)', [DEMO_LOADED])
    })
    await analyzeLoaded(client)
  } finally {
    client.release()
  }
}

/** The demo accounts get the demo's password; everyone else has none yet and could only ask for a link. */
export async function setPasswords(book: Book): Promise<void> {
  const hashes = new Map(await Promise.all(DEMO_ACCOUNTS.map(async ({ email }) => [email, await hashPassword(DEMO_PASSWORD)] as const)))
  const changedAt = new Date().toISOString()
  for (const user of book.userAccount) {
    const passwordHash = hashes.get(user.email)
    user.passwordHash = passwordHash ?? null
    user.passwordChangedAt = passwordHash ? changedAt : null
  }
}
