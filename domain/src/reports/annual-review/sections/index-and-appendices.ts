/** The frame of an annual review: the cross-reference index (0), open items (13), the board's certification (14) and the appendices. */

import { counted } from '../../../primitives/counted.ts'
import { sumCents } from '../../../primitives/money.ts'
import { formatLongDate } from '../../../primitives/period.ts'
import { ACCOUNT_TYPE_NAMES } from '../../asset-report/tables.ts'
import { column, tableBlock, textBlock } from '../blocks.ts'
import type { ReviewFigures } from '../figures.ts'
import { REVIEW_ITEM_KINDS, REVIEW_SECTIONS, type ReviewRiskCode, type ReviewSectionCode } from '../outline.ts'
import { type IndexRow, REVIEW_STATUSES, type ReviewBlock, type ReviewFinding, type ReviewRiskView } from '../view.ts'

type Item = readonly [item: string, sections: readonly ReviewSectionCode[], source: string, risk?: ReviewRiskCode]

/** The contents of a review that the interagency statement asks for, item by item (OCC 2004-56, SR 04-19, FIL-127-2004). */
const STATEMENT: readonly Item[] = [
  ['Assessment of each risk of the insurance', ['RISKS'], 'Facts, ratings, assessment'],
  ['Which employees are insured, and exceptions inherited by acquisition', ['POPULATION', 'APPENDICES'], 'Register of insured people'],
  ['Death benefit amounts relative to salaries', ['POPULATION'], 'Carrier files; salaries as stated'],
  ['Percentage of insured persons still employed', ['POPULATION'], 'Register of insured people'],
  ['Material changes to risk-management policies', ['OPEN_ITEMS'], 'Questionnaire; the institution’s own items'],
  ['Effects of policy exchanges', ['COMPLIANCE', 'PROGRAM'], 'Register of policies'],
  ['Mortality performance and impact on income', ['MORTALITY'], 'Claims paid; 2017 CSO tables'],
  ['Material findings of audits and independent reviews', ['OPEN_ITEMS'], 'Questionnaire; the institution’s own items'],
  ['Reason for surrenders and their tax implications', ['COMPLIANCE', 'ACCOUNTING'], 'Register of policies; tax profile'],
  ['Peer analysis of holdings', ['PEERS'], 'Public Call Reports, as imported'],
  ['Per-carrier and aggregate limits approved by the board', ['CONCENTRATION', 'COMPLIANCE'], 'Board policy; capital as stated'],
]
/** A corporation is under no such statement: what its auditors, trustees and counsel ask. */
const CORPORATE: readonly Item[] = [
  ['Purpose of the program and the plans that it funds', ['PROGRAM'], 'Register of plans'],
  ['Assets against the liabilities that they fund', ['PROGRAM'], 'Carrier files; liabilities are the plan administrator’s'],
  ['Carriers: strength and concentration', ['CARRIER_CREDIT', 'CONCENTRATION'], 'Rating agencies; carrier files'],
  ['Cost of insurance and other charges', ['PERFORMANCE'], 'Carrier files'],
  ['Modified endowment contracts, loans and IRC 264', ['COMPLIANCE'], 'Register of policies'],
  ['Notice, consent and Form 8925 under IRC 101(j)', ['COMPLIANCE'], 'Register of consents'],
  ['IRC 409A and rabbi trusts', ['COMPLIANCE', 'PROGRAM'], 'Questionnaire; register of plans'],
  ['Insurable interest and who is insured', ['POPULATION', 'APPENDICES'], 'Register of insured people'],
]

export function indexBlocks(
  { frame }: ReviewFigures,
  risks: readonly ReviewRiskView[],
  printed: ReadonlySet<ReviewSectionCode>,
): ReviewBlock[] {
  const items: Item[] = [
    ...(frame === 'COLI' ? CORPORATE : STATEMENT),
    ...risks.map(({ code, title }): Item => [`Risk: ${title.toLowerCase()}`, ['RISKS'], 'Facts, ratings, assessment', code]),
  ]
  const rows = items.map(
    ([item, sections, source, risk], index): IndexRow => ({
      id: String(index + 1),
      item,
      sections: sections.filter((code) => printed.has(code)),
      source,
      ...(risk && { risk }),
    }),
  )
  const intro =
    frame === 'COLI'
      ? 'Where this review answers what auditors, trustees and counsel ask of corporate-owned life insurance.'
      : 'Where this review answers each item that the Interagency Statement on the Purchase and Risk Management of Life Insurance (December 7, 2004) asks management to review at least once a year.'
  return [...textBlock('index-intro', [intro]), { kind: 'index', id: 'index', rows }]
}

