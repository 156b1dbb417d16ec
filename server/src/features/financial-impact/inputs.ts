/** The beginning of a calculation: the institution's own figures, its holdings, Treasury yields and the firm's products, each with its source. */
import { type ImpactInputs, scenario as scenarioSchema } from '@corridor/contract/financial-impact.ts'
import type { Session } from '@corridor/contract/session.ts'
import { CAPITAL_BASIS_NAMES, capitalBase, DEFAULT_LIMITS } from '@corridor/domain/calculations/concentration.ts'
import { combinedRateOf, policyGrowthTaxRate, type TaxProfile } from '@corridor/domain/calculations/tax-equivalent-yield.ts'
import { ALTERNATIVES, type AlternativeCode, taxOfAlternative } from '@corridor/domain/financial-impact/alternatives.ts'
import {
  type HeldValue,
  HOLDINGS_WITHHELD,
  SCENARIO_KEYS,
  type Scenario,
  type ScenarioKey,
} from '@corridor/domain/financial-impact/scenario.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import { daysBetween, formatDate, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { sourceName } from '@corridor/domain/reports/asset-report/texts.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { readHoldings, readsHoldings } from '../../reporting/holdings/current.ts'
import { HELD_STATUSES } from '../../shared/policies/in-force-policies.ts'
import { dayOfSite } from '../../shared/site-day.ts'

/** Federal rate of a corporation since 2018 (26 U.S.C. 11(b)). */
const FEDERAL_RATE = 0.21

interface Institution {
  id: number
  name: string
  stateCode: string | null
  taxEntityType: string
  totalAssets: Cents | null
  averageAssets: Cents | null
  equity: Cents | null
  netIncome: Cents | null
  shares: number | null
  priceEarnings: number | null
  usObligationInterestTaxed: boolean | null
  municipalInterestTaxed: boolean | null
  hasPolicies: boolean
}
interface ProductRow {
  id: number
  name: string
  carrierCode: string
  carrierName: string
  rate: number | null
  from: PlainDate | null
  source: string | null
}
interface TreasuryRow {
  years: number
  observedOn: PlainDate
  yield: number
  source: string
}
type Rate = { value: number | null; source: string }

