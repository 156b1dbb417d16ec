/** Policies that a rule was not asked of, as they are told: reasons of one kind stand together, and a rule that was asked in part says how far. */
import { counted } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'

export interface Skip {
  reason: string
  policies: number
  carriers: readonly string[]
  /** A rule of whole institutions counts those, and no policies and carriers. */
  institutions?: number | undefined
}

/** "13" of 13: rules that were asked of a policy or an institution, or found something all the same. */
export const appliedOf = (rules: readonly { asked: number | null; found: number }[]): number =>
  rules.filter(({ asked, found }) => asked !== 0 || found > 0).length

/** Begins the reason of a policy that M4 added up, and did not recompute. */
export const NOT_RECOMPUTED = 'interest and charges not recomputed: '

/** Reasons that name a product, between the words before and after it. */
const BY_PRODUCT = [
  /^(?<before>.*no cost-of-insurance table is entered for )(?<product>.+)$/,
  /^(?<before>.*no declared rate is entered for )(?!the product$)(?<product>.+)$/,
  /^(?<before>.*interest of )(?<product>.+)(?<after> follows an index)$/,
  /^(?<before>.*the cost-of-insurance table of )(?<product>.+)(?<after> has no rate for .*)$/,
]

/** "no cost-of-insurance table is entered for 5 products": reasons of a rule that differ in the product alone are one. */
export function groupedSkips(skips: readonly Skip[]): Skip[] {
  const alike = Map.groupBy(skips, ({ reason }) => kindOf(reason, 'products'))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1) return group
    return {
      reason: kindOf(first.reason, counted(group.length, 'product')),
      policies: group.reduce((sum, { policies }) => sum + policies, 0),
      carriers: [...new Set(group.flatMap(({ carriers }) => carriers))].toSorted(),
    }
  })
}

/** The reason with other words in place of its product. */
function kindOf(reason: string, products: string): string {
  for (const pattern of BY_PRODUCT) {
    const parts = pattern.exec(reason)?.groups
    if (parts) return `${parts.before}${products}${parts.after ?? ''}`
  }
  return reason
}

/** "550 policies of Corvane, Meridane: no value is posted"; "3 institutions: no general ledger balance was entered" */
export const skipsInWords = (skips: readonly Skip[]): string[] =>
  groupedSkips(skips).map(
    ({ reason, policies, carriers, institutions }) =>
      `${institutions === undefined ? `${counted(policies, 'policy', 'policies')} of ${carriers.join(', ')}` : counted(institutions, 'institution')}: ${reason}`,
  )

/** "793; 242 of them recomputed": M4 adds up the carrier's parts, and recomputes interest and charges only where the product's tables are entered. */
export function askedInWords({ asked, skipped }: { asked: number | null; skipped: readonly Skip[] }): string {
  if (asked === null) return 'Per institution'
  const left = skipped.filter(({ reason }) => reason.startsWith(NOT_RECOMPUTED)).reduce((sum, { policies }) => sum + policies, 0)
  return left === 0 ? formatCount(asked) : `${formatCount(asked)}; ${formatCount(asked - left)} of them recomputed`
}
