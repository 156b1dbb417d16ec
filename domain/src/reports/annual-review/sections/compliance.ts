/** Section 10 of an annual review: consents, form 8925, exchanges, surrenders, modified endowments and the 7-pay test, split dollar, acquired policies, what the board approved. */

import type { TestStatus } from '../../../calculations/concentration.ts'
import { consentCountWords } from '../../../policies/consent-counts.ts'
import { CONSENT_STATUSES, type ConsentStatus, consentOfInsured } from '../../../policies/consents.ts'
import { leftEmployment } from '../../../policies/register.ts'
import { isPolicyStatus, POLICY_STATUSES } from '../../../policies/statuses.ts'
import { counted } from '../../../primitives/counted.ts'
import { cents, formatMoney, formatPercent, sumCents } from '../../../primitives/money.ts'
import { addMonthEnds, formatDate } from '../../../primitives/period.ts'
import { column, findingsBlock, findingsOf, tableBlock } from '../blocks.ts'
import { type ReviewFigures, type ReviewPerson, releasedBy } from '../figures.ts'
import type { ReviewQuestion } from '../questionnaire-answers.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'
import { issueStates, splitDollar } from './compliance-contracts.ts'
import { sevenPayBlocks, sevenPayFindings } from './compliance-seven-pay.ts'
import { AWAITS, unstated } from './unstated.ts'

const finding = findingsOf('COMPLIANCE')

/** The register's consent of a person for the policies in force. */
export function consentStatusOf({ insured, holdings }: ReviewPerson): ConsentStatus {
  const policies = holdings
    .map(({ policy, more }) => ({
      issueDate: policy.issueDate,
      faceAmount: more.faceAmount,
      isSection1035Replacement: more.section1035 !== null,
      replacedIssueDate: more.section1035?.replacedIssueDate ?? null,
      materialChange: more.section1035?.materialChange ?? false,
    }))
    .toSorted((a, b) => (a.issueDate < b.issueDate ? -1 : 1))
  const leftOn = leftEmployment(insured.employmentStatus) ? insured.statusDate : null
  const consents = holdings.flatMap(({ insured: entry }) => entry.consents)
  return consentOfInsured(policies, [...new Set(consents)], { annualCompensation: insured.annualCompensation, leftOn }).status
}

/** People by what their consent is worth. */
export function consentCounts(people: readonly ReviewPerson[]): ReadonlyMap<ConsentStatus, number> {
  const known = countedBefore.get(people)
  if (known) return known
  const counts = new Map([...Map.groupBy(people, consentStatusOf)].map(([status, some]) => [status, some.length]))
  countedBefore.set(people, counts)
  return counts
}
// Eight places of a review ask for the same people.
const countedBefore = new WeakMap<readonly ReviewPerson[], ReadonlyMap<ConsentStatus, number>>()

/** Valid of those that are needed; null when none is. */
export function consentShare(people: readonly ReviewPerson[]): number | null {
  const counts = consentCounts(people)
  const needed = (counts.get('VALID') ?? 0) + (counts.get('MISSING') ?? 0) + (counts.get('DEFECTIVE') ?? 0)
  return needed === 0 ? null : (counts.get('VALID') ?? 0) / needed
}

export function consentFinding({ people }: ReviewFigures): ReviewFinding {
  const counts = consentCounts(people)
  const without = (counts.get('MISSING') ?? 0) + (counts.get('DEFECTIVE') ?? 0)
  const needed = without + (counts.get('VALID') ?? 0)
  const share = consentShare(people)
  return finding(
    'consents',
    'Notice and consent',
    share === null ? 'good' : without === 0 ? 'good' : 'bad',
    share === null
      ? 'No policy in force needs a consent under IRC 101(j).'
      : without === 0
        ? 'Everyone who must consent gave a valid consent (IRC 101(j)(4)).'
        : `${without} of the ${counted(needed, 'person', 'people')} who must consent, former employees included, ${without === 1 ? 'has' : 'have'} no valid consent on file; ${formatPercent(share)} are complete.`,
  )
}

export function complianceFindings(figures: ReviewFigures): ReviewFinding[] {
  const { snapshot } = figures
  return [
    consentFinding(figures),
    form8925Finding(figures),
    ...sevenPayFindings(figures),
    ...boardFindings(figures),
    ...saidFindings(figures),
    purchaseFinding(snapshot.asset.site.portalLabel, figures),
  ].filter((each) => each !== null)
}

