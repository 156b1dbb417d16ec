/** Words of the field that calculations, the register and reports share. */

export const ACCOUNT_TYPES = ['GENERAL', 'HYBRID', 'SEPARATE'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
export const YIELD_CONVENTIONS = ['SIMPLE', 'COMPOUND', 'TIMES12'] as const
export type YieldConvention = (typeof YIELD_CONVENTIONS)[number]
export const CAPITAL_BASES = ['TIER1', 'TIER1_PLUS_ACL', 'TOTAL'] as const
export type CapitalBasis = (typeof CAPITAL_BASES)[number]
export const STATE_TREATMENTS = ['EXCLUDED', 'TAXED', 'IN_CAPITAL_BASE', 'NOT_APPLICABLE'] as const
export type StateTreatment = (typeof STATE_TREATMENTS)[number]
export type Outlook = 'POSITIVE' | 'STABLE' | 'NEGATIVE' | 'DEVELOPING'
