/** Makes the annual BOLI or COLI review from its stored inputs: every section that is switched on, in the order chosen (the annual review that OCC 2004-56 asks of a board). */

import { DEFAULT_LIMITS, headroomText, ownValueOf } from '../../calculations/concentration.ts'
import { combinedRateOf } from '../../calculations/tax-equivalent-yield.ts'
import { type Cents, formatCount, formatMoney, formatPercent } from '../../primitives/money.ts'
import { formatDate, formatLongDate, yearOf } from '../../primitives/period.ts'
import { type SnapshotTax, sourceOfValues } from '../asset-report/snapshot.ts'
import { eventsText } from '../charts/events.ts'
import { REPORT_FAMILIES } from '../families.ts'
import { footerOf, type Release, type ReportHeader, stampOf, standingAs } from '../heading.ts'
import { releaseNote } from '../release-note.ts'
import { releasedInWords, releasedOverYear } from '../released-over.ts'
import { reviewBasis, withBasis } from './basis.ts'
import { capitalSource, paragraphsOf, textBlock, trendBlock } from './blocks.ts'
import { completenessOf, saysWhatIsSigned } from './completeness.ts'
import { aggregateOf, largestOf } from './entity-limits.ts'
import { figuresOfReview, type ReviewFigures } from './figures.ts'
import { gapsOf } from './gaps.ts'
import { blocksLeftOut } from './not-applicable.ts'
import { fillReviewText, REVIEW_SECTIONS, type ReviewPlaceholderValues, type ReviewSectionCode, reviewSectionTitle } from './outline.ts'
import { withReferences } from './references.ts'
import { accountingSection } from './sections/accounting-and-capital.ts'
import { carrierSection } from './sections/carriers.ts'
import { complianceSection, consentShare } from './sections/compliance.ts'
import { concentrationSection } from './sections/concentration.ts'
import { summaryOf } from './sections/executive-summary.ts'
import { holdingsSection } from './sections/holdings.ts'
import { appendixBlocks, certificationBlocks, indexBlocks, openItemBlocks } from './sections/index-and-appendices.ts'
import { mortalitySection } from './sections/mortality.ts'
import { peerSection } from './sections/peers.ts'
import { performanceSection } from './sections/performance.ts'
import { activeShare, populationSection } from './sections/population.ts'
import { programSection } from './sections/program.ts'
import { conflictsOf } from './sections/rating-conflicts.ts'
import { risksOf } from './sections/risks.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'
import { workingsOf } from './supporting-detail.ts'
import { testsNotMade } from './tests-not-made.ts'
import {
  type AnnualReviewView,
  findingsOfReview,
  HISTORY_DESCRIPTION,
  type ReviewBlock,
  type ReviewFinding,
  type ReviewRiskView,
  type ReviewSectionView,
} from './view.ts'

/**
 * Pure: the same snapshot gives an equal view.
 * @throws RangeError when the snapshot contradicts itself: a policy without its insured, dates out of order
 */
export const buildAnnualReview = (snapshot: AnnualReviewSnapshot): AnnualReviewView => reviewOfFigures(figuresOfReview(snapshot))

