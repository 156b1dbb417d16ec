/** Doubts about a file as a whole: columns named twice over, figures above them, a month that no row is of, a rate that loans may bear. */
import { getFile, setMapping } from '@corridor/contract/data-feeds.ts'
import { expect, test } from 'vitest'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const FEW = { policyNumber: 'Policy No', valuationDate: 'Val Date', cashSurrenderValue: 'CSV', deathBenefit: 'DB' }
const { valuationDate: _, ...UNDATED } = FEW
const said = async (content: string, fields?: Record<string, string>) => {
  const file = await feeds.handedIn(content, fields)
  return (await feeds.findingsOf(file.id, { status: ['OPEN'] })).map(({ ruleCode, severity, lineNumber, message }) => [
    ruleCode,
    severity,
    lineNumber,
    message,
  ])
}
const linesOf = (headers: Record<string, string>, from = 0, to = Infinity) => feedText(feeds.sound().slice(from, to), { headers })

test('a header repeated on a later page is no policy', async () => {
  const file = await feeds.handedIn(linesOf(FEW, 0, 2) + linesOf(FEW, 2))
  expect(file).toMatchObject({ rowCount: feeds.policies.length, matched: feeds.policies.length, openErrors: 0 })
})

test('columns named again in another order refuse the file: what follows would be read under the wrong headers', async () => {
  const turned = { policyNumber: 'Policy No', valuationDate: 'Val Date', deathBenefit: 'DB', cashSurrenderValue: 'CSV' }
  expect(await said(linesOf(FEW, 0, 2) + linesOf(turned, 2))).toContainEqual([
    'FILE',
    'error',
    null,
    'Line 4 names the columns again, in another order. The lines below it were read by the first header: ask the carrier for one table, or for a sheet of its own for each.',
  ])
})

test('figures above the header are said not to be read', async () => {
  expect(await said(linesOf(UNDATED, 0, 2) + linesOf(FEW, 2))).toContainEqual([
    'NOTE',
    'warning',
    null,
    'Lines above the header hold figures, and are not read. The header is in line 4.',
  ])
})

test('a month above the rows that no row is of is asked about; of a span its end counts, of two months neither', async () => {
  const headed = (heading: string, headers: Record<string, string> = FEW) => feedText(feeds.sound(), { headers, preamble: [heading] })
  expect(await said(headed('Values as of September 30, 2026'))).toEqual([
    [
      'PERIOD',
      'error',
      null,
      'The lines above the rows, or its name, say September 2026, and no row is dated so. The rows are read as dated, October 2026: accept if that is right.',
    ],
  ])
  for (const heading of [
    'Values as of October 31, 2026',
    'Statement period October 1, 2026 through October 31, 2026',
    'Print date 09/30/2026',
    'Contract date 06/15/2016',
  ])
    expect(await said(headed(heading))).toEqual([])
  const monthOf = async (heading: string) =>
    (await feeds.server.callAs(feeds.staff, getFile, { id: (await feeds.handedIn(headed(heading, UNDATED))).id })).body.periods
  // A comma that nobody quoted cuts the date in two cells.
  expect(await monthOf('Values as of October 31, 2026')).toEqual([feeds.period])
  expect(await monthOf('Statement period October 1, 2026 - October 31, 2026')).toEqual([feeds.period])
  expect(await monthOf('Prior valuation 09/30/2026; current valuation 10/31/2026')).toEqual([])
  expect(await monthOf('Valuation 10/31/2026; statement of 11/15/2026')).toEqual([])
})

test('a rate headed “Interest Rate” beside loans is asked about until the columns say what it is', async () => {
  const headers = { ...FEW, loan: 'Loan Balance', rate: 'Interest Rate' }
  const lent = (loan: number) =>
    feedText(
      feeds.sound().map((line) => ({ ...line, loan })),
      { headers },
    )
  expect(await said(lent(0))).toEqual([])
  const file = await feeds.handedIn(lent(10_000_000))
  const open = async () =>
    (await feeds.findingsOf(file.id, { status: ['OPEN'] })).map(({ ruleCode, columnName, message }) => [ruleCode, columnName, message])
  expect(await open()).toEqual([
    [
      'RATE',
      'Interest Rate',
      '“Interest Rate” stands beside loans: is it the rate credited to the policies, or the one that the loans bear? Choose its field under Column mapping.',
    ],
  ])
  const { updatedAt } = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  const mapping = {
    'Policy No': 'policyNumber',
    'Val Date': 'asOfDate',
    CSV: 'cashSurrenderValue',
    DB: 'deathBenefit',
    'Loan Balance': 'loanBalance',
    'Interest Rate': 'grossCreditingRate',
  } as const
  expect((await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping, updatedAt, keep: false })).status).toBe(200)
  expect(await open()).toEqual([])
})

test('a gross column that nothing reads, beside the net one that is read, is an error until the columns say which it is', async () => {
  const headers = { ...FEW, deathBenefit: 'Net Death Benefit', other: 'Gross Death Benefit' }
  expect(
    await said(
      feedText(
        feeds.sound().map((line) => ({ ...line, other: 510_000_000 })),
        { headers },
      ),
    ),
  ).toEqual([
    [
      'UNUSED',
      'error',
      null,
      '“Gross Death Benefit” holds amounts (5100000.00 in line 2) and could be the death benefit as well as “Net Death Benefit”, which is read as it. Choose under Column mapping which of them it is; saved there as not used, it is not asked about again.',
    ],
  ])
  const rates = { ...HEADERS, rate: 'Rate', other: 'Declared Crediting Rate' }
  const file = await feeds.handedIn(
    feedText(
      feeds.sound().map((line) => ({ ...line, other: '3.90%' })),
      { headers: rates },
    ),
  )
  expect(await feeds.rulesOf(file.id)).toEqual([['UNUSED', null]])
})

test('a total that names what it is of is no count of policies', async () => {
  const total = feeds.sound().reduce((sum, line) => sum + line.cashSurrenderValue, 0)
  const file = await feeds.handedIn(
    feedText(feeds.sound(), { headers: FEW, trailer: [`Totals for policies in force,,${(total / 100).toFixed(2)},`] }),
  )
  expect(await feeds.rulesOf(file.id)).toEqual([])
})