export function openItemBlocks({ snapshot }: ReviewFigures, findings: readonly ReviewFinding[]): ReviewBlock[] {
  const open = findings.filter(({ status }) => status === 'bad' || status === 'watch')
  const said = snapshot.answers?.said ?? {}
  const stated = [
    ['Changes to the policy on life insurance', said['policy-changed'], 'No change to the policy on life insurance was reported.'],
    ['Audit findings', said['audit-findings'], 'No audit finding was reported.'],
    ['Regulators’ comments', said['regulator-comments'], 'No regulator’s comment was reported.'],
    ['Changes to benefit plans', said['plans-changed'], 'No change to a benefit plan was reported.'],
    ['Planned merger or sale', said['planned-merger'], 'No merger or sale of branches is planned.'],
  ] as const
  return [
    tableBlock(
      'items',
      'Items recorded in the portal',
      [
        column('kind', 'Kind', 'text', { width: 14, group: 'key' }),
        column('text', 'Item', 'text', { width: 60 }),
        column('owner', 'Owner', 'text', { width: 18 }),
        column('due', 'Due', 'date'),
      ],
      snapshot.texts.items.map(({ kind, text, owner, dueOn }) => ({ kind: REVIEW_ITEM_KINDS[kind], text, owner, due: dueOn })),
    ),
    tableBlock(
      'stated',
      'As the institution stated',
      [column('subject', 'Subject', 'text', { width: 34, group: 'key' }), column('answer', 'Stated', 'text', { width: 70 })],
      stated.map(([subject, answer, none]) => ({
        subject,
        answer: answer === undefined ? null : answer.yes ? `Yes. ${answer.note}`.trim() : none,
      })),
      {
        note: snapshot.answers
          ? `From the questionnaire returned on ${formatLongDate(snapshot.answers.returnedOn)}.`
          : 'The year’s questionnaire has not been returned.',
      },
    ),
    tableBlock(
      'open-tests',
      'Tests of this review that are not met or on watch',
      [
        column('section', 'Section', 'text', { width: 20, group: 'key' }),
        column('test', 'Test', 'text', { width: 20, group: 'key' }),
        column('status', 'Status', 'text', { width: 9 }),
        column('sentence', 'Finding', 'text', { width: 60 }),
      ],
      open
        .toSorted((a, b) => (a.status === b.status ? 0 : a.status === 'bad' ? -1 : 1))
        .map(({ id, section, label, status, sentence }) => ({
          id,
          section: REVIEW_SECTIONS[section].title,
          test: label,
          status: REVIEW_STATUSES[status],
          sentence,
        })),
      { note: 'Not met: a limit or a requirement is not kept. Watch: near its limit, or something is still to be done or decided.' },
    ),
    tableBlock(
      'exceptions',
      'Exceptions on record for the year',
      [
        column('check', 'Check', 'text', { width: 40, group: 'key' }),
        column('severity', 'Severity', 'text', { width: 10 }),
        column('found', 'Found', 'count', { total: 'sum', formula: 'audited' }),
        column('cleared', 'Cleared', 'count', { total: 'sum', formula: 'audited' }),
      ],
      snapshot.exceptions.map(({ check, severity, found, cleared }) => ({
        id: `${check}-${severity}`,
        check: EXCEPTIONS[check] ?? check,
        severity: SEVERITIES[severity],
        found,
        cleared,
      })),
      {
        total: {
          check: 'Total',
          found: snapshot.exceptions.reduce((sum, { found }) => sum + found, 0),
          cleared: snapshot.exceptions.reduce((sum, { cleared }) => sum + cleared, 0),
        },
      },
    ),
  ]
}
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'client-exceptions': 'Posted values against the file',
  'cash-surrender-exceptions': 'Values against the month before',
  'policy-count-exceptions': 'Policies of the file against the register',
  'beginning-year-balance': 'Values at the year’s beginning',
  'yield-exceptions': 'Yields',
}
const SEVERITIES = { error: 'Error', warning: 'Warning', info: 'Note' } as const

export const certificationBlocks = (paragraphs: readonly string[], meeting: string): ReviewBlock[] => [
  ...textBlock('certification', paragraphs),
  {
    kind: 'signatures',
    id: 'signatures',
    meeting,
    labels: ['Chair of the board', 'Chief executive officer', 'Secretary, and date'],
  },
]

