/** A whole file: what is said of it, and what is kept of its columns and sheets. */
import { describe, expect, test } from 'vitest'
import { checked, HEADERS, policy, three } from '../../../test/checked-feed.ts'
import { bookOf, recordOf, tableOf } from '../../../test/feed-tables.ts'

describe('a file', () => {
  test('tells of which policies no movement could be expected', async () => {
    const book = bookOf([recordOf(1), recordOf(2, { cannotFall: 't' }), recordOf(3, { policyStatus: 'DEATH_CLAIM_PENDING' })])
    const { summary } = await checked([HEADERS, policy(1), policy(2), policy(3)], { book })
    expect(summary.skippedChecks.find(({ ruleCode }) => ruleCode === 'M2')?.reason).toMatch(
      /not tried for 1 policy without values .*, 1 policy of separate accounts .* and 1 policy under a pending death claim\.$/,
    )
  })

  test('calls its carrier by name, not by code', async () => {
    const { said, summary } = await checked([HEADERS, policy(1)], { book: { ...three, withPrior: new Set() } })
    expect(said('P1').map(([, , , message]) => String(message).split(':')[0])).toEqual(['Alpine, October 2026'])
    expect(summary.skippedChecks.find(({ ruleCode }) => ruleCode === 'P2')?.reason).toContain('nothing was posted for Alpine at')
  })

  test('without a policy says so, and one that ends with totals is compared with them', async () => {
    expect((await checked([HEADERS, ['', '', '']])).said('FILE')).toEqual([
      [null, null, null, 'The file has no policies below the header. Ask the carrier to send it again.'],
    ])
    const { said, summary } = await checked([HEADERS, policy(1), policy(2), policy(3), ['Total: 4 policies', '30.15', '']])
    expect(said('V13')).toEqual([[null, null, null, 'Line 5 counts 4 policies; 3 were read. Rows may have been lost in transit.']])
    expect(summary.controlTotals).toEqual({ line: 5, rows: 4, cashSurrenderValueCents: 3015, deathBenefitCents: null })
  })

  test.each([
    ['rows that bear it out still do when staff corrected one', '10.05', '40.00', '30.15', []],
    [
      'rows that differ still do when staff corrected one',
      '10.05',
      '29.95',
      '50.05',
      ['Line 5 gives a total cash surrender value of $50.05; the rows add up to $30.15, -$19.90 off.'],
    ],
    ['a cell that could not be read adds nothing once it is corrected', '#REF!', '10.05', '20.10', []],
  ])('is compared with its control totals as the carrier sent it: %s', async (_, received, corrected, total, messages) => {
    const [number = '', , benefit = ''] = policy(1)
    const { said } = await checked([HEADERS, [number, received, benefit], policy(2), policy(3), ['Total', total, '']], {
      corrections: new Map([[2, { CSV: corrected }]]),
    })
    expect(said('V13').map(([, , , message]) => message)).toEqual(messages)
  })

  test('of several months is read once more where a later one came first, and where its dates turned out otherwise', async () => {
    const dated = (...dates: string[]) => checked([[...HEADERS, 'Val Date'], ...dates.map((date) => policy(1, date))], { period: null })
    expect((await dated('2026-09-30', '2026-10-31')).memory).toMatchObject({ isDone: true })
    expect((await dated('2026-10-31', '2026-09-30')).memory).toMatchObject({ isDone: false, forms: {} })
    const dayFirst = await dated('30/09/2026')
    expect([dayFirst.memory.isDone, dayFirst.memory.forms, dayFirst.memory.months.values.size]).toEqual([false, { 'Val Date': 'DMY' }, 0])
    expect(dayFirst.summary.forms).toEqual({ 'Val Date': { form: 'DMY', by: 'cells' } })
  })

  test('keeps of its columns five first cells, of personal ones none, and of a social security number four digits', async () => {
    const lines = [[...HEADERS, 'DOB', 'SSN'], ...[1, 2, 3, 4, 5, 6].map((id) => policy(id, '1958-01-01', '123-45-6789'))]
    const { summary, rows } = await checked(lines)
    expect(summary.samples).toMatchObject({
      'Policy No': ['P-1', 'P-2', 'P-3', 'P-4', 'P-5'],
      DOB: Array(5).fill('•••'),
      SSN: Array(5).fill('•••'),
    })
    expect(rows[0]?.raw.split('\u001f')).toEqual(['P-1', '10.05', '50.00', '1958-01-01', '•••-••-6789'])
  })

  test('of several sheets is one: cells under one order of columns, totals added, checks that every sheet allows', async () => {
    const turned = (id: number) => ['50.00', `P-${id}`, '10.05', 'note']
    const tables = [
      tableOf('First', 0, [[...HEADERS, 'Status'], policy(1, 'Active'), ['Total 1 policies', '10.05', '50.00', '']]),
      tableOf('Second', 1, [['DB', 'Policy No', 'CSV', 'Remark'], turned(2), turned(3), ['100.00', 'Total', '20.10', '']]),
    ]
    const { summary, rows, said } = await checked(tables, { sheets: ['First', 'Second'] })
    expect(said('V13', 'HEADERS', 'COLUMN')).toEqual([])
    expect(summary).toMatchObject({
      headers: ['Policy No', 'CSV', 'DB', 'Status', 'Remark'],
      sheetNames: ['First', 'Second'],
      controlTotals: { rows: null, cashSurrenderValueCents: 3015, deathBenefitCents: 15_000 },
    })
    expect(summary.sheets.map(({ name, isRead, rows: count, period }) => [name, isRead, count, period])).toEqual([
      ['First', true, 1, null],
      ['Second', true, 2, null],
    ])
    expect(summary.skippedChecks.map(({ ruleCode }) => ruleCode)).toContain('V10')
    expect(rows.map(({ line, raw }) => [line, raw.split('\u001f')])).toEqual([
      [2, ['P-1', '10.05', '50.00', 'Active', '']],
      [2_000_002, ['P-2', '10.05', '50.00', '', 'note']],
      [2_000_003, ['P-3', '10.05', '50.00', '', 'note']],
    ])
    const partly = [tables[0] ?? expect.unreachable(), tableOf('Second', 1, [HEADERS, policy(2), policy(3)])]
    expect((await checked(partly, { sheets: ['First', 'Second'] })).summary.controlTotals).toBeNull()
  })

  test('knows a column that only a later sheet has', async () => {
    const tables = [tableOf('First', 0, [HEADERS, policy(1)]), tableOf('Second', 1, [[...HEADERS, 'Status'], policy(2, 'Active')])]
    expect((await checked(tables, { sheets: ['First', 'Second'] })).summary.mapping).toMatchObject({ Status: 'policyStatus' })
  })

  test('is incomplete while nobody said which column is the one that every row needs', async () => {
    const twice = await checked([[...HEADERS, 'Surrender Value'], policy(1, '10.00')])
    expect([twice.summary.complete, twice.summary.missingFields]).toEqual([false, []])
    expect(twice.summary.contested).toEqual([
      { field: 'cashSurrenderValue', headers: ['CSV', 'Surrender Value'], chosen: null, sheet: null },
    ])
    const other = await checked([[...HEADERS, 'Premium', 'Premium'], policy(1, '1.00', '2.00')])
    expect(other.summary.complete).toBe(true)
    const missing = await checked(
      [
        ['Policy No', 'CSV', 'Bank'],
        ['P-1', '10.05', 'First Bank'],
      ],
      { carrierCode: null, period: null },
    )
    expect([missing.summary.complete, missing.summary.missingFields]).toEqual([false, ['deathBenefit', 'carrierCode', 'asOfDate']])
  })

  test('for a month that it does not say itself is asked about', async () => {
    const lines = [['As of 2026-09-30'], HEADERS, policy(1), policy(2), policy(3)]
    const { said, rows } = await checked(lines)
    expect(said('PERIOD').map(([, , , message]) => message)).toEqual([
      expect.stringMatching(
        /^The file was uploaded for October 2026, and says September 2026 itself\. Its rows are read as of October 2026:/,
      ),
    ])
    expect(rows[0]?.period).toBe('2026-10-31')
    expect((await checked([['As of 2026-10-31'], ...lines.slice(1)])).said('PERIOD')).toEqual([])
  })
})