/** The same, of figures that are made already. */
export function reviewOfFigures(figures: ReviewFigures): AnnualReviewView {
  const { snapshot, frame, asset } = figures
  const placeholders = placeholdersOf(figures)
  const filled = (text: string) => paragraphsOf(fillReviewText(text, placeholders))
  const words = (code: ReviewSectionCode) => filled(snapshot.texts.narratives[code] ?? '')
  const risks = risksOf(figures).map((risk) => ({ ...risk, conclusion: filled(risk.conclusion).join('\n\n') }))
  const complete = completenessOf(risks)
  const says = saysWhatIsSigned(snapshot)
  const conflicts = conflictsOf(risks)

  const chosen = snapshot.texts.configuration.sections.filter(({ on }) => on).map(({ code }) => code)
  const printed = new Set(chosen)
  const computed: Partial<Record<ReviewSectionCode, ReviewBlock[]>> = {
    PROGRAM: programSection(figures),
    HOLDINGS: holdingsSection(figures, printed.has('EXECUTIVE_SUMMARY')),
    CONCENTRATION: concentrationSection(figures),
    PERFORMANCE: performanceSection(figures),
    MORTALITY: mortalitySection(figures),
    CARRIER_CREDIT: carrierSection(figures),
    RISKS: risks.map((risk): ReviewBlock => ({ kind: 'risk', id: `risk-${risk.code}`, risk })),
    POPULATION: populationSection(figures),
    COMPLIANCE: complianceSection(figures),
    ACCOUNTING: accountingSection(figures),
    PEERS: peerSection(figures),
  }
  const findings = [...allFindings(Object.values(computed)).values()]
  const notMade = testsNotMade(findings, snapshot)
  const certification = [...words('CERTIFICATION'), ...(says ? complete.standing : []), ...conflicts, ...notMade.certification]
  const isSigned = says && complete.totals.unsigned === 0
  const summary = summaryOf(figures, { certification, isSigned, isContradicted: conflicts.length > 0, notMade: notMade.conclusion })
  const section = (code: ReviewSectionCode): ReviewBlock[] => {
    if (code === 'CROSS_REFERENCE') return indexBlocks(figures, risks, printed)
    if (code === 'EXECUTIVE_SUMMARY') return summaryBlocks(figures, summary, risks)
    if (code === 'OPEN_ITEMS') return openItemBlocks(figures, findings)
    if (code === 'CERTIFICATION') return certificationBlocks(certification, summary.meeting)
    return code === 'APPENDICES' ? appendixBlocks(figures) : (computed[code] ?? [])
  }
  const sections = chosen.map(
    (code, index): ReviewSectionView => ({
      code,
      number: code === 'APPENDICES' ? REVIEW_SECTIONS.APPENDICES.number : numberOf(chosen, index),
      title: reviewSectionTitle(code, frame),
      blocks: [...(code === 'CERTIFICATION' ? [] : textBlock(`words-${code}`, words(code))), ...section(code)],
    }),
  )
  return {
    kind: snapshot.kind,
    frame,
    header: headerOf(figures, notMade.unanswered),
    footer: footerOf(snapshot.asset, sourceOfValues(snapshot.asset)),
    sections: withBasis(figures, withReferences(sections)),
    notApplicable: blocksLeftOut(sections),
    basis: reviewBasis(figures),
    workings: workingsOf(figures),
    summary,
    risks,
    placeholders,
    notes: notesOf(figures),
    controlTotals: {
      policies: asset.totals.policies,
      cashSurrenderValue: asset.totals.cashSurrenderValue,
      deathBenefit: asset.totals.deathBenefit,
      income: figures.year.income,
      notMet: findings.filter(({ status }) => status === 'bad').length,
      watch: findings.filter(({ status }) => status === 'watch').length,
      ...complete.totals,
      ...(notMade.unanswered > 0 && { unanswered: notMade.unanswered }),
    },
    missing: complete.missing,
    note: null,
  }
}

/**
 * A review as it reads where its version stands. One that was released before reasons were asked for is read as it was released. What was open in the
 * register is told at its head, and left out of what the board certifies.
 */
export function annualReviewAs(view: AnnualReviewView, release: Release): AnnualReviewView {
  const note = release.standing === 'released' && release.reason === null ? null : releaseNote(view.missing, release)
  const read = { ...standingAs(view, release), note }
  const { released } = releasedOverYear(release, REPORT_FAMILIES.AnnualBoliReview.printsOverride, view.header.asOf)
  if (!released) return read
  const words = `${releasedInWords(released)} This certification does not cover what was open.`
  return {
    ...read,
    released,
    sections: view.sections.map((section) => ({
      ...section,
      blocks: section.blocks.flatMap((block) => (block.kind === 'signatures' ? [...textBlock('certified-over', [words]), block] : [block])),
    })),
    summary: { ...view.summary, certification: [...view.summary.certification, words] },
  }
}

