/** The options of an annual review: carriers on watch, peers, chosen sections, what people wrote, the frame of a corporation. */

import { describe, expect, test } from 'vitest'
import type { PeerBank } from '../../calculations/peers.ts'
import type { ReviewLiability } from '../../policies/plan-liability.ts'
import { type Cents, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { BOARD, reviewExample } from '../../test/review-example.ts'
import { blocksOf, findingOf, rowOf } from '../../test/review-parts.ts'
import { paragraphsOf } from './blocks.ts'
import { buildAnnualReview } from './build.ts'
import { shippedWording } from './default-narrative.ts'
import type { FileChecks } from './file-checks.ts'
import { defaultReviewTexts } from './outline.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'

const view = buildAnnualReview(reviewExample())

describe('carriers, peers and what is written', () => {
  test('a downgrade, a negative outlook and a rating below the board’s minimum put a carrier on watch, each in a sentence', () => {
    const example = reviewExample({ board: { ...BOARD, minimums: { AM_BEST: 'A' } } })
    const lowered = {
      ...example,
      carriers: example.carriers.map((carrier) =>
        carrier.code === 'BRAVO'
          ? {
              ...carrier,
              ratings: [
                { ...carrier.ratings[0], effectiveDate: plainDate('2024-06-01') },
                {
                  ...carrier.ratings[0],
                  rating: 'A-',
                  outlook: 'NEGATIVE' as const,
                  action: 'DOWNGRADED',
                  effectiveDate: plainDate('2025-08-01'),
                },
              ].flatMap((rating) =>
                rating.agency && rating.rating
                  ? [{ watch: false, action: null, outlook: null, ...rating, agency: rating.agency, rating: rating.rating }]
                  : [],
              ),
            }
          : carrier,
      ),
    }
    const told = buildAnnualReview(lowered)
    expect(findingOf(told, 'carrier-credit-ALPHA')).toMatchObject({ status: 'good' })
    const bravo = findingOf(told, 'carrier-credit-BRAVO')
    expect(bravo?.status).toBe('bad')
    expect(bravo?.sentence).toContain('lowered the rating from A to A- on 08/01/2025')
    expect(bravo?.sentence).toContain('negative outlook')
    expect(bravo?.sentence).toContain('below the board’s minimum of A')
  })

  test('without peers the section says that none are imported; invented ones say whose they are', () => {
    expect(findingOf(view, 'peers')).toMatchObject({ status: 'unknown' })
    expect(findingOf(view, 'peers')?.sentence).toMatch(/^Not imported/)
    const bank = (idRssd: number, ratio: number): PeerBank => ({
      idRssd,
      name: `Bank ${idRssd}`,
      stateCode: 'CO',
      totalAssets: usd(600_000_000),
      lifeInsurance: usd(60_000_000 * ratio),
      tier1: usd(60_000_000),
      totalCapital: null,
    })
    const peers = {
      reportDate: plainDate('2025-12-31'),
      source: 'INVENTED' as const,
      banks: 320,
      own: bank(0, 0.2447),
      sizeGroup: '$500 to $749 million',
      stateCode: null,
      group: [bank(1, 0.1), bank(2, 0.14), bank(3, 0.18), bank(4, 0.3)],
    }
    const told = buildAnnualReview(reviewExample({ peers }))
    const tier1 = rowOf(told, 'peer-comparison', 'tier1')
    expect(
      [tier1.median, tier1.mean, tier1.percentile, tier1.rank, tier1.peers].map((value) => Math.round(Number(value) * 1e6) / 1e6),
    ).toEqual([0.16, 0.18, 75, 2, 4])
    const note = blocksOf(told, 'PEERS').find((block) => block.kind === 'table')
    expect(note?.kind === 'table' && note.note).toContain('fictional banks of this demonstration')
    expect(note?.kind === 'table' && note.note).toContain('4 banks with total assets of $500 to $749 million in the country, of 320 banks')
  })

  test('the checks of carriers’ files say which ran over how much, what they found, who accepted it, and what did not run', () => {
    const CHECKS: FileChecks = {
      files: 36,
      policies: 5,
      checked: 36,
      errors: 0,
      warnings: 0,
      accepted: 0,
      acceptedBy: [],
      open: 0,
      notRun: [],
    }
    const of = (checks: Partial<FileChecks> | null, exceptions: [found: number, cleared: number] = [0, 0], filesPosted = 36) =>
      findingOf(
        buildAnnualReview(
          reviewExample({
            filesPosted,
            exceptions: [{ check: 'client-exceptions', severity: 'error', found: exceptions[0], cleared: exceptions[1] }],
            ...(checks ? { fileChecks: { ...CHECKS, ...checks } } : {}),
          }),
        ),
        'exceptions',
      )
    expect(of({})).toMatchObject({
      status: 'good',
      sentence:
        '36 carrier files gave the values of 5 policies in the year. Each was checked as it was read. On rows of this institution the checks that ran found no error and no warning. No exception is on record for the year.',
    })
    const found = { errors: 1, warnings: 4, accepted: 3, acceptedBy: ['Ada Bell', 'Ben Cole'], open: 1 }
    expect(of({ ...found, notRun: [{ check: 'Control totals differ', files: 12 }] }, [2, 2])).toMatchObject({
      status: 'watch',
      sentence: expect.stringContaining(
        'found 1 error and 4 warnings: 1 settled, 3 accepted by Ada Bell and Ben Cole, and 1 open. Not checked, because columns or totals are missing: control totals of the file (12 files). 2 exceptions are on record for the year; all were cleared.',
      ),
    })
    expect(of({}, [3, 2])).toMatchObject({ status: 'watch', sentence: expect.stringContaining('1 is still open') })
    expect(of({ checked: 30 })).toMatchObject({
      status: 'unknown',
      sentence: expect.stringContaining('of the others no check is on record'),
    })
    expect(of({ checked: 0 })).toMatchObject({ status: 'unknown', sentence: expect.not.stringContaining('found no') })
    expect(of(null)).toMatchObject({ status: 'unknown', sentence: expect.stringContaining('which checks ran over them is not kept') })
    expect(of(null, [0, 0], 0)).toMatchObject({ status: 'unknown' })
  })

  test.each(['BOLI', 'COLI'] as const)(
    'the %s texts read well of one and of many, and call income income, also where the value fell',
    (frame) => {
      const shipped = shippedWording(frame).narratives
      const texts = { ...defaultReviewTexts(frame), narratives: { PROGRAM: shipped.PROGRAM ?? '', HOLDINGS: shipped.HOLDINGS ?? '' } }
      const one = firstExampleBank({ site: { id: 2, name: frame, portalLabel: frame } })
      const [policy] = one.policies
      if (!policy) throw new Error('no policy')
      const told = buildAnnualReview(reviewExample({ asset: { ...one, policies: [policy] }, texts }))
      const said = (['PROGRAM', 'HOLDINGS'] as const).map((code) => JSON.stringify(blocksOf(told, code)[0]))
      expect(said[0]).toContain('Policies in force on December 31, 2025: 1. People insured: 1. Carriers: 1.')
      expect(said[1]).not.toContain('grew')
      expect(said[1]).toMatch(/Income for 2025, the increase that premiums, withdrawals and claims do not explain, was \$[0-9,.]+\. Total/)
    },
  )

  test('sections follow the configuration: order, switches, numbers; the index names those that print', () => {
    const texts = defaultReviewTexts('BOLI')
    const chosen = ['CROSS_REFERENCE', 'PEERS', 'PROGRAM', 'APPENDICES'] as const
    const told = buildAnnualReview(
      reviewExample({
        texts: {
          ...texts,
          configuration: { sections: [...chosen.map((code) => ({ code, on: true })), { code: 'RISKS', on: false }] },
          narratives: { PROGRAM: '{{legalName}} holds {{cashSurrenderValue}}.\n\nSecond.' },
        },
      }),
    )
    expect(told.sections.map(({ code, number }) => [code, number])).toEqual([
      ['CROSS_REFERENCE', '0'],
      ['PEERS', '1'],
      ['PROGRAM', '2'],
      ['APPENDICES', 'A'],
    ])
    expect(blocksOf(told, 'PROGRAM')[0]).toMatchObject({
      kind: 'text',
      paragraphs: ['First Example Bank, N.A. holds $14,682,544.81.', 'Second.'],
    })
    const index = blocksOf(told, 'CROSS_REFERENCE').find((block) => block.kind === 'index')
    expect(index?.kind === 'index' && index.rows.find(({ item }) => item.startsWith('Peer'))?.sections).toEqual(['PEERS'])
    expect(index?.kind === 'index' && index.rows.find(({ item }) => item.startsWith('Assessment'))?.sections).toEqual([])
    expect(told.summary.scorecard.find(({ id }) => id === 'aggregate')).toMatchObject({ status: 'watch', limit: '25.00%' })
    expect(told.risks).toHaveLength(8)
  })

  test('a corporation’s review has no capital, no peers, no bank rules', () => {
    const coli = buildAnnualReview(
      reviewExample({
        asset: firstExampleBank({ site: { id: 2, name: 'COLI', portalLabel: 'COLI' }, capital: null }),
        texts: defaultReviewTexts('COLI'),
      }),
    )
    expect(coli.header.title).toBe('Annual COLI Review')
    expect(coli.sections.map(({ code }) => code)).not.toContain('PEERS')
    expect(rowOf(coli, 'concentration', 'BRAVO')).toEqual({ carrier: 'Bravo', value: usd(5_565_084.2), share: 5_565_084.2 / 14_682_544.81 })
    expect(findingOf(coli, 'aggregate')).toBeUndefined()
    expect(findingOf(coli, 'funding')).toMatchObject({ status: 'unknown' })
  })

  test('coverage of deferred compensation by plan and year, gross and after tax, the lag, and the hedge against 1 - t', () => {
    const withLiabilities = (liabilities?: ReviewLiability[], over: Partial<AnnualReviewSnapshot> = {}) => {
      const example = reviewExample()
      return buildAnnualReview({
        ...example,
        asset: firstExampleBank({ site: { id: 2, name: 'COLI', portalLabel: 'COLI' } }),
        texts: defaultReviewTexts('COLI'),
        plans: example.plans.map((plan) => ({ ...plan, type: 'NQDC_COLI', ...(liabilities ? { liabilities } : {}) })),
        ...over,
      })
    }
    const stated = (asOf: string, liability: number, hedged: number | null): ReviewLiability => ({
      asOf: plainDate(asOf),
      liability: usd(liability),
      hedges: hedged === null ? [] : [{ fund: 'Large company index', notional: usd(hedged) }],
      source: 'Recordkeeper',
    })
    expect(findingOf(withLiabilities(), 'funding')?.sentence).toContain('is not kept on this portal')
    expect(findingOf(withLiabilities([]), 'funding')?.sentence).toContain('on file')
    const told = withLiabilities([stated('2024-12-31', 15_000_000, null), stated('2025-12-31', 18_000_000, 13_000_000)])
    // 14,682,544.81 ÷ 18,000,000 and ÷ (18,000,000 × 0.7426)
    expect(findingOf(told, 'funding')).toMatchObject({
      status: 'good',
      sentence:
        'Cash surrender value of $14,682,544.81 against liabilities of $18,000,000.00 (as of 12/31/2025): 81.57% gross, 109.84% after tax at 25.74%.',
    })
    expect(rowOf(told, 'plan-coverage', '1')).toMatchObject({ cost: usd(13_366_800), ahead: usd(1_315_744.81) })
    expect(rowOf(told, 'coverage-by-year', '2024-12-31')).toMatchObject({ value: usd(14_168_237.26), liability: usd(15_000_000) })
    expect(rowOf(told, 'hedges', 'total')).toMatchObject({ notional: usd(13_000_000) })
    expect(findingOf(told, 'hedge')).toMatchObject({
      status: 'good',
      sentence: 'Hedged: 72.22% of the liability, against the 74.26% that a benefit costs after tax.',
    })
    const behind = withLiabilities([stated('2025-12-31', 25_000_000, 15_000_000)])
    expect(findingOf(behind, 'funding')).toMatchObject({ status: 'watch' })
    expect(findingOf(behind, 'funding')?.sentence).toContain('The asset is $3,882,455.19 behind what the liability costs after tax')
    expect(findingOf(behind, 'hedge')).toMatchObject({ status: 'watch' })
    const untaxed = withLiabilities([stated('2025-12-31', 18_000_000, 1)], {
      asset: firstExampleBank({ site: { id: 2, name: 'COLI', portalLabel: 'COLI' }, tax: null }),
    })
    expect([findingOf(untaxed, 'funding')?.status, findingOf(untaxed, 'hedge')?.status]).toEqual(['unknown', 'unknown'])
  })

  test('what was illustrated stands beside what the policies are worth and earned; 50 basis points less is told', () => {
    const example = reviewExample()
    // A-1001 earned (3,059,706.52 - 2,944,120.10) / 2,944,120.10 = 3.9260 % in 2025.
    const withIllustration = (illustrated: number | null, values: { year: number; value: Cents }[] = []) =>
      buildAnnualReview({
        ...example,
        policies: example.policies.map((policy) =>
          policy.policyId === 1
            ? { ...policy, illustration: { illustratedOn: plainDate('2016-06-01'), yield: illustrated, values, source: 'Carrier' } }
            : policy,
        ),
      })
    expect(findingOf(view, 'illustrations'), 'nothing is on file').toBeUndefined()
    expect(JSON.stringify(view)).toContain('market yields and the illustrations made at purchase are not kept on this portal')
    const met = withIllustration(0.0442, [
      { year: 9, value: usd(3_000_000) },
      { year: 10, value: usd(3_130_000) },
    ])
    // 199 of the 365 days after June 15, 2025
    expect(rowOf(met, 'illustrations', '1')).toMatchObject({ illustrated: usd(3_070_876.71), difference: usd(-11_170.19) })
    expect(Number(rowOf(met, 'illustrations', '1').points)).toBeCloseTo(-49.4, 1)
    expect(findingOf(met, 'illustrations')).toMatchObject({ status: 'good' })
    expect(JSON.stringify(met)).toContain('market yields are not kept on this portal')
    expect(findingOf(withIllustration(0.0443), 'illustrations')).toMatchObject({
      status: 'watch',
      sentence: '1 of 1 policy with an illustrated yield earned over 50 basis points less in the year: A-1001.',
    })
    const grown = withIllustration(null, [
      { year: 9, value: usd(3_000_000) },
      { year: 10, value: usd(3_150_000) },
    ])
    expect(rowOf(grown, 'illustrations', '1').illustratedYield).toBeCloseTo(0.05, 12)
  })

  test('no two parts of a review bear one name: they are landmarks on screen', () => {
    for (const each of [
      view,
      buildAnnualReview(
        reviewExample({
          asset: firstExampleBank({ site: { id: 2, name: 'COLI', portalLabel: 'COLI' } }),
          texts: defaultReviewTexts('COLI'),
        }),
      ),
    ]) {
      const names = each.sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) => {
          if (block.kind === 'table') return block.table.title
          if (block.kind === 'risk') return block.risk.title
          return block.kind === 'findings' || block.kind === 'scorecard' || block.kind === 'chart' ? block.title : []
        }),
      )
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    }
  })

  test('a review of nothing but defaults says so, and the same snapshot gives an equal view', () => {
    expect(buildAnnualReview(reviewExample())).toEqual(view)
    expect(view.risks.every(({ quantity, management }) => quantity === null && management === null)).toBe(true)
    expect(JSON.stringify(view)).not.toMatch(/NaN|Infinity|undefined|\{\{/)
  })
})

test('texts are cut into paragraphs at empty lines, however long a run of spaces in them is', () => {
  expect(paragraphsOf(' One\n  line.\n \t\n\nTwo.\r\n\r\n')).toEqual(['One line.', 'Two.'])
  const spaces = ' '.repeat(500_000)
  expect(paragraphsOf(`One${spaces}\n${spaces}${'\n'.repeat(500_000)}x${spaces}\ny`)).toEqual(['One', 'x y'])
})
