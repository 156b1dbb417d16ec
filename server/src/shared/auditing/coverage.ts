/** The policies of a client with one carrier as an audit sees them: counts, sums, the rules that were asked, and why others were not. */
import { type CarrierMonth, CLIENT_MONTH_RULES } from '@corridor/domain/auditing/client-month.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { AuditedPolicy } from './policy-months.ts'

export const OUT_OF_FORCE = 'not in force'

export interface Coverage {
  institutionId: number
  carrierCode: string
  counts: CarrierMonth
  /** Policies that `counts.extra` numbers. */
  extraIds: readonly number[]
  /** Everything that the carrier's file states, and everything posted, whether or not the other side has it. */
  fed: Sums
  posted: Sums
  fileIds: readonly number[]
  asked: Map<string, number>
  skipped: Map<string, Map<string, number>>
  note: (ruleCode: string, reason: string | null) => void
}

interface Sums {
  cashSurrenderValue: number
  deathBenefit: number
}

export function coverageOf(
  institutionId: number,
  part: { carrierCode: string; carrierName: string; feedDueBusinessDay: number },
  policies: readonly AuditedPolicy[],
  { period, today }: { period: PlainDate; today: PlainDate },
): Coverage {
  const both = policies.filter(({ month }) => month.fed && month.posted)
  const sum = (of: readonly AuditedPolicy[], amount: (policy: AuditedPolicy) => number | null | undefined) =>
    cents(of.reduce((total, policy) => total + (amount(policy) ?? 0), 0))
  const sumsOf = (side: 'fed' | 'posted'): Sums => ({
    cashSurrenderValue: sum(policies, ({ month }) => month[side]?.cashSurrenderValue),
    deathBenefit: sum(policies, ({ month }) => month[side]?.deathBenefit),
  })
  const isFed = policies.some(({ row }) => row.fedFileId !== null)
  const extra = isFed ? policies.filter(({ row, month }) => !row.isFed && month.posted !== null) : []
  const asked = new Map<string, number>()
  const skipped = new Map<string, Map<string, number>>()
  return {
    institutionId,
    carrierCode: part.carrierCode,
    fileIds: isFed ? [...new Set(policies.flatMap(({ row }) => row.fedFileId ?? []))] : [],
    counts: {
      carrierName: part.carrierName,
      prior: policies.filter(({ month }) => month.facts.prior !== null).length,
      added: policies.filter(({ isAdded }) => isAdded).length,
      removed: policies.filter(({ month }) => month.facts.prior !== null && !month.isHeld).length,
      expected: policies.filter(({ month }) => month.isHeld).length,
      posted: policies.filter(({ month }) => month.posted !== null).length,
      fed: isFed ? policies.filter(({ row }) => row.isFed).length : null,
      missing: numbersOf(policies.filter(({ row, month }) => row.isFed && month.posted === null)),
      extra: numbersOf(extra),
      fedCashSurrenderValue: sum(both, ({ month }) => month.fed?.cashSurrenderValue),
      postedCashSurrenderValue: sum(both, ({ month }) => month.posted?.cashSurrenderValue),
      isDue: today > businessDayAfter(period, part.feedDueBusinessDay),
    },
    extraIds: extra.map(({ row }) => row.policyId),
    fed: sumsOf('fed'),
    posted: sumsOf('posted'),
    asked,
    skipped,
    note: (ruleCode, reason) => {
      if (reason === OUT_OF_FORCE) return
      if (reason === null) asked.set(ruleCode, (asked.get(ruleCode) ?? 0) + 1)
      else {
        const reasons = skipped.get(ruleCode) ?? new Map<string, number>()
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        skipped.set(ruleCode, reasons)
      }
    },
  }
}
const numbersOf = (policies: readonly AuditedPolicy[]): string[] => policies.map(({ row }) => row.policyNumber)

/** Picks what a coverage says of the rules of whole months from among its skipped rules, as a JSON path. */
export const OF_CLIENT_MONTH = `(${CLIENT_MONTH_RULES.map((code) => `@.ruleCode == "${code}"`).join(' || ')})`

export async function keepCoverage(trx: Trx, scope: Scope, period: PlainDate, coverage: readonly Coverage[]): Promise<void> {
  if (coverage.length === 0) return
  const rows = coverage.map(({ institutionId, carrierCode, counts, asked, skipped, ...one }) => ({
    institution_id: institutionId,
    carrier_code: carrierCode,
    ...{
      expected: counts.expected,
      posted: counts.posted,
      fed: counts.fed,
      prior: counts.prior,
      added: counts.added,
      removed: counts.removed,
    },
    missing: counts.missing,
    extra: counts.extra,
    fed_csv: one.fed.cashSurrenderValue,
    posted_csv: one.posted.cashSurrenderValue,
    fed_db: one.fed.deathBenefit,
    posted_db: one.posted.deathBenefit,
    asked: Object.fromEntries(asked),
    skipped: [...skipped].flatMap(([ruleCode, reasons]) => [...reasons].map(([reason, policies]) => ({ ruleCode, reason, policies }))),
    file_ids: one.fileIds,
  }))
  // Whole institutions are audited after the carriers: until then what the last audit said of their month and general ledger stands, for reports made meanwhile.
  await sql`
    insert into audit_coverage (institution_id, site_id, period, carrier_code, expected, posted, fed, prior, added, removed, missing, extra, fed_cash_surrender_value_cents,
      posted_cash_surrender_value_cents, fed_death_benefit_cents, posted_death_benefit_cents, asked, skipped, file_ids, audited_at)
    select institution_id, ${scope.siteId}, ${period}, carrier_code, expected, posted, fed, prior, added, removed, missing, extra, fed_csv, posted_csv, fed_db, posted_db,
      asked, skipped, file_ids, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (institution_id int, carrier_code text, expected int, posted int, fed int, prior int, added int, removed int,
      missing text[], extra text[], fed_csv bigint, posted_csv bigint, fed_db bigint, posted_db bigint, asked jsonb, skipped jsonb, file_ids int[])
    on conflict (institution_id, site_id, period, carrier_code) do update set expected = excluded.expected, posted = excluded.posted, fed = excluded.fed, prior = excluded.prior,
      added = excluded.added, removed = excluded.removed, missing = excluded.missing, extra = excluded.extra,
      fed_cash_surrender_value_cents = excluded.fed_cash_surrender_value_cents, posted_cash_surrender_value_cents = excluded.posted_cash_surrender_value_cents,
      fed_death_benefit_cents = excluded.fed_death_benefit_cents, posted_death_benefit_cents = excluded.posted_death_benefit_cents,
      asked = excluded.asked || case when audit_coverage.asked ? 'B6' then '{"B6": 1}'::jsonb else '{}' end,
      skipped = excluded.skipped || jsonb_path_query_array(audit_coverage.skipped, ${`$[*] ? (${OF_CLIENT_MONTH})`}::jsonpath), file_ids = excluded.file_ids, audited_at = excluded.audited_at`.execute(
    trx,
  )
}
