/** Findings at the end of a file: by line where a person can read them, in one sentence where not, and what the register expects of it. */
import type { FeedValues } from '@corridor/domain/data-feeds/row.ts'
import { NO_VALUES } from '@corridor/domain/data-feeds/row.ts'
import type { RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { decodePolicy, type RegisterMonth } from '../../../shared/auditing/register-month.ts'
import { bookOf, recordOf } from '../../../test/feed-tables.ts'
import { arraysOf, type CheckedFinding, findingColumns, lastFour, rowColumns } from './batch.ts'
import { collectFindings } from './collect-findings.ts'
import { gatherFirstLoads } from './first-loads.ts'
import { holdOddities, isHeldBack } from './oddities.ts'
import { compareWithBook, coverageOf, noteSeen, noteUnknown } from './reconcile.ts'

const finding = (more: Partial<CheckedFinding> = {}): CheckedFinding => ({
  line: 2,
  columnName: 'Rate',
  value: '9',
  ruleCode: 'RATE',
  severity: 'error',
  message: 'Odd.',
  institutionId: 1,
  policyId: 11,
  ...more,
})

describe('what many rows have in common is one sentence', () => {
  const released = (count: number, rows: number, more: (at: number) => Partial<CheckedFinding> = () => ({})) => {
    const [held, said] = [holdOddities(), [] as CheckedFinding[]]
    for (let at = 0; at < count; at++) held.hold(finding({ line: at + 2, ...more(at) }))
    held.release(
      rows,
      (one) => said.push(one),
      (line) => `line ${line}`,
    )
    return said
  }
  test.each([
    [4, 4, 4],
    [5, 5, 1],
    [5, 10, 1],
    [5, 11, 5],
    [49, 1000, 49],
    [50, 1000, 1],
    [60, 1000, 1],
  ])('%i of %i rows are said in %i', (count, rows, sentences) => expect(released(count, rows)).toHaveLength(sentences))
  test('which names the first of them, and no value or policy', () =>
    expect(released(1200, 2000)).toEqual([
      { ...finding(), line: null, value: null, policyId: null, message: '1,200 rows, the first in line 2: Odd.' },
    ]))
  test('and nothing where two banks, months, columns or meanings differ', () => {
    const kinds: ((at: number) => Partial<CheckedFinding>)[] = [
      (at) => ({ institutionId: at % 2 }),
      (at) => ({ period: at % 2 ? '2026-09-30' : '2026-10-31' }),
      (at) => ({ columnName: at % 2 ? 'Rate' : 'Net Rate' }),
      (at) => ({ severity: at % 2 ? 'error' : 'warning' }),
      (at) => ({ ruleCode: at % 2 ? 'RATE' : 'SIGN' }),
    ]
    for (const kind of kinds) expect(released(8, 8, kind)).toHaveLength(8)
    const [held, said] = [holdOddities(), [] as CheckedFinding[]]
    for (let at = 0; at < 8; at++) held.hold(finding(), at % 2 ? 'cents' : 'thousands')
    held.release(8, (one) => said.push(one), String)
    expect(said).toHaveLength(8)
    expect((['RATE', 'SIGN', 'SIZE', 'VALUE'] as const).map(isHeldBack)).toEqual([true, true, true, false])
  })
})

test('of each rule five thousand findings are listed, and the rest counted at the end', async () => {
  const batches: CheckedFinding[][] = []
  const collected = collectFindings(async (batch) => void batches.push(batch))
  await collected.flush()
  expect(batches).toEqual([])
  for (let at = 0; at < 6234; at++) collected.add(finding({ ruleCode: 'V2' }))
  for (let at = 0; at < 5000; at++) collected.add(finding({ ruleCode: 'V1' }))
  await collected.flush()
  expect(batches.map((batch) => batch.length)).toEqual([10_000])
  collected.file('NOTE', 'Rate', 'Said once.', 'info')
  await collected.end()
  const place = { line: null, value: null, institutionId: null, policyId: null }
  expect(batches[1]).toEqual([
    { ...place, columnName: 'Rate', ruleCode: 'NOTE', severity: 'info', message: 'Said once.' },
    {
      ...place,
      columnName: null,
      ruleCode: 'FILE',
      severity: 'error',
      message: expect.stringMatching(/^1,234 more lines have the finding “.+” \(V2\)\./),
    },
  ])
})

describe('policies that the register tells no size of', () => {
  const values = (cashSurrenderValue: number | null, deathBenefit: number | null): FeedValues => ({
    ...NO_VALUES,
    cashSurrenderValue: cashSurrenderValue === null ? null : cents(cashSurrenderValue),
    deathBenefit: deathBenefit === null ? null : cents(deathBenefit),
  })
  const bank = { id: 1, name: 'First', legalName: 'First Bank', fdicCertificate: null }
  const directory = (filedCents: number | null) => ({ carriers: [], institutions: [{ ...bank, filedCents }] })
  const said = (rows: [number | null, number | null][], filedCents: number | null, typical?: RegisterMonth['typical']) => {
    const [loads, found] = [gatherFirstLoads(), [] as CheckedFinding[]]
    const coverage = coverageOf('ALP', bookOf([], typical ? { typical } : {}))
    for (const [value, benefit] of rows) loads.note(coverage, 1, values(value, benefit))
    loads.release(directory(filedCents), (one) => found.push(one))
    return found
  }
  test('are judged together by what the bank filed', () => {
    const rows: [number | null, number | null][] = [
      [400_000_00, 1_000_000_00],
      [200_000_00, 1_000_000_00],
      [null, 9_00],
      [9_00, null],
    ]
    expect(said(rows, 300_000_00)).toEqual([])
    expect(said(rows, 100_000_00)).toEqual([
      {
        line: null,
        columnName: null,
        value: null,
        ruleCode: 'SIZE',
        severity: 'error',
        message:
          'ALP, October 2026, 2 policies without an earlier value: Cash surrender value adds up to $600,000.00; the institution’s last Call Report has $100,000.00 of life insurance. Is this the right column, and the right file? Accept if the amounts are right; otherwise ask the carrier for a file in dollars.',
        institutionId: 1,
        policyId: null,
        period: '2026-10-31',
      },
    ])
    expect(said(rows.slice(0, 1), 100_000_00)[0]?.message).toContain('October 2026, one policy without')
  })
  test('or by what the carrier’s other policies average', () =>
    expect(said([[400_00, 1_000_00]], null, { policies: 3, cashSurrenderValue: 400_000_00, deathBenefit: 1_000_000_00 })[0]?.message).toBe(
      'ALP, October 2026, one policy without an earlier value: Death benefit averages $1,000.00 a policy; the carrier’s posted policies average $1,000,000.00. These look like thousands of dollars. Accept if the amounts are right; otherwise ask the carrier for a file in dollars.',
    ))
})

describe('the register and the file', () => {
  const compared = (
    records: string[],
    inFile: number[],
    unknown = 0,
    more: Partial<RegisterMonth> = {},
    later?: Parameters<typeof compareWithBook>[2],
  ) => {
    const coverage = coverageOf('ALP', bookOf(records, more))
    for (const id of inFile) {
      const record = records.find((one) => decodePolicy(one).policyId === id)
      if (record) noteSeen(coverage, decodePolicy(record))
    }
    for (let at = 0; at < unknown; at++) noteUnknown(coverage, 1)
    const found: [RuleCode, number | null, string, number | null][] = []
    compareWithBook(
      coverage,
      ({ ruleCode, policyId, message, institutionId }) => found.push([ruleCode, policyId, message, institutionId]),
      later,
    )
    return found
  }
  const three = [recordOf(1), recordOf(2), recordOf(3)]
  test('agree where each policy in force is there, once or twice', () => {
    expect(compared(three, [1, 2, 3, 3])).toEqual([])
    expect(compared([...three, recordOf(4, { institutionId: '2' })], [1, 2, 3])).toEqual([])
    expect(compared([...three, recordOf(4, { hasPrior: '', issueDate: '2026-11-01' })], [1, 2, 3])).toEqual([])
  })
  test('differ by a policy that is missing, which stays in force', () =>
    expect(compared(three, [1, 2])).toEqual([
      [
        'P1',
        null,
        'ALP, October 2026: the file has 2 policies, the register expects 3. It resolves by itself once every policy behind the difference is resolved: missing from the file, not in the register, twice in the file, or with another status.',
        1,
      ],
      [
        'P4',
        3,
        'Policy P-3 is in force in the register and missing from the file. It will have no value for October 2026; absence never ends a policy.',
        1,
      ],
    ]))
  test('differ by one that is not in the register, also where it makes up for another in number', () => {
    expect(compared(three, [1, 2, 3], 1).map(([rule]) => rule)).toEqual(['P1'])
    expect(compared(three, [1, 2], 1).map(([rule, id]) => [rule, id])).toEqual([['P4', 3]])
    expect(compared([], [], 2)).toEqual([])
  })
  test('count who came in and who left since last month', () => {
    const ended = recordOf(4, { policyStatus: 'SURRENDERED' })
    const issued = recordOf(5, { hasPrior: '', issueDate: '2026-10-05' })
    const exchanged = recordOf(6, { hasPrior: '', exchangedIn: 't' })
    expect(compared([...three, ended, issued, exchanged], [1, 2, 3, 5, 6])).toEqual([])
    expect(compared([...three, ended, issued, exchanged], [1, 2, 3, 4, 5, 6]).map(([rule]) => rule)).toEqual(['P1'])
    const unexplained = recordOf(7, { hasPrior: '', issueDate: '2026-09-30' })
    expect(compared([...three, ended, issued, exchanged, unexplained], [1, 2, 3, 5, 6, 7])).toEqual([
      ['P2', null, 'ALP: 4 were valued last month, 2 came in and 1 left, which makes 5; the register has 6 in force at 10/31/2026.', 1],
    ])
    const [alone, fresh] = [recordOf(1), recordOf(2, { hasPrior: '', issueDate: '2026-09-30' })]
    expect(compared([alone, fresh], [1, 2]).map(([rule]) => rule)).toEqual(['P2'])
    // An earlier month of the file counts as last month’s.
    const valued = { ...decodePolicy(recordOf(7)), issueDate: plainDate('2026-09-30') }
    const absent = compared([...three, ended, unexplained], [1, 2, 3], 0, {}, (policy) => (policy.policyId === 7 ? valued : policy))
    expect(absent.map(([rule, id]) => [rule, id])).toEqual([
      ['P1', null],
      ['P4', 7],
    ])
  })
  test('ask about a month that lies before all others', () => {
    const found = compared(three, [1, 2, 3], 0, { postedSince: plainDate('2026-12-31') })
    expect(found).toEqual([
      ['PERIOD', null, expect.stringMatching(/^ALP: nothing is posted for October 2026 .* up to December 2026 are\./), null],
    ])
    expect(compared(three.slice(0, 1), [1], 0, { postedSince: plainDate('2026-12-31') })).toHaveLength(1)
    expect(compared(three, [], 0, { postedSince: plainDate('2026-12-31') })).toEqual([])
  })
})

describe('what is handed to the database', () => {
  test('is an array a column, with the signs of arrays escaped and empty columns left out', () => {
    const pieces = [
      findingColumns([finding({ message: 'said "so" \\ here', value: null }), finding({ message: 'plain', value: null })]),
      findingColumns([finding({ line: null, message: 'third', value: '1,2' })]),
    ]
    const arrays = arraysOf(pieces)
    expect(arrays[0]).toBe('{2,2,NULL}')
    expect(arrays[2]).toBe('{NULL,NULL,"1,2"}')
    expect(arrays[5]).toBe('{"said \\"so\\" \\\\ here","plain","third"}')
    expect(arrays.at(-1)).toBe('{}')
    expect(arraysOf([findingColumns([finding({ line: null }), finding()])])[0]).toBe('{NULL,2}')
    const written = (message: string) => arraysOf([findingColumns([finding({ message })])])[5]
    expect([written('a "b"'), written('a \\ b')]).toEqual(['{"a \\"b\\""}', '{"a \\\\ b"}'])
    const said = { carrierCode: 'a,b', matchKey: 'c,d', policyNumber: 'e,f', insuredName: 'g,h', raw: 'i,j', master: '{"k":1}' }
    const row = {
      line: 2,
      matchStatus: 'NEW' as const,
      institutionId: 1,
      policyId: null,
      period: null,
      values: NO_VALUES,
      insuredShare: 12,
    }
    expect(arraysOf([rowColumns([{ ...row, ...said }])]).filter((array) => array.includes('"'))).toEqual([
      ...['{"a,b"}', '{"c,d"}', '{"e,f"}', '{"g,h"}', '{"i,j"}', '{"{\\"k\\":1}"}'],
    ])
    expect(arraysOf([rowColumns([{ ...row, ...said }])])).toContain('{12}')
    expect(arraysOf([])).toEqual([])
    expect(rowColumns([]).count).toBe(0)
  })
  test.each([
    ['123-45-6789', '•••-••-6789'],
    ['123456789.', '•••-••-6789'],
    ['12-3', ''],
    ['', ''],
  ])('of the social security number “%s” is “%s”', (text, kept) => expect(lastFour(text)).toBe(kept))
})
