/**
 * Other holdings of a legal entity beside the policies of a report: through other portals, in the name of its other owners, with other vendors. Limits on concentration
 * are the entity's and are measured on all of it; a part alone is never said to be within one. Sums alone: no name, policy or person of another portal
 * stands here (docs/adr/0040).
 */
import type { LimitPart } from '../../calculations/concentration.ts'
import { type Cents, cents, formatCount, sumCents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import { type Portal, portalName } from '../portals.ts'

/** The holding of one owner in one portal with one carrier, at the report's date. */
export interface HoldingElsewhere {
  site: Portal
  /** Null is the institution itself. */
  owner: { id: number; legalName: string } | null
  carrierCode: string
  carrierName: string
  policies: number
  /** Those without a posted value: the sum is of the others. */
  missing: number
  cashSurrenderValue: Cents
}

/** Holdings in other portals at a year end before that of a review; absent in reviews made before it was read. */
export interface HoldingsBefore {
  yearEnd: PlainDate
  holdings: HoldingElsewhere[]
}

/** The newest returned questionnaire's policies with other vendors. */
export interface HoldingsStated {
  period: PlainDate
  /** An amount that was not stated is null. */
  holdings: { carrier: string; cashSurrenderValue: Cents | null }[]
}

/** The answers as they are stored. */
interface HoldingsAnswered {
  period: PlainDate
  /** The answer to "Do you hold life insurance with other vendors?". */
  holds: unknown
  holdings: readonly { carrier: unknown; value: unknown }[]
}

/** Yes without a line is one holding of which no amount is known. No is none, whatever lines were left from before. */
export function holdingsStated({ period, holds, holdings }: HoldingsAnswered): HoldingsStated {
  const lines =
    holds === false
      ? []
      : holdings.map(({ carrier, value }) => ({ carrier: typeof carrier === 'string' ? carrier : '', cashSurrenderValue: amountOf(value) }))
  return { period, holdings: holds === true && lines.length === 0 ? [{ carrier: '', cashSurrenderValue: null }] : lines }
}

const amountOf = (value: unknown): Cents | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? cents(value) : null

export interface SnapshotEntity {
  elsewhere: HoldingElsewhere[]
  /** Null where nothing was stated for the two years before. */
  stated: HoldingsStated | null
  /** The part of the report's own policies that its subsidiaries own; 0 in a report of one owner. */
  ofSubsidiaries: Cents
}

/** The report's institution, and the other holdings of its legal entity. */
export interface EntityReport {
  site: Portal
  institution: { legalName: string; subsidiary: { id: number } | null }
  /** Absent in reports made before it was read: they tell of their own policies alone. */
  entity?: SnapshotEntity
}

/** Whether something else than the report's own policies counts toward its limits. */
export const isPartOfMore = ({ entity }: Pick<EntityReport, 'entity'>): boolean =>
  entity !== undefined && entity.elsewhere.length + (entity.stated?.holdings.length ?? 0) > 0

interface Part {
  label: string
  /** The institution itself: counted when its subsidiaries are left out. */
  isInstitution: boolean
  carrier: { code: string; name: string }
  cashSurrenderValue: Cents
  policies: number
  /** Those without a value; for other vendors lines without an amount. */
  missing: number
}

const OWN = 'These policies'
const VENDORS = 'Other vendors, as stated'

export function holdingsElsewhere({ entity, site, institution }: EntityReport, names: ReadonlyMap<string, string>): Part[] {
  if (!entity) return []
  const sites = [...new Map([site, ...entity.elsewhere.map((one) => one.site)].map((one) => [one.id, one])).values()]
  const codes = new Map([...names].map(([code, name]) => [name.toLowerCase(), code]))
  for (const { carrierCode, carrierName } of entity.elsewhere) codes.set(carrierName.toLowerCase(), carrierCode)
  const ownOwner = institution.subsidiary?.id ?? null
  return [
    ...entity.elsewhere.map((held): Part => {
      const { owner, policies, missing, cashSurrenderValue } = held
      const portal = portalName(held.site, sites)
      const name = (owner?.id ?? null) === ownOwner ? null : (owner?.legalName ?? institution.legalName)
      const label = held.site.id === site.id ? (name ?? portal) : name === null ? portal : `${name} (${portal})`
      return {
        label,
        isInstitution: owner === null,
        carrier: { code: held.carrierCode, name: held.carrierName },
        cashSurrenderValue,
        policies,
        missing,
      }
    }),
    ...(entity.stated?.holdings ?? []).map(({ carrier, cashSurrenderValue }): Part => {
      const code = codes.get(carrier.trim().toLowerCase())
      return {
        label: VENDORS,
        isInstitution: true,
        carrier:
          code === undefined
            ? { code: `stated ${carrier.trim()}`, name: carrier.trim() || 'Carrier not named' }
            : { code, name: names.get(code) ?? carrier.trim() },
        cashSurrenderValue: cashSurrenderValue ?? cents(0),
        policies: 1,
        missing: cashSurrenderValue === null ? 1 : 0,
      }
    }),
  ]
}

/** All that counts toward one limit: the report's own value, then the other parts, each label once. */
export interface Measured {
  cashSurrenderValue: Cents
  parts: LimitPart[]
  lacking?: string
}
export function measuredOn(own: Cents, elsewhere: readonly Part[]): Measured {
  const groups = [...Map.groupBy(elsewhere, ({ label }) => label)]
  const others = groups.map(([label, parts]) => ({ label, cashSurrenderValue: sumCents(parts.map((part) => part.cashSurrenderValue)) }))
  const parts = [{ label: OWN, cashSurrenderValue: own }, ...others]
  const lacking = groups.flatMap(([label, parts]) => {
    const [policies, missing] = [countOf(parts, 'policies'), countOf(parts, 'missing')]
    if (missing === 0) return []
    return [
      label === VENDORS
        ? 'amounts of policies with other vendors not stated'
        : `${formatCount(missing)} of ${formatCount(policies)} policies without a value (${label})`,
    ]
  })
  return {
    cashSurrenderValue: sumCents(parts.map((part) => part.cashSurrenderValue)),
    parts,
    ...(lacking.length === 0 ? {} : { lacking: new Intl.ListFormat('en-US', { type: 'conjunction' }).format(lacking) }),
  }
}

const countOf = (parts: readonly Part[], of: 'policies' | 'missing') => parts.reduce((sum, part) => sum + part[of], 0)

/** The institution's holdings without its subsidiaries, in every portal; null where there are none. */
export function withoutSubsidiaries(own: Cents, elsewhere: readonly Part[], { entity, institution }: EntityReport): Cents | null {
  if (!entity) return null
  const isSubsidiarys = institution.subsidiary !== null
  if (!isSubsidiarys && entity.ofSubsidiaries === 0 && elsewhere.every(({ isInstitution }) => isInstitution)) return null
  const others = elsewhere.filter(({ isInstitution }) => isInstitution).map((part) => part.cashSurrenderValue)
  return sumCents([isSubsidiarys ? cents(0) : cents(own - entity.ofSubsidiaries), ...others])
}