/** The index counts from 0 where it stands first; other sections from 1. */
function numberOf(chosen: readonly ReviewSectionCode[], index: number): string {
  const counted = chosen.slice(0, index + 1).filter((code) => code !== 'APPENDICES' && code !== 'CROSS_REFERENCE')
  return chosen[index] === 'CROSS_REFERENCE' ? REVIEW_SECTIONS.CROSS_REFERENCE.number : String(counted.length)
}

function allFindings(sections: Iterable<ReviewBlock[]>): Map<string, ReviewFinding> {
  const blocks = [...sections].map((own, index) => ({ code: 'RISKS' as const, number: String(index), title: '', blocks: own }))
  return new Map(findingsOfReview({ sections: blocks }).map((finding) => [finding.id, finding]))
}

function summaryBlocks(
  { frame, years }: ReviewFigures,
  { conclusions, scorecard, scorecardNote, history, actions }: AnnualReviewView['summary'],
  risks: readonly ReviewRiskView[],
): ReviewBlock[] {
  return [
    { kind: 'findings', id: 'conclusions', title: 'Conclusions', findings: conclusions },
    { kind: 'scorecard', id: 'scorecard', title: 'Scorecard', rows: scorecard, ...(scorecardNote ? { note: scorecardNote } : {}) },
    ...trendBlock('summary-history', 'Value and income by fiscal year', `${HISTORY_DESCRIPTION}${gapsOf(years)}${eventsText(history)}`, {
      kind: 'history',
      years: history,
    }),
    {
      kind: 'table',
      id: 'risk-grid',
      note:
        frame === 'COLI'
          ? 'Each risk is rated by its quantity, the quality of its management and its direction.'
          : 'Rated by the grid of the OCC’s community bank risk assessment: quantity of risk, quality of its management, direction.',
      table: {
        id: 'risk-grid',
        title: frame === 'COLI' ? 'Risks' : 'Risks of the interagency statement',
        columns: RISK_COLUMNS,
        rows: risks.map(({ code, title, quantity, quality, direction, management }) => ({
          id: code,
          cells: { risk: title, quantity, quality, direction, signed: management ? formatDate(management.signedOn) : 'Not signed' },
        })),
        total: null,
      },
    },
    ...textBlock('actions', actions, 'Recommended to the board'),
  ]
}

const RISK_COLUMNS: Extract<ReviewBlock, { kind: 'table' }>['table']['columns'] = [
  { key: 'risk', label: 'Risk', kind: 'text', align: 'left', width: 30, total: 'none', group: 'key' },
  { key: 'quantity', label: 'Quantity', kind: 'text', align: 'left', width: 12, total: 'none', group: 'values' },
  { key: 'quality', label: 'Management', kind: 'text', align: 'left', width: 14, total: 'none', group: 'values' },
  { key: 'direction', label: 'Direction', kind: 'text', align: 'left', width: 12, total: 'none', group: 'values' },
  { key: 'signed', label: 'Assessment signed', kind: 'text', align: 'left', width: 20, total: 'none', group: 'values' },
]

function headerOf({ snapshot, frame }: ReviewFigures, unanswered: number): ReportHeader {
  const { institution, site, period, preparedOn, preliminary, planNames } = snapshot.asset
  return {
    title: `Annual ${frame} Review`,
    portalLabel: `${site.portalLabel} Portal`,
    institutionId: institution.id,
    institutionName: institution.name,
    legalName: institution.legalName,
    subsidiaryName: null,
    place: [institution.city, institution.stateCode].filter(Boolean).join(', ') || null,
    planNames: planNames.length > 2 ? [] : planNames,
    asOf: period,
    asOfText: `Year ended ${formatLongDate(period)}`,
    preparedOn,
    preparedText: `Prepared ${formatLongDate(preparedOn)}`,
    stamp: stampOf({ ...snapshot.asset, unanswered }),
    preliminaryReason: preliminary?.reason ?? null,
    unit: 'Amounts in US dollars.',
  }
}