export function appendixBlocks({ snapshot, holdings, frame }: ReviewFigures): ReviewBlock[] {
  const carriers = new Map(snapshot.carriers.map(({ code, shortName }) => [code, shortName]))
  const rows = holdings
    .map(({ policy, more, insured }) => ({
      id: String(policy.policyId),
      insured: insured.name,
      policy: policy.policyNumber,
      carrier: carriers.get(policy.carrierCode) ?? policy.carrierCode,
      account: ACCOUNT_TYPE_NAMES[policy.accountType].replace(' account', ''),
      issued: policy.issueDate,
      basis: policy.costBasis,
      value: policy.cashSurrenderValue,
      benefit: policy.deathBenefit,
      share: policy.insuredShare,
      mec: more.modifiedEndowment ? 'Yes' : 'No',
    }))
    .toSorted(
      (a, b) => compare(a.carrier, b.carrier) || compare(a.insured.toLowerCase(), b.insured.toLowerCase()) || compare(a.policy, b.policy),
    )
  return [
    tableBlock(
      'policies',
      'Policies in force',
      [
        column('insured', 'Insured', 'text', { width: 24, group: 'key' }),
        column('policy', 'Policy', 'text', { width: 13, group: 'key' }),
        column('carrier', 'Carrier', 'text', { width: 18 }),
        column('account', 'Account', 'text', { width: 10 }),
        column('issued', 'Issued', 'date'),
        column('basis', 'Cost basis', 'money', { formula: 'register' }),
        column('value', 'Cash surrender value', 'money', { formula: 'posted' }),
        column('benefit', 'Death benefit', 'money', { formula: 'posted' }),
        column('share', 'Insured’s share', 'money', { formula: 'insuredShare' }),
        column('mec', 'MEC', 'text', { width: 4 }),
      ],
      rows,
      {
        total: {
          insured: `Total, ${counted(rows.length, 'policy', 'policies')}`,
          basis: sumCents(rows.map(({ basis }) => basis)),
          value: sumCents(rows.map(({ value }) => value)),
          benefit: sumCents(rows.map(({ benefit }) => benefit)),
          share: sumCents(rows.map(({ share }) => share)),
        },
      },
    ),
    tableBlock(
      'glossary',
      'Glossary',
      [column('word', 'Term', 'text', { width: 30, group: 'key' }), column('meaning', 'Meaning', 'text', { width: 90 })],
      GLOSSARY.filter(([word]) => frame !== 'COLI' || word !== 'Concentration').map(([word, meaning]) => ({ word, meaning })),
      {
        note: `${frame === 'COLI' ? '' : 'Interagency Statement on the Purchase and Risk Management of Life Insurance, December 7, 2004: OCC Bulletin 2004-56, Federal Reserve SR 04-19, FDIC FIL-127-2004; its text is at www.occ.gov/news-issuances/bulletins/2004/bulletin-2004-56.html. '}The carriers’ documents are in the portal under Documents.`,
      },
    ),
  ]
}
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const GLOSSARY = [
  ['Cash surrender value (CSV)', 'What a carrier would pay for a policy today, after its surrender charge.'],
  ['Concentration', 'Cash surrender value divided by the institution’s capital, for one carrier or in aggregate.'],
  ['Cost basis', 'Premiums paid less untaxed withdrawals. Cash surrender value above it is taxable gain on surrender.'],
  ['General account', 'The carrier’s own assets stand behind the policy; the institution is its unsecured creditor.'],
  ['Hybrid account', 'A separate account that also carries the carrier’s credit and a guaranteed minimum rate.'],
  [
    'Modified endowment contract (MEC)',
    'A policy that fails the seven-pay test of IRC 7702A: loans and withdrawals are taxed, gain first, with a further 10% tax.',
  ],
  ['Net yield', 'Income of a period divided by the beginning cash surrender value, with flows weighted by days, as a simple annual rate.'],
  ['Section 1035 exchange', 'An exchange of one policy for another without current tax on the gain.'],
  ['Separate account', 'Assets kept apart for the policyholder, who bears their risk, often under a stable value wrap.'],
  ['Split dollar', 'An agreement that pays part of the death benefit to the insured’s beneficiaries.'],
  ['Tax-equivalent yield', 'The pre-tax yield that a taxable asset would need to leave as much after tax.'],
] as const
