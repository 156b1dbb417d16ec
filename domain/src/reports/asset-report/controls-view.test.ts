import { expect, test } from 'vitest'
import { type ControlsStatement, controlsOf } from '../../auditing/controls.ts'
import { AUDIT_RULES } from '../../auditing/rules.ts'
import { cents } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import type { OpenItem } from '../open-items.ts'
import { buildAssetReport } from './build.ts'
import { assetReportAs } from './controls-view.ts'
import { policyRows } from './view.ts'

const asOf = plainDate('2025-12-31')
const audited: ControlsStatement = {
  asOf,
  examined: { policies: 4, valued: 3, carriers: 2, files: 1, auditedAt: '2026-01-06T09:00:00.000Z' },
  lines: controlsOf(
    [
      { ruleCode: 'V3', title: AUDIT_RULES.V3.title, reasonCode: 'CORRECTED', status: 'RESOLVED' },
      { ruleCode: 'M3', title: AUDIT_RULES.M3.title, reasonCode: null, status: 'OPEN' },
    ],
    new Set(['V1', 'V3', 'M3']),
    new Map([['M4', ['no interest in the carrier’s file']]]),
  ),
}
const told = (controls?: ControlsStatement, kind: 'AssetReport' | 'AssetSummaryReport' = 'AssetReport') =>
  buildAssetReport(firstExampleBank({ kind, ...(controls ? { controls } : {}) }))

test('a report carries its month’s controls statement: each audit, what it found, and how that was settled', () => {
  const { controls } = told(audited)
  expect(controls?.table.title).toBe('Controls, December 2025')
  expect(controls?.lead).toMatch(
    /^3 of 4 policies valued, with 2 carriers, from 1 file\. The controls cover every policy of the institution/,
  )
  expect(controls?.table.rows.slice(0, 3).map(({ cells }) => Object.values(cells))).toEqual([
    [
      'Monthly validation of cash surrender values and death benefits',
      '2 of 13 rules applied; 2 belong to the check of each carrier’s file before it is posted: policies known to the register, control totals of the file; 9 do not apply to this institution: death benefit posted and in the file, values above zero, death benefit against cash surrender value and 6 more; 1 exception, 1 resolved',
      'Cash surrender value differs from what is posted: 1 exception; the value was corrected.',
    ],
    [
      'Month-over-month balance of cash surrender values and death benefits',
      '1 of 8 rules applied, 1 not applied: roll-forward (no interest in the carrier’s file); 6 do not apply to this institution: falls of cash surrender value, increase against expectation, movement of the death benefit and 3 more; 1 exception, 1 open',
      'Movement too large: 1 exception; it is open.',
    ],
    ['Policy reconciliation', 'Not applied this month', null],
  ])
})

test('a month that was not audited is not performed, under a heading of its own, and never not applicable', () => {
  const { controls, notPerformed, notApplicable } = told({ asOf, examined: null, lines: [] })
  expect(notPerformed).toEqual({ title: 'Controls, December 2025: not performed', text: controls?.lead })
  expect(notApplicable?.text).not.toContain('Controls')
  expect(told(audited).notPerformed).toBeNull()
  expect([controls?.lead, controls?.table.rows]).toEqual([
    'The audits of this month have not run. No results of controls are reported for it.',
    [],
  ])
})

test('a quarter names the months that were not audited at its head and among its controls, and one made before they were kept does not', () => {
  const months = (names: readonly string[]) => names.map((month) => plainDate(month))
  const early = { ...audited, unaudited: months(['2025-10-31', '2025-11-30']) }
  expect(told(early).header.stamp.text).toBe('FINAL · 2 MONTHS NOT AUDITED')
  expect(told(early).controls?.lead).toMatch(/^3 of 4 policies valued, .* Not audited in this quarter: October 2025 and November 2025\.$/)
  expect(told(early, 'AssetSummaryReport').notes.at(-1)).toMatch(/Not audited in this quarter: October 2025 and November 2025\.$/)
  const last = { asOf, examined: null, lines: [], unaudited: months(['2025-11-30', '2025-12-31']) }
  expect(told(last).controls?.lead).toMatch(/reported for it\. Not audited in this quarter either: November 2025\.$/)
  const alone = { ...last, unaudited: [asOf] }
  for (const kind of ['AssetReport', 'AssetSummaryReport'] as const)
    expect(told(alone, kind).header.stamp.text).toBe('FINAL · DECEMBER NOT AUDITED')
  expect(told(alone).controls?.lead).not.toContain('quarter')
  expect(told({ asOf, examined: null, lines: [] }).header.stamp.text).toBe('FINAL')
})

