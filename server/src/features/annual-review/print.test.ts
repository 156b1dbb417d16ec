import { buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { reviewExample } from '@corridor/domain/test/review-example.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createPdfPool } from '../../reporting/pdf/pool.ts'
import { pdfPages, workbookOf } from '../../test/report-files.ts'
import { annualReviewXlsx } from './files.ts'
import { paper } from './print.ts'

vi.setConfig({ testTimeout: 90_000 })
const press = createPdfPool({ workers: 1 })
afterAll(press.close)

/** The example with each of its policies thirty times over: its list goes on over pages. */
function longReview() {
  const { asset, policies, ...rest } = reviewExample()
  const many = <Policy extends { policyId: number }>(own: readonly Policy[]) =>
    Array.from({ length: 30 }, (_, copy) => own.map((policy) => ({ ...policy, policyId: policy.policyId + copy * 1000 }))).flat()
  const numbered = many(asset.policies).map((policy) => ({ ...policy, policyNumber: `${policy.policyNumber}/${policy.policyId}` }))
  return { ...rest, policies: many(policies), asset: { ...asset, policies: numbered } }
}

test('the index sends to the page of each risk, and a list that goes on says of what it is', async () => {
  const snapshot = longReview()
  const { bytes } = await press.render(paper, { snapshot })
  const pages = (await pdfPages(bytes)).map((page) => page.replaceAll(/\s+/g, ' '))
  const { risks } = buildAnnualReview(snapshot)
  const told = risks.map(({ title }) =>
    Number(new RegExp(`Risk: ${title.toLowerCase()} 8 Risk assessments, page (\\d+)`).exec(pages.join(' '))?.[1]),
  )
  expect(told).toEqual(risks.map(({ definition }) => pages.findIndex((page) => page.includes(definition.slice(0, 60))) + 1))
  expect(new Set(told).size).toBeGreaterThan(1)
  // The tile of the population and the fact of the risk have the one decimal of their table.
  expect(new Set(pages.join(' ').match(/425\.5\d*/g))).toEqual(new Set(['425.5']))
  expect(pages.join(' ')).toContain('The year to December 31, 2025 is the first full one on this portal')
  const first = pages.findIndex((page) => page.includes('Policies in force Amounts in US dollars.'))
  expect(pages[first]).not.toContain('Policies in force, continued')
  expect(pages[first + 1]).toContain('Policies in force, continued')
})

test('what shifted rates do to the year’s interest is one line of the paper, a column for each shift', async () => {
  const { bytes } = await press.render(paper, { snapshot: reviewExample() })
  const text = (await pdfPages(bytes)).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toMatch(
    /Market rates −300 bps −200 bps −100 bps \+100 bps \+200 bps \+300 bps Change in first year’s interest (-?\$[\d,.]+ ){6}/,
  )
})

test('below the scorecard of the first full year the workbook says why last year has no figures', async () => {
  const workbook = await workbookOf(await annualReviewXlsx(buildAnnualReview(reviewExample())))
  const texts: string[] = []
  workbook.eachSheet((sheet) => sheet.eachRow((row) => texts.push(row.getCell(1).text)))
  expect(texts.filter((text) => text.startsWith('The year to December 31, 2025 is the first full one on this portal'))).toHaveLength(1)
})
