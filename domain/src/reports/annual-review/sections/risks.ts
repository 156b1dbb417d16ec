/** Section 8 of an annual review: the eight risks of the interagency statement, each with computed facts and tests, ratings, and conclusions of people. */

import { controlsInBrief, reviewsInBrief } from '../../../auditing/controls.ts'
import { type CreditedHolding, RATE_SHIFTS, sensitivityOf } from '../../../calculations/crediting-rate-sensitivity.ts'
import { counted } from '../../../primitives/counted.ts'
import { cents, formatMoney, formatPercent, sumCents } from '../../../primitives/money.ts'
import { figure, findingsOf } from '../blocks.ts'
import type { ReviewFigures } from '../figures.ts'
import { auditSentence, fileCheckSentences } from '../file-checks.ts'
import {
  REVIEW_RISK_CODES,
  REVIEW_RISKS,
  type ReviewRiskCode,
  type ReviewRiskWords,
  RISK_DIRECTIONS,
  RISK_QUALITIES,
  RISK_QUANTITIES,
} from '../outline.ts'
import type { ReviewFigure, ReviewFinding, ReviewRiskView } from '../view.ts'
import { programSurrender } from './accounting-and-capital.ts'
import { carrierFindings, carriersHeld, watchOf } from './carriers.ts'
import { complianceFindings, consentCounts, consentFinding } from './compliance.ts'
import { limitFindings } from './concentration.ts'
import { countsFacts } from './facts.ts'
import { performanceFindings } from './performance.ts'
import { activeShare, highestMultiple, multiplesOf, populationFindings } from './population.ts'
import { ratingConflict } from './rating-conflicts.ts'
import { priceRisk } from './risk-price.ts'
import { AWAITS, unstated } from './unstated.ts'

const finding = findingsOf('RISKS')
interface Computed {
  facts: ReviewFigure[]
  note?: string
  findings: ReviewFinding[]
}

export function risksOf(figures: ReviewFigures): ReviewRiskView[] {
  return REVIEW_RISK_CODES.filter((code) => code !== 'PRICE' || separate(figures).length > 0).map((code) => {
    const { title, definition } = REVIEW_RISKS[code]
    const words = figures.snapshot.texts.risks[code]
    const risk = { code, title, definition, ...COMPUTED[code](figures), ...rated(words) }
    return { ...risk, findings: [...risk.findings, ...ratingConflict(risk, figures.snapshot)] }
  })
}

const rated = ({ quantity, quality, direction, conclusion, management }: ReviewRiskWords) => ({
  quantity: quantity && RISK_QUANTITIES[quantity],
  quality: quality && RISK_QUALITIES[quality],
  direction: direction && RISK_DIRECTIONS[direction],
  conclusion,
  management,
})

const separate = ({ holdings }: ReviewFigures) => holdings.filter(({ policy }) => policy.accountType === 'SEPARATE')