function placeholdersOf({ snapshot, frame, asset, year, people }: ReviewFigures): ReviewPlaceholderValues {
  const { institution, period } = snapshot.asset
  const aggregate = aggregateOf({ asset })
  // A corporation's carriers are told as parts of the program.
  const largest =
    frame === 'COLI'
      ? asset.limitTests.filter(({ key }) => key !== 'aggregate').toSorted((a, b) => ownValueOf(b) - ownValueOf(a))[0]
      : largestOf({ asset })
  const total = asset.totals.cashSurrenderValue
  return {
    institution: institution.name,
    legalName: institution.legalName,
    year: String(yearOf(period)),
    asOf: formatLongDate(period),
    portal: frame,
    cashSurrenderValue: formatMoney(total),
    income: formatMoney(year.income),
    netYield: formatPercent(year.netYield),
    taxEquivalentYield: formatPercent(year.taxEquivalentYield),
    deathBenefit: formatMoney(asset.totals.deathBenefit),
    policies: formatCount(asset.totals.policies),
    insureds: formatCount(people.length),
    carriers: formatCount(new Set(snapshot.asset.policies.map(({ carrierCode }) => carrierCode)).size),
    largestCarrier: largest?.label ?? '-',
    largestCarrierPercent: formatPercent(frame === 'COLI' ? (largest && total > 0 ? ownValueOf(largest) / total : null) : largest?.ratio),
    concentration: `${aggregate?.lacking && frame !== 'COLI' ? 'at least ' : ''}${formatPercent(frame === 'COLI' ? null : aggregate?.ratio)}`,
    concentrationLimit: formatPercent((snapshot.asset.limits ?? DEFAULT_LIMITS).aggregate),
    headroom: roomText(frame === 'COLI' ? null : (aggregate?.headroom ?? null)),
    percentActive: formatPercent(activeShare(people, period)),
    consentsComplete: formatPercent(consentShare(people)),
    deaths: formatCount(year.deaths),
    proceeds: formatMoney(year.proceeds),
  }
}

/** Inside "Headroom under the aggregate limit: …": no headroom is less than none. */
const roomText = (room: Cents | null): string => (room !== null && room < 0 ? `none, ${headroomText(room)}` : formatMoney(room))

function notesOf({ snapshot, frame, asset }: ReviewFigures): string[] {
  const { tax, capital, preliminary, site } = snapshot.asset
  return [
    preliminary && `Preliminary: ${preliminary.reason} Policies without a value for the date carry that of the month before.`,
    tax
      ? `Tax rates: federal ${formatPercent(tax.federalRate)}, state ${formatPercent(tax.stateRate)} (${tax.stateCode}), combined ${formatPercent(combinedRateOf(tax))}, in force since ${formatDate(tax.asOf)}${stateFigures(tax)}.`
      : 'No tax rates are on file: tax-equivalent yields and costs of surrender are left out.',
    frame === 'COLI'
      ? null
      : capital
        ? `Capital as of ${formatDate(capital.asOf)}, ${capitalSource(capital.source)}.`
        : 'No capital is on file: shares of capital and limits are left out.',
    `Holdings are those kept on the ${site.portalLabel} portal, subsidiaries included, as the carriers reported them for the date.`,
    ...(asset.openings?.notes ?? []),
    'Tests and figures are computed from the register. Ratings of risk, conclusions and management’s assessment are those of the people named; relying on prepared material alone does not show prudence.',
  ].filter((note) => note !== null)
}

/** A state's rate is as good as its year; where no review is on record nobody has looked at it since. */
function stateFigures({ stateRow }: SnapshotTax): string {
  if (stateRow === undefined || stateRow === 'NONE_IN_FORCE') return ''
  const { stateName, figuresYear, reviewedOn } = stateRow
  return `; the figures of ${stateName} are those of ${figuresYear}, ${reviewedOn === null ? 'not reviewed since' : `reviewed ${formatDate(reviewedOn)}`}`
}