function form8925Finding({ snapshot }: ReviewFigures): ReviewFinding {
  const { form8925, answers } = snapshot
  const filed = answers?.form8925FiledOn
  const without = form8925?.withoutConsent ?? 0
  // A form that counts people on line 4b is not finished with: section 101(j) taxes the benefits of their policies.
  const open = without === 0 ? '' : ` Its line 4b counts ${counted(without, 'employee')} without a valid consent.`
  const [status, sentence]: [TestStatus, string] = form8925
    ? form8925.releasedOn
      ? [open ? 'watch' : 'good', `Form 8925 for the year was released to the institution on ${formatDate(form8925.releasedOn)}.${open}`]
      : ['watch', `Form 8925 for the year has been prepared and is not released yet.${open}`]
    : ['watch', 'Form 8925 for the year has not been prepared on this portal.']
  return finding('form-8925', 'Form 8925', status, `${sentence}${filed ? ` The prior year’s form was filed on ${formatDate(filed)}.` : ''}`)
}

function boardFindings({ snapshot }: ReviewFigures): ReviewFinding[] {
  const { board, answers, asset, texts } = snapshot
  const yearAgo = addMonthEnds(asset.period, -12)
  const met = texts.boardMeetingOn
  const isAhead = met !== null && met > asset.preparedOn
  const approved = answers?.policyApprovedOn ?? board?.approvedOn ?? null
  // A meeting on record that took place is a review, whether or not the questionnaire states it.
  const reviewed = [answers?.boardReviewedOn ?? null, isAhead ? null : met].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a))
  const due = board?.nextReviewOn ?? null
  const isDue = due !== null && due <= asset.period
  // A board reads the review on the day it is prepared, not at the year's end.
  const isPastDue = due !== null && !isDue && due < asset.preparedOn && (asset.edition ?? 1) >= 6
  return [
    finding(
      'board-policy',
      'The board’s policy',
      approved === null ? 'watch' : isDue || isPastDue ? 'watch' : 'good',
      approved === null
        ? 'When the board approved its policy on life insurance is not on file.'
        : `The board approved its policy on ${formatDate(approved)}${due === null ? '' : `; its next review ${isDue || isPastDue ? 'was' : 'is'} due on ${formatDate(due)}`}${isPastDue ? `: met at ${formatDate(asset.period)}, and past due when this review was prepared on ${formatDate(asset.preparedOn)}` : ''}.`,
    ),
    {
      ...(reviewed === null && AWAITS),
      ...finding(
        'board-review',
        'The board’s review',
        reviewed === null ? 'unknown' : reviewed >= yearAgo ? 'good' : 'bad',
        reviewed === null
          ? `${unstated(snapshot, 'COMPLIANCE')} The board should review the program at least once a year${met === null ? '' : `; it is to consider this review at its meeting of ${formatDate(met)}`}.`
          : `The board last reviewed the program on ${formatDate(reviewed)}${reviewed >= yearAgo ? '' : ', more than a year before this review'}.`,
      ),
    },
  ]
}

/** The institution's statement about itself, where it made one: which answer is the good one, and what either says. */
const QUESTIONS: Partial<Record<ReviewQuestion, { label: string; good: boolean | null; yes: string; no: string }>> = {
  'regulation-o': {
    label: 'Regulation O, sections 23A and 23B',
    good: true,
    yes: 'The institution states that it reviewed Regulation O and sections 23A and 23B.',
    no: 'The institution states that it did not review Regulation O and sections 23A and 23B.',
  },
  'section-409a': {
    label: 'IRC 409A',
    good: true,
    yes: 'The institution states that it reviewed section 409A for its plans.',
    no: 'The institution states that it did not review section 409A for its plans.',
  },
  'outside-transactions': {
    label: 'Transactions outside this service',
    good: null,
    yes: 'The institution states transactions outside this service.',
    no: 'The institution states that there were none.',
  },
}

function saidFindings({ snapshot, frame }: ReviewFigures): ReviewFinding[] {
  return Object.entries(QUESTIONS).flatMap(([code, { label, good, yes, no }]) => {
    if (frame === 'COLI' && code === 'regulation-o') return []
    const said = Object.entries(snapshot.answers?.said ?? {}).find(([question]) => question === code)?.[1]
    if (!said) return good === null ? [] : [{ ...finding(code, label, 'unknown', unstated(snapshot, 'COMPLIANCE')), ...AWAITS }]
    return [
      finding(
        code,
        label,
        good === null ? (said.yes ? 'watch' : 'good') : said.yes === good ? 'good' : 'watch',
        `${said.yes ? yes : no}${said.note ? ` ${said.note}` : ''}`,
      ),
    ]
  })
}

