/** New policies of a file in groups, each of which takes one choice of institution, plan and product. */
import type { listNewPolicies } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import {
  factsOfRow,
  groupKeyOf,
  planOf,
  productOf,
  proposedBasisOf,
  readInstitutions,
  readNewRows,
  readProducts,
  saidOf,
} from './new-policy-facts.ts'
import { selectFile } from './queries.ts'

/** Lines that are named where a fact is missing. */
const NAMED = 5

export async function selectNewPolicies(kernel: Kernel, trx: Trx, scope: Scope, id: number): Promise<ReplyOf<typeof listNewPolicies>> {
  const file = await selectFile(trx, scope, id)
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const rows = (await readNewRows(trx, id)).map((row) => ({ row, said: saidOf(row) }))
  const institutions = await readInstitutions(trx, scope)
  const products = await readProducts(
    trx,
    rows.map(({ row }) => row.carrierCode),
  )
  const groups = [...Map.groupBy(rows, ({ row, said }) => groupKeyOf(row, said)).values()].flatMap((members) => {
    const [first] = members
    if (!first) return []
    const { row, said } = first
    const institution = row.institutionId === null ? undefined : institutions.get(row.institutionId)
    const lacking = new Map<string, number[]>()
    for (const member of members) {
      const facts = factsOfRow(member.row, member.said, today)
      if (Array.isArray(facts))
        for (const sentence of facts) lacking.set(sentence, [...(lacking.get(sentence) ?? []), member.row.lineNumber])
    }
    const incomplete = new Set([...lacking.values()].flat())
    const proposed = members.flatMap((member) => proposedBasisOf(member.row, member.said, member.said.issueDate) ?? [])
    const sum = (of: (each: typeof row) => number | null) => members.reduce((total, member) => total + (of(member.row) ?? 0), 0)
    return [
      {
        line: row.lineNumber,
        carrierCode: row.carrierCode,
        institutionId: institution?.id ?? null,
        institutionName: said.institutionName ?? said.fdicCertificate,
        planId: institution ? (planOf(institution, said)?.id ?? null) : null,
        planName: said.planName,
        productId: productOf(products, row.carrierCode, said)?.id ?? null,
        productName: said.productName,
        policies: members.length,
        complete: members.length - incomplete.size,
        proposedBasis: { policies: proposed.length, cents: proposed.reduce((total, basis) => total + basis, 0) },
        lines: members.map(({ row: { lineNumber } }) => ({ line: lineNumber, isComplete: !incomplete.has(lineNumber) })),
        cashSurrenderValueCents: sum((each) => each.cashSurrenderValueCents),
        deathBenefitCents: sum((each) => each.deathBenefitCents),
        lacking: [...lacking].map(([sentence, lines]) => ({ sentence, policies: lines.length, lines: lines.slice(0, NAMED) })),
      },
    ]
  })
  return { groups, updatedAt: file.updatedAt }
}
