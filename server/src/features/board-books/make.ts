/** The job that makes a board book: prints its own pages, binds the parts in a thread, and stores the file with its row in one transaction. */
import { formatDate, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { keepFile } from '../../platform/files/files.ts'
import { bytesFrom, offThread } from '../../platform/jobs/off-thread.ts'
import type { JobDefinition, JobOnPage, Kernel } from '../../platform/kernel.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { renderPdf } from '../../reporting/pdf/pool.ts'
import { isListed, queueOf } from '../../shared/jobs.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { type BookToBind } from './binding.ts'
import { type BookPages, leadingPages, paper } from './print.ts'

/** The site tells whose job it is (background_job); those queued before it was named do without. */
const payload = z.object({ institutionId: z.int(), id: z.int(), siteId: z.int().optional() })
type Payload = z.infer<typeof payload>

/** The maker's own page starts one anew; what stopped is resumed. */
const booksAsJobs: Pick<JobOnPage, 'rows' | 'resume'> = {
  rows: sql`
    select b.id::bigint, i.name || ', ' || to_char(b.period, 'FMMonth YYYY'), null::text, array[b.institution_id], b.owner_id, b.created_at, null::timestamptz, b.made_at,
      case when b.status = 'FAILED' then 'Failed' when b.status = 'READY' then 'Done' when q.is_active then 'Running' when q.is_alive then 'Waiting'
        when q.subject_id is not null or b.created_at < now() - interval '1 minute' then 'Stopped' else 'Waiting' end,
      null::int, null::int, null::timestamptz, coalesce(q.attempts, 1), b.failure, null::int, false, null::text
    from board_book_job() b
    join institution i on i.id = b.institution_id
    left join ${queueOf('make-board-book')} q on q.subject_id = b.id
    where b.status = 'MAKING' or ${isListed(sql`b.created_at`)}`,
  resume: async ({ kernel, trx, scope, id }) => {
    const { rows } = await sql<Payload>`select id, institution_id from board_book_job() where id = ${id} and status = 'MAKING'`.execute(trx)
    for (const { institutionId } of rows)
      await kernel.jobs.send(trx, makeBoardBook, { institutionId, id, siteId: scope.siteId }, { singletonKey: `${institutionId} ${id}` })
    return rows.length > 0
  },
}

export const makeBoardBook: JobDefinition<Payload> = {
  name: 'make-board-book',
  title: 'Board book',
  parse: (given) => payload.parse(given),
  ...booksAsJobs,
  // A book is in memory while it is bound.
  concurrency: 1,
  retryLimit: 2,
  run: async (kernel, { institutionId, id }, { lastAttempt, signal }) => {
    try {
      await make(kernel, institutionId, id, signal)
    } catch (cause) {
      if (!lastAttempt || signal.aborted) throw cause
      kernel.log.error(`board book ${id} could not be made`, cause)
      await kernel.ownerDb
        .updateTable('boardBook')
        .set({ status: 'FAILED', failure: 'The board book could not be created. Try again; if it fails again, ask your service team.' })
        .where('institutionId', '=', institutionId)
        .where('id', '=', id)
        .where('status', '=', 'MAKING')
        .execute()
    }
  },
}

const BINDING = new URL('./binding.ts', import.meta.url)

async function make(kernel: Kernel, institutionId: number, id: number, signal: AbortSignal): Promise<void> {
  const book = await kernel.ownerDb
    .selectFrom('boardBook as b')
    .innerJoin('institution as i', 'i.id', 'b.institutionId')
    .innerJoin('site as s', 's.id', 'b.siteId')
    .innerJoin('userAccount as u', 'u.id', 'b.ownerId')
    .select(['b.name', 'b.period', 'b.siteId', 'b.status', 'b.createdAt', 'i.name as institution', 'i.legalName', 'i.logoSha256 as logo'])
    .select(['s.displayName as issuer', 's.logoSha256 as firmLogo', 'u.firstName', 'u.lastName'])
    .where('b.institutionId', '=', institutionId)
    .where('b.id', '=', id)
    .executeTakeFirst()
  // Deleted since it was asked for, or made already by a run that died afterwards.
  if (book?.status !== 'MAKING') return
  const parts = await kernel.ownerDb
    .selectFrom('boardBookPart')
    .selectAll()
    .where('institutionId', '=', institutionId)
    .where('boardBookId', '=', id)
    .orderBy('position')
    .execute()
  const included = parts.flatMap((part) => (part.pageCount === null ? [] : [{ ...part, pageCount: part.pageCount }]))
  const madeOn = await kernel.ownerDb.transaction().execute((trx) => dayOfSite(kernel, trx, book.siteId))
  const leading = leadingPages(parts.length)
  let page = leading + 1
  const pages: BookPages = {
    title: book.name,
    institution: book.legalName || book.institution,
    issuer: book.issuer,
    period: formatMonth(plainDate(book.period)),
    asOf: book.period,
    preparedOn: madeOn,
    madeBy: `Made ${formatDate(madeOn)} by ${book.firstName} ${book.lastName}`,
    included: included.map((part) => {
      const from = page
      page += part.pageCount
      return { ...wordsOf(part), from, pages: part.pageCount }
    }),
    others: parts.filter(({ pageCount }) => pageCount === null).map(wordsOf),
    controlTotals: {},
  }
  const logos = await logosOf(kernel.files, { firm: book.firmLogo ?? undefined, institution: book.logo ?? undefined })
  const front = await renderPdf(paper, { snapshot: pages }, logos)
  const task: BookToBind = {
    title: `${book.name}, ${pages.institution}, ${pages.period}`,
    author: book.issuer,
    madeAt: book.createdAt,
    front: front.bytes,
    leading,
    parts: await Promise.all(included.map(async ({ title, fileSha256 }) => ({ title, bytes: await kernel.files.read(fileSha256) }))),
  }
  const bound = bytesFrom(await offThread(BINDING, 'bindBook', task, signal))
  const file = await kernel.files.put(bound)
  const pageCount = front.pages + included.reduce((sum, part) => sum + part.pageCount, 0)
  await kernel.ownerDb.transaction().execute(async (trx) => {
    await keepFile(trx, file, 'application/pdf')
    await trx
      .updateTable('boardBook')
      .set({ status: 'READY', fileSha256: file.sha256, sizeBytes: file.sizeBytes, pageCount, madeAt: kernel.now().toISOString() })
      .where('institutionId', '=', institutionId)
      .where('id', '=', id)
      .where('status', '=', 'MAKING')
      .execute()
  })
}

const wordsOf = (part: {
  title: string
  typeName: string
  version: number
  standing: string
  accessWords: string
  uploadName: string
  fileSha256: string
}) => ({
  title: part.title,
  type: part.typeName,
  version: `Version ${part.version}`,
  standing: part.standing,
  access: part.accessWords,
  file: part.uploadName,
  sha256: part.fileSha256,
})