const COMPUTED: Readonly<Record<ReviewRiskCode, (figures: ReviewFigures) => Computed>> = {
  LIQUIDITY: (figures) => {
    const { asset, snapshot, holdings } = figures
    const assets = snapshot.capital.at(-1)?.totalAssets ?? null
    const surrender = programSurrender(figures)
    const mec = holdings.filter(({ more }) => more.modifiedEndowment)
    const needs = snapshot.answers?.said['liquidity-needs']
    return {
      facts: [
        figure(
          'of-assets',
          'Program, % of total assets',
          'percent',
          assets && assets > 0 ? asset.totals.cashSurrenderValue / assets : null,
        ),
        figure(
          'surrender-tax',
          'Tax and penalty of surrendering everything',
          'money',
          surrender ? cents(surrender.tax + surrender.penalty) : null,
        ),
        figure('surrender-cost', 'Tax and penalty, % of value', 'percent', surrender?.costFraction ?? null),
        figure('surrender-charge', 'Surrender charges still in force', 'money', surrender?.charges ?? null),
        figure('mec', 'Modified endowment contracts', 'count', mec.length, 'Loans and withdrawals from them are taxed'),
      ],
      findings: [
        {
          ...(needs === undefined && AWAITS),
          ...finding(
            'liquidity',
            'Holding as intended',
            needs === undefined ? 'unknown' : needs.yes ? 'bad' : 'good',
            needs === undefined
              ? `Liquidity needs that surrenders would have to meet: ${unstated(snapshot, 'LIQUIDITY').replace(/^T/, 't')}`
              : needs.yes
                ? `The institution expects liquidity needs that surrenders would have to meet. ${needs.note}`.trim()
                : 'The institution expects no liquidity needs that surrenders would have to meet.',
          ),
        },
      ],
    }
  },
  OPERATIONAL: ({ snapshot, holdings }) => {
    const found = snapshot.exceptions.filter(({ severity }) => severity !== 'info')
    const [all, cleared] = [found.reduce((sum, one) => sum + one.found, 0), found.reduce((sum, one) => sum + one.cleared, 0)]
    const of = (type: string) => holdings.filter(({ policy }) => policy.accountType === type).length
    return {
      facts: [
        figure('general', 'General account policies', 'count', of('GENERAL')),
        figure('hybrid', 'Hybrid account policies', 'count', of('HYBRID')),
        figure('separate', 'Separate account policies', 'count', of('SEPARATE')),
        figure('files', 'Carrier files posted in the year', 'count', snapshot.filesPosted),
        figure('found', 'Exceptions on record for the year', 'count', all),
        figure('cleared', 'Exceptions cleared', 'count', cleared),
      ],
      findings: [
        checksFinding(snapshot, all, cleared),
        finding(
          'vendors',
          'Vendor due diligence',
          'unknown',
          'Dates of the institution’s vendor due diligence and of auditors’ reports on its vendors are not kept on this portal: attach them.',
        ),
      ],
    }
  },
  TAX_INSURABLE_INTEREST: (figures) => {
    const { holdings, snapshot } = figures
    const acquired = holdings.filter(({ more }) => more.isAcquired)
    const states = new Set(holdings.flatMap(({ more }) => more.issueState ?? []))
    return {
      facts: [
        figure('states', 'States of issue', 'count', states.size),
        figure('acquired', 'Acquired policies', 'count', acquired.length),
        figure('exchanged', 'From 1035 exchanges', 'count', holdings.filter(({ more }) => more.section1035 !== null).length),
        figure('rate', 'Combined tax rate', 'percent', figures.asset.totals.combinedTaxRate),
      ],
      findings: [
        consentFinding(figures),
        finding(
          'acquired',
          'Reportable policy sales',
          acquired.length === 0 ? 'good' : 'watch',
          acquired.length === 0
            ? 'No policy was acquired with another institution.'
            : `${counted(acquired.length, 'policy', 'policies')} ${acquired.length === 1 ? 'was' : 'were'} acquired with another institution: counsel’s opinion on transfer for value should be on file.`,
        ),
        finding(
          'state-row',
          'State law',
          snapshot.state === null ? 'unknown' : snapshot.state.reviewedOn === null ? 'watch' : 'good',
          snapshot.state === null
            ? 'The institution’s state is not among the states kept on this portal.'
            : `${snapshot.state.stateName}: ${snapshot.state.taxName}, figures of ${snapshot.state.figuresYear}${snapshot.state.reviewedOn === null ? ', not reviewed since' : ''}.`,
        ),
      ],
    }
  },
  REPUTATION: (figures) => {
    const { people, snapshot, asset } = figures
    const counts = consentCounts(people)
    return {
      facts: [
        figure('active', 'Insured people still employed', 'percent', activeShare(people, snapshot.asset.period)),
        figure('missing', 'People without a consent', 'count', counts.get('MISSING') ?? 0),
        highestMultiple('multiple', multiplesOf(people, snapshot.asset.period)),
        figure('shared', 'Benefits shared with the insured', 'money', asset.totals.insuredShare),
      ],
      findings: [
        finding(
          'non-consenting',
          'No one insured without consent',
          (counts.get('MISSING') ?? 0) === 0 ? 'good' : 'bad',
          (counts.get('MISSING') ?? 0) === 0
            ? 'A signed consent is on file for everyone whose policies need one.'
            : `No signed consent is on file for ${counted(counts.get('MISSING') ?? 0, 'person', 'people')}.`,
        ),
        ...populationFindings(figures).filter(({ id }) => id === 'multiples'),
      ],
    }
  },
  CREDIT: (figures) => {
    const carriers = carriersHeld(figures)
    const watched = carriers.filter((carrier) => watchOf(figures, carrier).length > 0)
    const largest = [...figures.year.carriers.values()].toSorted((a, b) => b - a)[0] ?? 0
    const total = figures.asset.totals.cashSurrenderValue
    return {
      facts: [
        figure('carriers', 'Carriers', 'count', carriers.length),
        figure('watched', 'Carriers on watch', 'count', watched.length),
        figure('largest', 'Largest carrier, % of program', 'percent', total > 0 ? largest / total : null),
        figure(
          'separate',
          'In separate accounts, % of program',
          'percent',
          total > 0 ? sumCents(separate(figures).map(({ policy }) => policy.cashSurrenderValue)) / total : null,
        ),
      ],
      findings: [...limitFindings(figures), ...carrierFindings(figures)],
    }
  },
  INTEREST_RATE: (figures) => {
    const { asset, snapshot } = figures
    const credited = creditedOf(figures)
    const isFact = credited.length > 0 && !countsFacts(snapshot)
    return {
      ...(isFact && { note: RATE_LAG }),
      facts: [
        figure('gross', 'Gross crediting rate', 'percent', asset.totals.grossRate),
        ...RATE_SHIFTS.map((shift) => {
          const { change, rate } = sensitivityOf(credited, shift)
          const at = `${shift > 0 ? '+' : '−'}${Math.abs(Math.round(shift * 10_000))} bps`
          const name = 'Change in first year’s interest'
          return {
            ...figure(
              `shift${Math.round(shift * 10_000)}`,
              `${name}, market rates ${at}`,
              'money',
              credited.length === 0 ? null : change,
              rate === null ? null : `Crediting ${formatPercent(rate)}`,
            ),
            series: { name, over: 'Market rates', at },
          }
        }),
      ],
      findings: [
        ...performanceFindings(figures).filter(({ id }) => id === 'guarantees'),
        ...(isFact ? [] : [sensitivityFinding(credited)]),
      ],
    }
  },
  COMPLIANCE: (figures) => ({
    facts: [
      figure('agreements', 'Split-dollar agreements', 'count', figures.snapshot.splitDollar.length),
      figure('consents', 'People with a valid consent', 'count', consentCounts(figures.people).get('VALID') ?? 0),
      figure('insured-8925', 'Insured employees on Form 8925', 'count', figures.snapshot.form8925?.insuredEmployees ?? null),
    ],
    findings: complianceFindings(figures),
  }),
  PRICE: priceRisk,
}