test('a quarter has a row for each of its earlier months that was audited; where its last was not, sentences', () => {
  const earlier = [{ ...audited, asOf: plainDate('2025-10-31'), reviews: [] }]
  const { controls } = told({ ...audited, reviews: [], earlier })
  expect(controls?.table.rows).toHaveLength(6)
  expect(Object.values(controls?.table.rows.at(-1)?.cells ?? {})).toEqual([
    'October 2025, all audits',
    '2 of 5 audits run; 3 of 41 rules applied; 2 exceptions, 1 resolved, 1 open',
    'None of the 5 audits was signed off by a reviewer when this report was made',
    null,
  ])
  expect(controls?.lead).not.toContain('October')
  const late = told({ asOf, examined: null, lines: [], earlier })
  expect(late.notPerformed?.text).toContain('October 2025, all audits: 2 of 5 audits run; ')
  expect(told({ ...audited, earlier }, 'AssetSummaryReport').notes.at(-1)).toContain('October 2025, all audits: 2 of 5 audits run; ')
})

test('a month without an exception has no column of how each was settled', () => {
  const lines = controlsOf([], new Set(['V1']), new Map())
  expect(told({ ...audited, lines }).controls?.table.columns.map(({ key }) => key)).toEqual(['audit', 'result'])
  expect(told(audited).controls?.table.columns.map(({ key }) => key)).toEqual(['audit', 'result', 'settled'])
})

test('the summary says it in one sentence among its notes', () => {
  const view = told(audited, 'AssetSummaryReport')
  expect(view.controls).toBeNull()
  expect(view.notes.at(-1)).toMatch(
    /^Controls, December 2025: 3 of 4 policies valued, with 2 carriers, from 1 file; 3 of 41 rules applied, 1 not applied: roll-forward \(no interest in the carrier’s file\); 2 belong to the check of each carrier’s file before it is posted: .*; 35 do not apply to this institution: .* and 32 more; 2 exceptions, 1 resolved, 1 open\. /,
  )
  expect(told({ asOf, examined: null, lines: [] }, 'AssetSummaryReport').notes.at(-1)).toBe(
    'Controls, December 2025: not performed. The audits of this month have not run.',
  )
})

test('a report made before the statement was kept reads as it did', () => {
  expect(told().controls).toBeNull()
  expect(told(undefined, 'AssetSummaryReport').notes.join(' ')).not.toContain('Controls')
})

test('a report that was released with items open says so in its stamp, and gives the reason with its controls; as a draft it says neither', () => {
  const view = told(audited)
  const release = { standing: 'released', reason: 'The carrier confirmed it', openItems: 2 } as const
  const released = assetReportAs(view, release)
  const sentence = 'Released with 2 open items. Reason for the release: The carrier confirmed it.'
  expect(released.header.stamp).toEqual({ kind: 'preliminary', text: 'FINAL · 2 OPEN ITEMS', openItems: 2 })
  expect(released.controls?.lead).toBe(`${sentence} ${view.controls?.lead}`)
  expect(released.notes).toEqual(view.notes)
  const clean = assetReportAs(view, { standing: 'released', reason: null, openItems: null })
  expect([clean.header.stamp.text, clean.controls, clean.notes]).toEqual(['FINAL', view.controls, view.notes])
  expect(assetReportAs(view, { ...release, standing: 'withdrawn' }).header.stamp.text).toBe('WITHDRAWN')
})

test.each(['AssetReport', 'AssetSummaryReport'] as const)(
  'without a table of controls the reason stands first among the notes: %s',
  (kind) => {
    const view = told(kind === 'AssetReport' ? undefined : audited, kind)
    const { controls, notes } = assetReportAs(view, { standing: 'released', reason: 'Due.', openItems: 1 })
    expect(controls).toEqual(view.controls)
    expect(notes).toEqual(['Released with 1 open item. Reason for the release: Due.', ...view.notes])
  },
)