export async function readInputs(
  { kernel, trx, scope, session }: { kernel: Kernel; trx: Trx; scope: Scope; session: Session },
  institutionId: number,
): Promise<ImpactInputs> {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const institution = await selectInstitution(trx, institutionId, today)
  const mayRead = readsHoldings(session)
  const holdings = mayRead ? await readHoldings(trx, scope, institutionId) : null
  const snapshot = holdings?.snapshot ?? null
  const [products, treasury] = [await selectProducts(trx, today), await selectTreasury(trx, today)]
  const report = snapshot && buildAssetReport({ ...snapshot, kind: 'AssetSummaryReport' })
  const netYield = report?.totals.netYield ?? null
  const tax = snapshot?.tax ?? null
  const alternatives = alternativesOf(tax, institution, treasury, today)
  const start = alternatives.MORTGAGE
  const numbers = scenarioSchema.shape.numbers.parse(Object.fromEntries(SCENARIO_KEYS.map((key) => [key, null])))
  const sources: Scenario['sources'] = {}
  const put = (key: ScenarioKey, value: number | null, source: string) => {
    numbers[key] = value
    if (value !== null) sources[key] = source
  }
  const usual = 'Corridor’s starting value, not changed'
  put('premium', 500_000_000, usual)
  const declared = products.find(({ rate }) => rate !== null)?.rate ?? null
  if (netYield !== null && report)
    put('policyYield', Number(netYield.toFixed(6)), `Net yield of the policies held, month ended ${formatDate(report.header.asOf)}`)
  else put('policyYield', declared ?? 0.035, declared === null ? usual : 'A declared rate of the carriers')
  put('policyTax', tax ? policyGrowthTaxRate(tax) : 0, tax ? taxSource(tax) : usual)
  put('loadFraction', 0, usual)
  put('policyDrift', 0, usual)
  put('horizonYears', 10, usual)
  put('alternativeYield', start.yield.value ?? 0.04, start.yield.value === null ? usual : start.yield.source)
  put('alternativeTax', start.tax.value ?? FEDERAL_RATE, start.tax.source)
  put('alternativeDrift', 0, usual)
  put('soldWeight', start.riskWeight.value, start.riskWeight.source)
  put('costOfFunds', 0.02, usual)
  put('federalRate', tax?.federalRate ?? FEDERAL_RATE, tax ? taxSource(tax) : 'Rate of a corporation, 26 U.S.C. 11(b)')
  const record = 'The institution’s record, size and earnings'
  put('netIncome', institution.netIncome, record)
  put('taxRate', tax ? combinedRateOf(tax) : FEDERAL_RATE, tax ? taxSource(tax) : 'Federal rate alone: no tax profile is on file')
  put('averageAssets', institution.averageAssets, record)
  put('totalAssets', institution.totalAssets, record)
  put('equity', institution.equity, record)
  put('shares', institution.shares, record)
  put('priceEarnings', institution.priceEarnings, record)
  const limits = snapshot?.limits ?? DEFAULT_LIMITS
  const capital = snapshot?.capital ?? null
  const capitalSource = capital ? `Capital of ${formatDate(capital.asOf)}, ${sourceName(capital.source)}` : ''
  put('tier1', capital?.tier1 ?? null, capitalSource)
  put('capitalBase', capital && capitalBase(capital, limits.basis), `${capitalSource}: ${CAPITAL_BASIS_NAMES[limits.basis]}`)
  const limitSource = snapshot?.limits ? 'The board’s limits on file' : 'Usual guideline: no board limits are on file'
  put('perCarrierLimit', limits.perCarrier, limitSource)
  put('aggregateLimit', limits.aggregate, limitSource)
  put('boughtWeight', 1, 'General account, 12 CFR 3.32, 217.32 or 324.32')
  return {
    institutionId,
    institutionName: institution.name,
    scenario: {
      numbers,
      alternative: 'MORTGAGE',
      isBankQualified: true,
      carrierCode: '',
      carrierName: '',
      productName: '',
      basis: limits.basis,
      ...heldIn(report, mayRead, institution.hasPolicies),
      valuesOn: report?.header.asOf ?? null,
      replacedIsModifiedEndowment: false,
      sources,
    },
    alternatives,
    products: products.map(({ from, source, ...product }) => ({
      ...product,
      source: from === null ? 'No declared rate is on file' : `Declared rate in force since ${formatDate(from)}, ${source}`,
    })),
  }
}

const taxSource = ({ asOf, source }: { asOf: PlainDate; source: string }): string =>
  `Tax profile in force since ${formatDate(asOf)}${source ? `: ${sourceName(source)}` : ''}`

/** All that the legal entity holds, by carrier, as its limits are measured. */
/** Policies without a report are held all the same: only where there are none is nothing held. */
function heldIn(report: AssetReportView | null, mayRead: boolean, hasPolicies: boolean): Pick<Scenario, 'held' | 'lacking'> {
  if (!mayRead) return HOLDINGS_WITHHELD
  if (!report) return { held: [], lacking: hasPolicies ? 'the policies held, which stand in no released report yet' : null }
  const tests = report.limitTests
  const aggregate = tests.find(({ key }) => key === 'aggregate')
  const held: HeldValue[] = tests
    .filter(({ key }) => key !== 'aggregate')
    .map(({ key, label, cashSurrenderValue }) => ({ carrierCode: key, carrierName: label, cashSurrenderValue }))
  const rest = (aggregate?.cashSurrenderValue ?? 0) - held.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0)
  return {
    held: rest > 0 ? [...held, { carrierCode: 'OTHER', carrierName: 'Held elsewhere, carrier not known', cashSurrenderValue: rest }] : held,
    lacking: aggregate?.lacking ?? null,
  }
}

/** "12 days old" */
const ageOf = (day: PlainDate, today: PlainDate): string => {
  const days = daysBetween(day, today)
  return `${days < 60 ? counted(days, 'day') : counted(Math.floor(days / 30.4), 'month')} old`
}

