/** The values audit leads from what the carriers sent, over corrections by hand and excluded rows, to what is posted: on screen, in print and in the export, to the cent. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { clientExceptionsReport } from '@corridor/contract/auditing.ts'
import { acceptWarnings, postFile, rejectRows } from '@corridor/contract/data-feeds.ts'
import { correctCells } from '@corridor/contract/feed-lines.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { addDays } from '@corridor/domain/primitives/period.ts'
import { randomOf } from '@corridor/domain/test/random-books.ts'
import { expect, test, vi } from 'vitest'
import { dollars, feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText } from '../../test/report-files.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const feeds = useFeeds()
const reason = 'Read off the carrier’s statement'

/** Lines of the file, with cells as the carrier misprinted them; then each is corrected or excluded, and the file posted. */
async function posted(misprints: ReadonlyMap<number, string>, excluded: readonly number[], strangers: readonly number[]) {
  await feeds.goTo(addDays(feeds.period, 12))
  const sound = feeds.sound()
  const lines = [
    ...sound.map((line, at) => (misprints.has(at) ? { ...line, cashSurrenderValue: misprints.get(at) ?? '' } : line)),
    ...strangers.map((cashSurrenderValue, at) => ({ ...sound[0], policyNumber: `X-${at + 1}`, cashSurrenderValue })),
  ]
  const { id } = await feeds.handedIn(feedText(lines))
  for (const at of misprints.keys())
    if (!excluded.includes(at))
      await feeds.server.callAs(feeds.staff, correctCells, {
        id,
        line: at + 2,
        cells: [{ header: 'CSV', value: dollars(sound[at]?.cashSurrenderValue ?? 0) }],
        reason,
      })
  const left = [...excluded, ...strangers.map((_, at) => sound.length + at)]
  if (left.length > 0) await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: left.map((at) => at + 2), reason })
  const findings = (await feeds.findingsOf(id, { status: ['OPEN'] })).filter(({ settle }) => settle === 'accept').map((one) => one.id)
  if (findings.length > 0) await feeds.server.callAs(feeds.staff, acceptWarnings, { id, findings, statuses: [], reason })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id })).status).toBe(200)
}
const listed = async () => (await feeds.server.callAs(feeds.staff, clientExceptionsReport, { take: 100 })).body
const printed = async () => {
  const print = await feeds.server.callAs(feeds.staff, auditStatement, { check: 'client-exceptions' })
  return (await pdfText(print.bytes)).replaceAll(/\s+/g, ' ')
}
const money = (amount: number) => formatMoney(cents(amount))