/** Reviews made before call what is held against no limit a test. */
const sensitivityFinding = (credited: readonly CreditedHolding[]): ReviewFinding =>
  finding(
    'sensitivity',
    'Sensitivity',
    credited.length === 0 ? 'unknown' : 'good',
    credited.length === 0
      ? 'No crediting rate is on file.'
      : `If market rates fell by 300 basis points, the year’s interest would be ${formatMoney(cents(Math.abs(sensitivityOf(credited, -0.03).change)))} less: ${RATE_LAG.charAt(0).toLowerCase()}${RATE_LAG.slice(1)}`,
  )
const RATE_LAG =
  'A fifth of a shift reaches portfolio rates within a year, all of it reaches others, and guarantees hold. Durations of separate accounts are not kept on this portal.'

/** The policies whose crediting rate is on file. */
export function creditedOf({ holdings, snapshot }: ReviewFigures): (CreditedHolding & { productName: string })[] {
  const products = new Map(snapshot.products.map((product) => [product.productId, product]))
  return holdings.flatMap(({ policy, more }) => {
    const product = products.get(more.productId)
    return product && policy.grossRate !== null
      ? [
          {
            cashSurrenderValue: policy.cashSurrenderValue,
            rate: policy.grossRate,
            guaranteedMinimum: product.guaranteedMinimumRate,
            method: product.rateMethod,
            productName: product.name,
          },
        ]
      : []
  })
}

/** Checks of the year's files, their issues, and the exceptions kept since: policies without a value, and values that differ from their file's. */
function checksFinding(
  { filesPosted, fileChecks, audits, asset: { controls } }: ReviewFigures['snapshot'],
  exceptions: number,
  cleared: number,
): ReviewFinding {
  const open = exceptions - cleared
  const kept =
    exceptions === 0
      ? 'No exception is on record for the year.'
      : `${counted(exceptions, 'exception')} ${exceptions === 1 ? 'is' : 'are'} on record for the year; ${open === 0 ? 'all were cleared' : `${open} ${open === 1 ? 'is' : 'are'} still open`}.`
  const say = (status: ReviewFinding['status'], sentences: readonly string[]) =>
    finding('exceptions', 'Checks of carriers’ files', status, sentences.join(' '))
  if (filesPosted === 0)
    return say('unknown', ['No carrier file was posted on this portal for the year, so nothing was checked against one.'])
  // Reviews made before it was kept.
  if (!fileChecks)
    return say(open > 0 ? 'watch' : 'unknown', [
      `${counted(filesPosted, 'carrier file')} gave values in the year; which checks ran over them is not kept with this review.`,
      kept,
    ])
  const isOpen = open > 0 || fileChecks.open > 0
  return say(isOpen ? 'watch' : fileChecks.checked < fileChecks.files ? 'unknown' : 'good', [
    ...fileCheckSentences(fileChecks),
    ...(audits ? [auditSentence(audits)] : []),
    ...(controls?.examined ? [controlsInBrief(controls), ...[reviewsInBrief(controls) ?? []].flat()] : []),
    kept,
  ])
}
