/** The values audit leads from what the carriers sent, over corrections by hand and excluded rows, to what is posted: on screen, in print and in the export, to the cent. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { clientExceptionsReport } from '@corridor/contract/auditing.ts'
import { acceptWarnings, postFile, rejectRows } from '@corridor/contract/data-feeds.ts'
import { correctCells } from '@corridor/contract/feed-lines.ts'
import { AMOUNTS, MEASURES, type Measure, perMeasure } from '@corridor/domain/auditing/received.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
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

const HEADERS = { cashSurrenderValue: 'CSV', deathBenefit: 'DB' } as const
type Misprints = Partial<Record<Measure, ReadonlyMap<number, string>>>

/** Lines of the file, with cells as the carrier misprinted them; then each is corrected or excluded, and the file posted. */
async function posted(misprints: Misprints, excluded: readonly number[], strangers: readonly Record<Measure, number>[]) {
  await feeds.goTo(addDays(feeds.period, 12))
  const sound = feeds.sound()
  const misprinted = (measure: Measure, at: number) => misprints[measure]?.get(at)
  const lines = [
    ...sound.map((line, at) => ({ ...line, ...perMeasure((measure) => misprinted(measure, at) ?? line[measure]) })),
    ...strangers.map((amounts, at) => ({ ...sound[0], policyNumber: `X-${at + 1}`, ...amounts })),
  ]
  const { id } = await feeds.handedIn(feedText(lines))
  for (const [at, line] of sound.entries()) {
    const cells = MEASURES.filter((measure) => misprinted(measure, at) !== undefined && !excluded.includes(at)).map((measure) => ({
      header: HEADERS[measure],
      value: dollars(line[measure]),
    }))
    if (cells.length > 0) await feeds.server.callAs(feeds.staff, correctCells, { id, line: at + 2, cells, reason })
  }
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
const money = (amount: number) => formatAmount(cents(amount))

test.each([1, 2, 3])(
  'of book %i, received with corrections and without excluded rows is the feed as read in both amounts, in the list, its sums, its export and in print',
  async (seed) => {
    const random = randomOf(seed)
    const sound = feeds.sound()
    const wrong = perMeasure((measure) => {
      const cells = new Map<number, number | string>()
      for (const [at, line] of sound.entries()) {
        const kind = random()
        if (kind < 0.25) cells.set(at, line[measure] + 100 + Math.floor(random() * 1_000_000))
        else if (kind < 0.35) cells.set(at, '#REF!')
        else if (kind < 0.45) cells.set(at, '')
      }
      return cells.set(0, (sound[0]?.[measure] ?? 0) - 12_345)
    })
    const excluded = [...sound.keys()].filter((at) => at > 1 && random() < 0.2)
    const stranger = perMeasure(() => 1_000 + Math.floor(random() * 5_000_000))
    const misprints = perMeasure(
      (measure) => new Map([...wrong[measure]].map(([at, cell]) => [at, typeof cell === 'number' ? dollars(cell) : cell] as const)),
    )
    await posted(misprints, excluded, [stranger])

    const isExcluded = (at: number) => excluded.includes(at)
    const sum = (cells: readonly (number | string)[]) =>
      cells.reduce<number>((total, cell) => total + (typeof cell === 'number' ? cell : 0), 0)
    const { records, totals, unplaced } = await listed()
    const expected = perMeasure((measure) => {
      const sent = sound.map((line, at) => wrong[measure].get(at) ?? line[measure])
      const read = sum(sound.filter((_, at) => !isExcluded(at)).map((line) => line[measure]))
      return {
        received: sum(sent),
        correctedPolicies: [...wrong[measure].keys()].filter((at) => !isExcluded(at)).length,
        corrected: read - sum(sent.filter((_, at) => !isExcluded(at))),
        excluded: sum(sent.filter((_, at) => isExcluded(at))),
        unreadRows: [...wrong[measure].values()].filter((cell) => typeof cell === 'string').length,
        fed: read,
        posted: read,
        difference: 0,
        unfed: 0,
      }
    })
    expect(totals.excludedRows).toBe(excluded.length)
    for (const measure of MEASURES) {
      const column = AMOUNTS[measure]
      expect(Object.fromEntries(codesOf(column).map((side) => [side, totals[column[side]]]))).toEqual(expected[measure])
      expect(unplaced[measure]).toMatchObject({ correctedPolicies: 0, excludedRows: 1, excludedCents: stranger[measure] })
      for (const row of records) expect(row[column.received] + row[column.corrected] - row[column.excluded]).toBe(row[column.fed] ?? 0)

      const names = [column.received, column.corrected, column.excluded, column.fed, column.posted]
      const query = `take=25&format=csv&${names.map((name) => `columns=${name}`).join('&')}`
      const url = `/api/exceptions/client-exceptions/report?${query}`
      const file = await feeds.server.app.inject({ method: 'GET', url, cookies: { sid: feeds.staff } })
      const rows = file.body.split(/\r?\n/).map((line) => line.split(',').map((cell) => Math.round(Number(cell) * 100)))
      const figures = rows.filter((row) => row.length === names.length && row.every(Number.isFinite))
      expect(figures.length).toBeGreaterThanOrEqual(records.length)
      for (const [received = 0, corrected = 0, out = 0, fed = 0] of figures) expect(received + corrected - out).toBe(fed)
    }

    const paper = await printed()
    const both = (amount: (measure: Measure) => number) => MEASURES.map((measure) => money(amount(measure))).join(' ')
    const { cashSurrenderValue, deathBenefit } = expected
    const corrected = `${counted(cashSurrenderValue.correctedPolicies, 'cash surrender value')}, ${counted(deathBenefit.correctedPolicies, 'death benefit')}`
    expect(paper).toMatch(/Received from the carriers/)
    expect(paper).toContain(both((measure) => expected[measure].received + stranger[measure]))
    expect(paper).toContain(`Corrected by hand ${corrected} ${both((measure) => expected[measure].corrected)}`)
    expect(paper).toContain(
      `Excluded rows ${counted(excluded.length + 1, 'row')}, 1 of no institution in the register ${both((measure) => -expected[measure].excluded - stranger[measure])}`,
    )
    expect(paper).toContain(`Carriers’ files, as read - ${both((measure) => expected[measure].fed)}`)
    expect(paper).toContain(`Posted less the carriers’ files, as read - ${both(() => 0)}`)
  },
)

test('a death benefit corrected by hand, and no cash surrender value, is told in the list and in print', async () => {
  await posted({ deathBenefit: new Map([[0, '1.00']]) }, [], [])
  const { totals, records } = await listed()
  const added = (feeds.sound()[0]?.deathBenefit ?? 0) - 100
  expect([totals.correctedPolicies, totals.correctedDeathBenefits, totals.correctedDeathBenefitCents]).toEqual([0, 1, added])
  expect(records.map((row) => row.correctedDeathBenefits).toSorted()).toEqual([...records.slice(1).map(() => 0), 1])
  expect(await printed()).toContain(`Corrected by hand 1 death benefit 0.00 ${money(added)}`)
})

test('a received value that could not be read is told and added to nothing; of a file that a newer one replaced nothing is told', async () => {
  await posted({ cashSurrenderValue: new Map([[0, '#REF!']]) }, [1], [])
  const { totals } = await listed()
  expect([totals.correctedPolicies, totals.excludedRows, totals.unreadRows]).toEqual([1, 1, 1])
  expect(totals.correctedCashSurrenderValueCents).toBe(feeds.sound()[0]?.cashSurrenderValue)
  expect(await printed()).toContain('1 cash surrender value blank or not readable as received: it adds nothing')

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
  await posted({}, [], [])
  const { totals, unplaced } = await listed()
  expect([totals.correctedPolicies, totals.excludedRows, unplaced.deathBenefit.excludedRows]).toEqual([0, 0, 0])
  const paper = await printed()
  expect(paper).not.toMatch(/Received from the carriers|Corrected by hand|Excluded rows/)
  expect(paper).toContain('Carriers’ files, as read')
})
