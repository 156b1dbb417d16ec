/** Tolerances that a site sets in place of the defaults: for a rule, and if need be for one carrier or one of its products. */

/** Limits of a rule by their names in the table of rules. */
export type Limits = Readonly<Record<string, number>>

export interface Tolerance {
  ruleCode: string
  /** Null: every carrier. */
  carrierCode: string | null
  /** Null: every product of the carrier. Only beside a carrier. */
  productName: string | null
  limits: Limits
}

/** The names that a rule's limits may have; every other member of a rule is a word. */
export const LIMIT_NAMES = ['absolute', 'total', 'relative', 'days', 'least', 'most', 'charged', 'rate', 'deviations', 'cohort'] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

/** The limits that a rule has, and their values. */
export const limitsOf = (rule: object): [LimitName, number][] =>
  LIMIT_NAMES.flatMap((name): [LimitName, number][] => {
    const value: unknown = Reflect.get(rule, name)
    return typeof value === 'number' ? [[name, value]] : []
  })

/**
 * The rules as they hold for a carrier and product: what is set for the product goes before what is set for the carrier, and that before the site's.
 * A limit that a rule does not have is left out.
 */
export function withTolerances<Rules extends Readonly<Record<string, object>>>(
  rules: Rules,
  tolerances: readonly Tolerance[],
  carrierCode: string | null,
  productName: string | null,
): Rules {
  const holding = tolerances
    .filter(
      (entry) =>
        (entry.carrierCode === null || entry.carrierCode === carrierCode) &&
        (entry.productName === null || entry.productName.toLowerCase() === productName?.toLowerCase()),
    )
    .toSorted((one, other) => reach(one) - reach(other))
  if (holding.length === 0) return rules
  const changed = { ...rules }
  for (const { ruleCode, limits } of holding) {
    const rule = changed[ruleCode]
    if (rule) Object.assign(changed, { [ruleCode]: { ...rule, ...Object.fromEntries(limitsOf(limits).filter(([name]) => name in rule)) } })
  }
  return changed
}

/** The rules for a carrier and product, each worked out once. */
export function rulesUnder<Rules extends Readonly<Record<string, object>>>(
  rules: Rules,
  tolerances: readonly Tolerance[],
): (carrierCode: string | null, productName: string | null) => Rules {
  if (tolerances.length === 0) return () => rules
  const known = new Map<string, Rules>()
  return (carrierCode, productName) => {
    const key = `${carrierCode ?? ''} ${productName ?? ''}`
    const held = known.get(key) ?? withTolerances(rules, tolerances, carrierCode, productName)
    known.set(key, held)
    return held
  }
}

/** The narrower a tolerance, the later it is laid over the others. */
const reach = ({ carrierCode, productName }: Tolerance): number => (carrierCode === null ? 0 : productName === null ? 1 : 2)
