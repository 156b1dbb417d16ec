import { formatAmount, usd } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { createPdfPool } from '../../reporting/pdf/pool.ts'
import { pdfText } from '../../test/report-files.ts'
import { sampleSnapshot } from '../../test/sample-snapshot.ts'
import { paper } from './print.ts'

vi.setConfig({ testTimeout: 90_000 })
const press = createPdfPool({ workers: 1 })
afterAll(press.close)

test('paper states the expected gain of a pending claim, and above it when the gain is recorded', async () => {
  const { activity, ...rest } = sampleSnapshot({ policies: 9 })
  const [policy] = rest.policies
  if (!policy) throw new Error('a sample without policies')
  const benefit = { deathBenefit: usd(900_000), institutionShare: usd(900_000) }
  const claim = { ...policy, ...benefit, dateOfDeath: plainDate('2026-08-19'), status: 'DEATH_CLAIM_PENDING' }
  const snapshot = { ...rest, activity: { ...activity, claims: [claim] } }
  const view = buildAssetReport(snapshot)
  const { bytes } = await press.render(paper, { snapshot })
  const text = (await pdfText(bytes)).replaceAll(/\s+/g, ' ')
  expect(view.claimsLead).toMatch(/^1 death claim is pending/)
  expect(text.split(view.claimsLead ?? '-')).toHaveLength(2)
  const gain = view.activity?.claims.rows[0]?.cells.expectedGain
  expect(text).toContain(formatAmount(typeof gain === 'number' ? usd(gain / 100) : null))
})

test('paper explains each mark once, below the policies that bear it, with the consents that a claim lacks above the claims', async () => {
  const { activity, ...rest } = sampleSnapshot({ policies: 9 })
  const [policy, ...others] = rest.policies
  if (!policy) throw new Error('a sample without policies')
  const benefit = { deathBenefit: usd(900_000), institutionShare: usd(900_000) }
  const claim = {
    ...policy,
    ...benefit,
    dateOfDeath: plainDate('2026-08-19'),
    status: 'DEATH_CLAIM_PENDING',
    withoutConsent: true as const,
  }
  const policies = [{ ...policy, flags: { ...policy.flags, pendingClaim: true } }, ...others]
  const snapshot = { ...rest, policies, activity: { ...activity, claims: [claim] } }
  const view = buildAssetReport(snapshot)
  const text = (await pdfText((await press.render(paper, { snapshot })).bytes)).replaceAll(/\s+/g, ' ')
  expect(view.footnotes.map(({ symbol }) => symbol)).toContain('‡')
  for (const { symbol, text: meaning } of view.footnotes) expect(text.split(`${symbol} ${meaning}`)).toHaveLength(2)
  expect(view.claimsLead).toContain(`No valid notice and consent is on file for 1 of these policies (${policy.policyNumber})`)
  expect(text).toContain(view.claimsLead)
})