function alternativesOf(
  tax: TaxProfile | null,
  { usObligationInterestTaxed, municipalInterestTaxed }: Institution,
  treasury: readonly TreasuryRow[],
  today: PlainDate,
): ImpactInputs['alternatives'] {
  const of = (code: AlternativeCode) => {
    const { riskWeight, riskWeightSource, treasuryYears } = ALTERNATIVES[code]
    const near = treasury.find(({ years }) => years === treasuryYears)
    const isTreasury = code === 'TREASURY'
    const yieldRate: Rate = near
      ? {
          value: near.yield,
          source: `${near.years}-year Treasury of ${formatDate(near.observedOn)}, ${ageOf(near.observedOn, today)}, ${near.source}${isTreasury ? '' : ', no spread added'}`,
        }
      : { value: null, source: 'No Treasury yields have been imported' }
    const taxRate: Rate = tax
      ? {
          value: taxOfAlternative(code, tax, {
            usObligationInterestTaxed: usObligationInterestTaxed ?? true,
            municipalInterestTaxed: municipalInterestTaxed ?? true,
          }),
          source: stateWords(code, usObligationInterestTaxed, municipalInterestTaxed),
        }
      : { value: code === 'MUNICIPAL' ? 0 : FEDERAL_RATE, source: 'Federal tax alone: no tax profile is on file' }
    return { yield: yieldRate, tax: taxRate, riskWeight: { value: riskWeight, source: riskWeightSource } }
  }
  return {
    AGENCY: of('AGENCY'),
    TREASURY: of('TREASURY'),
    MUNICIPAL: of('MUNICIPAL'),
    MORTGAGE: of('MORTGAGE'),
    CORPORATE: of('CORPORATE'),
  }
}

function stateWords(code: AlternativeCode, usTaxed: boolean | null, municipalTaxed: boolean | null): string {
  const { tax } = ALTERNATIVES[code]
  if (tax === 'TAXABLE') return 'Federal and state tax of the tax profile'
  const taxed = tax === 'MUNICIPAL' ? municipalTaxed : usTaxed
  if (taxed === null) return 'State configuration does not say whether the state taxes it: taken as taxed'
  return taxed ? 'State configuration: the state taxes its interest' : 'State configuration: the state does not tax its interest'
}

async function selectInstitution(trx: Trx, institutionId: number, today: PlainDate): Promise<Institution> {
  const { rows } = await sql<Institution>`
    select i.id, i.name, i.state_code, i.tax_entity_type, i.total_assets_cents as total_assets, i.average_assets_cents as average_assets,
      i.total_equity_cents as equity, i.net_income_ttm_cents as net_income, i.shares_outstanding as shares, i.price_earnings_multiple as price_earnings,
      s.us_obligation_interest_taxed, s.municipal_interest_taxed,
      exists (select from policy p where p.institution_id = i.id and p.policy_status in ${HELD_STATUSES}) as has_policies
    from institution i
    left join state_configuration s on s.state_code = i.state_code and s.effective_from <= ${today} and (s.effective_to is null or s.effective_to >= ${today})
    where i.id = ${institutionId}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`institution ${institutionId} went away`)
  return row
}

async function selectProducts(trx: Trx, today: PlainDate): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.product_name as name, p.carrier_code, c.short_name as carrier_name, r.gross_rate as rate, r.effective_from as "from", r.source
    from product p join carrier c on c.code = p.carrier_code
    left join lateral (select * from product_rate r where r.product_id = p.id and r.effective_from <= ${today} order by r.effective_from desc limit 1) r on true
    order by c.short_name, p.product_name`.execute(trx)
  return rows
}

/** The newest yield of each term. */
async function selectTreasury(trx: Trx, today: PlainDate): Promise<TreasuryRow[]> {
  const { rows } = await sql<TreasuryRow>`
    select distinct on (years) years, observed_on, yield, source from treasury_yield where observed_on <= ${today} order by years, observed_on desc`.execute(
    trx,
  )
  return rows.filter(({ observedOn }) => yearOf(today) - yearOf(observedOn) <= 1)
}
