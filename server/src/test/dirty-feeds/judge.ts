/** Outcome of a dirty carrier file: imported through the route, nothing accepted, posting tried, and everything that was read or posted compared with what is meant. */
import { postFile, uploadFile } from '@corridor/contract/data-feeds.ts'
import { FEED_FIELDS, type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { KEPT_FIELDS, type KeptField, keptKey } from '@corridor/domain/data-feeds/kept-values.ts'
import { isRateField } from '@corridor/domain/data-feeds/row.ts'
import { monthEnd, monthOf, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { columnOfField } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import type { DirtyFeed, Found, Line, Made } from './dirty-feed.ts'

/** Values that the file alone decides: the insured's share follows from the agreement where the file has none. */
const KEPT = KEPT_FIELDS.filter((field) => field !== 'insuredShare')

/** Faults in the import of the file; empty where it was taken as the table says. `silent` are values that differ from the truth without a word. */
export interface Verdict {
  silent: string[]
  wrong: string[]
}

type Said = Pick<
  Awaited<ReturnType<FeedServer['findingsOf']>>[number],
  'ruleCode' | 'severity' | 'line' | 'lineNumber' | 'columnName' | 'message' | 'policyId'
>
const RESTATES: Said = {
  ruleCode: 'RESTATES',
  severity: 'error',
  line: null,
  lineNumber: null,
  columnName: null,
  message: 'Values that are posted would change',
  policyId: null,
}

export async function judge(feed: DirtyFeed, feeds: FeedServer): Promise<Verdict> {
  await feed.book?.(feeds)
  const made = await feed.make(feeds)
  const { content, fileName = 'feed.csv', fields = { carrierCode: feeds.carrier } } = made
  const answer = await feeds.upload(content, { fields, fileName })
  if (answer.status !== 201) return refusal(feed, answer.status, JSON.stringify(answer.json))
  const file = uploadFile.reply.parse(answer.json)
  if (file.status === 'REJECTED') return refusal(feed, file.status, file.failure ?? '')
  const open: Said[] = (await feeds.findingsOf(file.id, { status: ['OPEN'] })).filter(({ severity }) => severity !== 'info')
  const before = await booked(feeds)
  const posted = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  const isBlocked = open.some(({ severity }) => severity === 'error')
  // A posted value is replaced by nobody who does not say why: that is a question too.
  if ('restatementReason' in (posted.error.meta ?? {})) open.push(RESTATES)
  const wrong = feed.refused ? [`taken, where ${String(feed.refused)} was to refuse it`] : notFound(feed.finds ?? [], open)
  const rows = await readRows(feeds, file.id)
  const silent = await differences(feeds, made, rows, open)
  if (posted.status === 200 && isBlocked) silent.push('posted with an error open')
  const isAsked = posted.error.code === 'period_locked' || open.includes(RESTATES)
  if (posted.status !== 200 && !isBlocked && !isAsked && file.status === 'VALIDATED')
    wrong.push(`not posted, and no error says why: ${posted.status} ${posted.error.message} ${JSON.stringify(posted.error.meta)}`)
  if (posted.status === 200) {
    silent.push(...(await differences(feeds, made, await readPosted(feeds, rows), open)))
    silent.push(...(await otherFlows(feeds, made, file.id, open)))
  } else if ((await booked(feeds)) !== before) silent.push('the register changed although nothing was posted')
  if (feed.rightly) {
    if (posted.status !== 200) wrong.push(`not posted: ${posted.error.code}`)
    wrong.push(
      ...open
        .filter((each) => !(feed.finds ?? []).some((found) => isFound(found, each)))
        .map((each) => `nothing to say, but ${told(each)}`),
    )
    wrong.push(...(await differences(feeds, made, rows, [])))
  } else if ((feed.finds ?? []).length === 0 && !feed.refused) wrong.push('the table says nothing of what must happen')
  return { silent: [...new Set(silent)], wrong }
}

function refusal({ refused }: DirtyFeed, status: string | number, sentence: string): Verdict {
  const isExpected = refused?.test(sentence) && status !== 500
  return { silent: [], wrong: isExpected ? [] : [`refused with ${status}: ${sentence}`] }
}

const told = ({ ruleCode, severity, lineNumber, columnName, message }: Said): string =>
  `${ruleCode} ${severity} in ${lineNumber ?? 'the file'} (${columnName ?? '-'}): ${message}`

const isFound = ([rule, severity, line, column]: Found, found: Said): boolean =>
  found.ruleCode === rule &&
  found.severity === severity &&
  found.lineNumber === line &&
  (column === undefined || (typeof column === 'string' ? found.columnName === column : column.test(`${found.columnName} ${found.message}`)))

const notFound = (finds: readonly Found[], open: readonly Said[]): string[] =>
  finds
    .filter((found) => !open.some((each) => isFound(found, each)))
    .map((found) => `${found.map(String).join(' ')} is missing; found were ${open.map(told).join(' | ') || 'none'}`)

interface ReadLine {
  line: number
  policyId: number | null
  matchStatus: string
  period: string | null
  [field: string]: unknown
}

async function readRows(feeds: FeedServer, fileId: number): Promise<ReadLine[]> {
  const rows = await feeds.server.ownerDb
    .selectFrom('carrierFileRow')
    .selectAll()
    .where('fileId', '=', fileId)
    .orderBy('lineNumber')
    .execute()
  return rows.map((row) => ({ ...row, line: row.lineNumber }))
}
/** The register's months that the file has rows of, once it is posted. */
async function readPosted(feeds: FeedServer, rows: readonly ReadLine[]): Promise<ReadLine[]> {
  const values = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .selectAll()
    .where('siteId', '=', feeds.book.siteId)
    .where('status', '=', 'POSTED')
    .execute()
  return rows.flatMap(({ line, policyId, period }) =>
    values
      .filter((value) => value.policyId === policyId && value.asOfDate === period)
      .map((value) => ({ ...value, line, matchStatus: 'MATCHED', period: value.asOfDate })),
  )
}

/** Everything of the site that posting may change, as one text. */
async function booked(feeds: FeedServer): Promise<string> {
  const db = feeds.server.ownerDb
  const { siteId } = feeds.book
  return JSON.stringify([
    await db.selectFrom('policyValuation').selectAll().where('siteId', '=', siteId).orderBy('policyId').orderBy('asOfDate').execute(),
    await db.selectFrom('policyTransaction').selectAll().where('siteId', '=', siteId).orderBy('id').execute(),
    await db.selectFrom('policy').selectAll().where('siteId', '=', siteId).orderBy('id').execute(),
  ])
}

const monthOfLine = (feeds: FeedServer, line: Line): string => {
  if (line.valuationDate === undefined || line.valuationDate === '') return feeds.period
  const date = plainDate(String(line.valuationDate))
  return monthEnd(yearOf(date), monthOf(date))
}
const policyOf = (feeds: FeedServer, line: Line): number | null =>
  Number(line.policyId ?? 0) || (feeds.policies.find(({ policyNumber }) => policyNumber === line.policyNumber)?.policyId ?? null)

function meantOf(line: Line, field: KeptField): number | null {
  const value = line[columnOfField(field)]
  if (value === undefined || value === '') return null
  if (!isRateField(field)) return Number(value)
  return typeof value === 'number' ? value : Math.round(Number.parseFloat(value) * 1e7) / 1e9
}

async function differences(
  feeds: FeedServer,
  { truth = feeds.sound() }: Made,
  read: readonly ReadLine[],
  open: readonly Said[],
): Promise<string[]> {
  const meant = new Map(truth.map((line) => [`${policyOf(feeds, line)} ${monthOfLine(feeds, line)}`, line]))
  const seen = new Set<string>()
  const found: string[] = []
  for (const row of read) {
    if (row.policyId === null || row.matchStatus === 'NEW') {
      // Nothing of it is posted before somebody decided; that somebody is asked must be said of the line, or of columns without which no line can be read.
      if (!open.some((each) => each.severity === 'error' && (each.line === row.line || isWithoutColumns(each))))
        found.push(`line ${row.line} is of no policy, and nothing says so`)
      continue
    }
    const key = `${row.policyId} ${row.period}`
    const line = meant.get(key)
    if (!line) {
      if (!covers(open, row.line, null) && !isLost(open, row.policyId, read))
        found.push(`line ${row.line} is taken for ${key}, of which the file says nothing`)
      continue
    }
    seen.add(key)
    const isEnded = ['SURRENDERED', 'LAPSED', 'DEATH_PAID', 'EXCHANGED_OUT', 'TRANSFERRED', 'PENDING'].includes(String(row.policyStatus))
    if (isEnded && !open.some((each) => each.line === row.line && each.ruleCode === 'V10' && each.severity === 'error'))
      found.push(`line ${row.line} ends the policy without a word`)
    for (const field of KEPT) {
      const kept = row[keptKey(field)]
      const is = kept === undefined || kept === null ? null : Number(kept)
      const should = meantOf(line, field)
      if (is !== should && !covers(open, row.line, field)) found.push(`line ${row.line}: ${field} is ${is}, ${should} is meant`)
    }
  }
  // A row without a policy is told by its line: as many as there are may be those that are missing.
  let asked = read.filter(({ policyId }) => policyId === null).length
  for (const [key, line] of meant)
    if (!seen.has(key) && !isLost(open, policyOf(feeds, line), read) && asked-- <= 0)
      found.push(`nothing is read for ${line.policyNumber} ${key}, and nothing says so`)
  return found
}

/** A finding of the line, or one of the whole file that names the field's column or speaks of all. */
function covers(open: readonly Said[], line: number, field: FeedField | null): boolean {
  return open.some(
    (each) =>
      each.line === line ||
      (each.line === null &&
        !/^(P1|P2|P4)$/.test(each.ruleCode) &&
        (each.columnName === null ||
          field === null ||
          namesOf(each.columnName).some((name) => name === FEED_FIELDS[field].label || recognized(name, field)) ||
          (field !== null && each.message.includes(FEED_FIELDS[field].label.toLowerCase())))),
  )
}
const isWithoutColumns = ({ line, ruleCode }: Said): boolean => line === null && (ruleCode === 'COLUMN' || ruleCode === 'HEADERS')
const namesOf = (columns: string): string[] => columns.split(', ')
const recognized = (name: string, field: FeedField): boolean =>
  FEED_FIELDS[field].headers.some((header) => header.toLowerCase() === name.replace(/ \(\d+\)$/, '').toLowerCase())

/** That a policy's row was not read is told by the policy, or of the file as a whole. */
const isLost = (open: readonly Said[], policyId: number | null, read: readonly ReadLine[]): boolean =>
  open.some(
    (each) =>
      (each.line !== null && policyId !== null && read.some((row) => row.line === each.line && row.policyId === policyId)) ||
      (each.policyId !== null && each.policyId === policyId) ||
      (each.line === null && !/^(P1|P2|P4)$/.test(each.ruleCode)),
  )

/** Flows that posting booked, beside those that the lines mean. */
async function otherFlows(feeds: FeedServer, { truth = feeds.sound() }: Made, fileId: number, open: readonly Said[]): Promise<string[]> {
  const flows = await feeds.server.ownerDb
    .selectFrom('policyTransaction')
    .select(['policyId', 'type', 'amountCents', 'lineNumber'])
    .where('fileId', '=', fileId)
    .where('type', '!=', 'RATE_RESET')
    .execute()
  const key = (policyId: number | null, type: string, amount: number) => `${policyId} ${type} ${amount}`
  const meant = truth.flatMap((line) => {
    const [premium, withdrawals] = [Number(line.premium ?? 0), Number(line.withdrawals ?? 0)]
    const id = policyOf(feeds, line)
    return [
      ...(premium > 0 ? [key(id, 'PREMIUM', premium)] : []),
      ...(premium < 0 ? [key(id, 'PREMIUM_REFUND', -premium)] : []),
      ...(withdrawals > 0 ? [key(id, 'WITHDRAWAL', withdrawals)] : []),
    ]
  })
  const booked = flows.map(({ policyId, type, amountCents }) => key(policyId, type, amountCents ?? 0))
  const isTold = (flow: string) => open.some(({ policyId }) => String(policyId) === flow.split(' ')[0])
  return [
    ...booked.filter((flow) => !meant.includes(flow) && !isTold(flow)).map((flow) => `${flow} is booked, and not meant`),
    ...meant.filter((flow) => !booked.includes(flow) && !isTold(flow)).map((flow) => `${flow} is meant, and not booked`),
  ]
}