/** Policies bought in the year are what the agencies ask pre-purchase analysis for. */
function purchaseFinding(portal: string, { holdings, year }: ReviewFigures): ReviewFinding {
  const bought = holdings.filter(({ policy }) => policy.issueDate > year.from && policy.issueDate <= year.to)
  return finding(
    'purchases',
    'Purchases of the year',
    bought.length === 0 ? 'good' : 'watch',
    bought.length === 0
      ? `No ${portal} policy was bought in the year.`
      : `${counted(bought.length, 'policy', 'policies')} for ${formatMoney(sumCents(bought.map(({ policy }) => policy.costBasis)))} were bought in the year: the analysis made before should be on file.`,
  )
}

export function complianceSection(figures: ReviewFigures): ReviewBlock[] {
  const { people, snapshot, holdings } = figures
  const counts = consentCounts(people)
  const mec = holdings.filter(({ more }) => more.modifiedEndowment)
  const value = (some: typeof holdings) => sumCents(some.map(({ policy }) => policy.cashSurrenderValue))
  return [
    ...findingsBlock('compliance-tests', 'Compliance', complianceFindings(figures)),
    tableBlock(
      'consents',
      'Consents of the people insured',
      [
        column('status', 'Consent', 'text', { width: 40, group: 'key' }),
        column('people', 'People', 'count', { total: 'sum', formula: 'ofPeople' }),
      ],
      (['VALID', 'DEFECTIVE', 'MISSING', 'NOT_REQUIRED'] as const).map((status) => ({
        id: status,
        status: CONSENT_STATUSES[status],
        people: counts.get(status) ?? 0,
      })),
      {
        total: { status: 'Total', people: people.length },
        note: consentCountWords('ANNUAL_REVIEW'),
      },
    ),
    tableBlock(
      'kinds',
      'Policies by tax treatment and origin',
      [
        column('kind', 'Policies', 'text', { width: 50, group: 'key' }),
        column('policies', 'Number', 'count', { formula: 'ofPolicies' }),
        column('value', 'Cash surrender value', 'money', { total: 'none', formula: 'ofPolicies' }),
      ],
      [
        { id: 'mec', kind: 'Modified endowment contracts', policies: mec.length, value: value(mec) },
        {
          id: 'not-mec',
          kind: 'Not modified endowment contracts',
          policies: holdings.length - mec.length,
          value: value(holdings.filter(({ more }) => !more.modifiedEndowment)),
        },
        ...[
          { id: 'exchanged', kind: 'Received in section 1035 exchanges', some: holdings.filter(({ more }) => more.section1035 !== null) },
          { id: 'acquired', kind: 'Acquired with another institution', some: holdings.filter(({ more }) => more.isAcquired) },
          { id: 'subsidiaries', kind: 'Held by subsidiaries', some: holdings.filter(({ more }) => more.subsidiaryName !== null) },
          { id: 'loans', kind: 'With policy loans', some: holdings.filter(({ more }) => (more.loanBalance ?? 0) > 0) },
        ].map(({ id, kind, some }) => ({ id, kind, policies: some.length, value: value(some) })),
      ],
      {
        note: 'Policies acquired with another institution may be reportable policy sales or transfers for value: counsel’s opinion should be on file.',
      },
    ),
    ...sevenPayBlocks(figures),
    issueStates(figures),
    tableBlock(
      'ended',
      'Surrendered, exchanged, lapsed or transferred in five years',
      [
        column('insured', 'Insured', 'text', { width: 22, group: 'key' }),
        column('policy', 'Policy', 'text', { width: 13, group: 'key' }),
        column('carrier', 'Carrier', 'text', { width: 14 }),
        column('ending', 'Termination', 'text', { width: 13 }),
        column('on', 'Date', 'date'),
        column('released', 'Value released', 'money', { formula: 'releasedValue' }),
        column('gain', 'Gain over cost basis', 'money', { formula: 'endedGain' }),
      ],
      snapshot.ended
        .filter(({ status }) => status !== 'DEATH_PAID')
        .map((policy) => ({
          id: String(policy.policyId),
          insured: policy.insuredName,
          policy: policy.policyNumber,
          carrier: snapshot.carriers.find(({ code }) => code === policy.carrierCode)?.shortName ?? policy.carrierCode,
          ending: isPolicyStatus(policy.status) ? POLICY_STATUSES[policy.status].label : policy.status,
          on: policy.endedOn,
          released: releasedBy(policy),
          gain: policy.status === 'SURRENDERED' ? cents(releasedBy(policy) - policy.costBasis) : null,
        })),
      { note: 'The gain of a surrender is income; that of a modified endowment contract carries a further 10%.' },
    ),
    splitDollar(figures),
  ]
}