test.each([1, 2, 3])(
  'of book %i, received with corrections and without excluded rows is the feed as read, in the list, its sums, its export and in print',
  async (seed) => {
    const random = randomOf(seed)
    const sound = feeds.sound()
    const amounts = sound.map(({ cashSurrenderValue }) => cashSurrenderValue)
    const wrong = new Map<number, number | string>()
    for (const at of amounts.keys()) {
      const kind = random()
      if (kind < 0.25) wrong.set(at, (amounts[at] ?? 0) + 100 + Math.floor(random() * 1_000_000))
      else if (kind < 0.35) wrong.set(at, '#REF!')
      else if (kind < 0.45) wrong.set(at, '')
    }
    wrong.set(0, (amounts[0] ?? 0) - 12_345)
    const excluded = [...amounts.keys()].filter((at) => at > 1 && random() < 0.2)
    const stranger = 1_000 + Math.floor(random() * 5_000_000)
    await posted(new Map([...wrong].map(([at, cell]) => [at, typeof cell === 'number' ? dollars(cell) : cell])), excluded, [stranger])

    const sent = amounts.map((amount, at) => wrong.get(at) ?? amount)
    const sum = (cells: readonly (number | string)[]) =>
      cells.reduce<number>((total, cell) => total + (typeof cell === 'number' ? cell : 0), 0)
    const isExcluded = (at: number) => excluded.includes(at)
    const read = sum(amounts.filter((_, at) => !isExcluded(at)))
    const { records, totals, unplaced } = await listed()
    expect(totals).toMatchObject({
      receivedCashSurrenderValueCents: sum(sent),
      correctedPolicies: [...wrong.keys()].filter((at) => !isExcluded(at)).length,
      correctedCashSurrenderValueCents: read - sum(sent.filter((_, at) => !isExcluded(at))),
      excludedRows: excluded.length,
      excludedCashSurrenderValueCents: sum(sent.filter((_, at) => isExcluded(at))),
      unreadRows: [...wrong.values()].filter((cell) => typeof cell === 'string').length,
      fedCashSurrenderValueCents: read,
      postedCashSurrenderValueCents: read,
      cashSurrenderValueDifferenceCents: 0,
    })
    expect(unplaced).toMatchObject({ correctedPolicies: 0, excludedRows: 1, excludedCents: stranger })
    for (const row of records)
      expect(row.receivedCashSurrenderValueCents + row.correctedCashSurrenderValueCents - row.excludedCashSurrenderValueCents).toBe(
        row.fedCashSurrenderValueCents ?? 0,
      )

    const names = ['received', 'corrected', 'excluded', 'fed', 'posted'].map((side) => `${side}CashSurrenderValueCents`)
    const query = `take=25&format=csv&${names.map((name) => `columns=${name}`).join('&')}`
    const url = `/api/exceptions/client-exceptions/report?${query}`
    const file = await feeds.server.app.inject({ method: 'GET', url, cookies: { sid: feeds.staff } })
    const rows = file.body.split(/\r?\n/).map((line) => line.split(',').map((cell) => Math.round(Number(cell) * 100)))
    const figures = rows.filter((row) => row.length === names.length && row.every(Number.isFinite))
    expect(figures.length).toBeGreaterThanOrEqual(records.length)
    for (const [received = 0, corrected = 0, out = 0, fed = 0] of figures) expect(received + corrected - out).toBe(fed)

    const paper = await printed()
    const count = (many: number, noun: string, plural: string) => `${many} ${many === 1 ? noun : plural}`
    expect(paper).toContain(`Cash surrender value received from the carriers ${money(sum(sent) + stranger)}`)
    expect(paper).toContain(
      `Corrected by hand ${money(totals.correctedCashSurrenderValueCents)}, ${count(totals.correctedPolicies, 'policy', 'policies')}`,
    )
    expect(paper).toContain(
      `Excluded rows ${money(-totals.excludedCashSurrenderValueCents - stranger)}, ${count(excluded.length + 1, 'row', 'rows')}, 1 of no institution in the register`,
    )
    expect(paper).toContain(`Cash surrender value in the carriers’ files, as read ${money(read)}`)
    expect(paper).toContain(`Posted less the carriers’ files, as read ${money(0)}`)
  },
)

test('a received value that could not be read is told and added to nothing; of a file that a newer one replaced nothing is told', async () => {
  await posted(new Map([[0, '#REF!']]), [1], [])
  const { totals } = await listed()
  expect([totals.correctedPolicies, totals.excludedRows, totals.unreadRows]).toEqual([1, 1, 1])
  expect(totals.correctedCashSurrenderValueCents).toBe(feeds.sound()[0]?.cashSurrenderValue)
  expect(await printed()).toContain('1 row’s received value is blank or could not be read, and adds nothing')

  const again = await feeds.handedIn(
    feedText(feeds.sound().map((line, at) => (at === 5 ? { ...line, deathBenefit: line.deathBenefit + 1 } : line))),
  )
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: again.id, restatementReason: 'The carrier sent it again' })).status).toBe(
    200,
  )
  const now = (await listed()).totals
  expect([now.correctedPolicies, now.excludedRows, now.unreadRows]).toEqual([0, 0, 0])
  expect(now.receivedCashSurrenderValueCents).toBe(now.fedCashSurrenderValueCents)
})

test('a book without a correction and an excluded row is told nothing of either', async () => {
  await posted(new Map(), [], [])
  const { totals, unplaced } = await listed()
  expect([totals.correctedPolicies, totals.excludedRows, unplaced.excludedRows]).toEqual([0, 0, 0])
  const paper = await printed()
  expect(paper).not.toMatch(/received from the carriers|Corrected by hand|Excluded rows/)
  expect(paper).toContain('Cash surrender value in the carriers’ files, as read')
})