test('a release that keeps its open items names them at the head of the report, marks their policies, and gives the reason there', () => {
  const view = told(audited)
  const [policy] = policyRows(view)
  const amount = (dollars: number) => cents(dollars * 100)
  const items: OpenItem[] = [
    {
      title: 'Cash surrender value differs from what is posted',
      policyId: policy?.policyId ?? 0,
      subject: 'policy A-1 (Alpha)',
      amounts: {
        sides: [
          { name: 'posted cash surrender value', amount: amount(111_353) },
          { name: 'the carrier’s', amount: amount(129_353) },
        ],
        difference: amount(-18_000),
      },
    },
    { title: 'Bravo’s feed is missing', policyId: null, subject: null, amounts: null },
  ]
  const release = { standing: 'released', reason: 'Due', openItems: 2, items } as const
  const read = assetReportAs(view, release)
  expect(read.released).toEqual({
    title: 'Released with 2 open items',
    items: [
      {
        text: 'Cash surrender value differs from what is posted, policy A-1 (Alpha): posted cash surrender value $111,353.00, the carrier’s $129,353.00, difference -$18,000.00.',
        difference: amount(-18_000),
      },
      { text: 'Bravo’s feed is missing.', difference: null },
    ],
    reason: 'Reason for the release: Due.',
  })
  expect(read.controls, 'it is said once').toEqual(view.controls)
  expect(policyRows(read).filter(({ cells }) => String(cells.flags).includes('!'))).toMatchObject([
    { policyId: policy?.policyId, flags: ['!'] },
  ])
  expect(read.footnotes.at(-1)).toMatchObject({ symbol: '!' })
  expect(assetReportAs(told(audited, 'AssetSummaryReport'), release).notes[0], 'the summary names no policy').toBe(
    'Released with 2 open items: Cash surrender value differs from what is posted (difference -$18,000.00); Bravo’s feed is missing. Reason for the release: Due.',
  )
  const releasedBy = { name: 'Dana Cole', on: plainDate('2026-11-03') }
  expect(assetReportAs(view, { ...release, releasedBy }).released?.reason).toBe('Released by Dana Cole on November 3, 2026. Reason: Due.')
  expect(assetReportAs(view, { ...release, releasedBy: { ...releasedBy, name: null } }).released?.reason, 'by no person').toBe(
    'Released on November 3, 2026. Reason: Due.',
  )
  expect(assetReportAs(told(audited, 'AssetSummaryReport'), { ...release, releasedBy }).notes[0]).toContain(
    'Bravo’s feed is missing. Released by Dana Cole on November 3, 2026. Reason: Due.',
  )
  const many = Array.from({ length: 14 }, (_, index) => ({ title: `Item ${index + 1}`, policyId: null, subject: null, amounts: null }))
  const texts = assetReportAs(view, { ...release, openItems: 14, items: many }).released?.items.map(({ text }) => text)
  expect(texts?.slice(-2)).toEqual(['Item 10.', '4 more open items.'])
  expect(texts).toHaveLength(11)
})

test('what happened in the month carries the mark of a policy with an open item, and a reset to a rate that is the error says so', () => {
  const line = { date: asOf, carrierCode: 'ALPHA', amount: null, note: '4.00% to 6.10%' }
  const transactions = [
    { ...line, type: 'RATE_RESET', policyNumber: 'A-1001', insuredName: 'Ames, Ada' },
    { ...line, type: 'PREMIUM', policyNumber: 'A-1001', insuredName: 'Ames, Ada', note: null },
    { ...line, type: 'RATE_RESET', policyNumber: 'A-1002', insuredName: 'Bell, Ben' },
    { ...line, type: 'RATE_RESET', policyNumber: 'A-1001', insuredName: 'Cole, Cy', carrierCode: 'BRAVO' },
  ]
  const view = buildAssetReport(firstExampleBank({ activity: { transactions, rateChanges: [], statusChanges: [], claims: [] } }))
  const policyId = policyRows(view).find(({ cells }) => cells.policyNumber === 'A-1001')?.policyId ?? 0
  const told = (title: string) => {
    const items = [{ title, policyId, subject: 'policy A-1001 (Alpha)', amounts: null }]
    const read = assetReportAs(view, { standing: 'released', reason: 'Due', openItems: 1, items })
    return read.activity?.transactions.rows.map(({ cells }) => [cells.insured, cells.note])
  }
  const declared = AUDIT_RULES.Y5.title
  expect(told(declared)).toEqual([
    ['Ames, Ada !', '4.00% to 6.10%; ! open audit error: differs from the declared rate'],
    ['Ames, Ada !', null],
    ['Bell, Ben', '4.00% to 6.10%'],
    ['Cole, Cy', '4.00% to 6.10%'],
  ])
  expect(told(AUDIT_RULES.V3.title)?.[0], 'an error of the value says nothing of the rate').toEqual(['Ames, Ada !', '4.00% to 6.10%'])
})
