/** The amounts and rates that a valuation keeps of a carrier's row: one name for each in the file's rows, in the posted values and in what pages are sent. */

import type { Cents } from '../primitives/money.ts'
import { FEED_FIELD_NAMES, type FeedField } from './columns.ts'
import { isMoneyField, isRateField, type MoneyField, type RateField } from './row.ts'

type KeptAmount = Exclude<MoneyField, 'institutionShare'>
export type KeptField = KeptAmount | RateField
/** The institution's share is the rest of the death benefit: it is compared with the file and not kept. */
const isKept = (field: FeedField): field is KeptField => (isMoneyField(field) && field !== 'institutionShare') || isRateField(field)

/** In the order of the columns of carriers' files. */
export const KEPT_FIELDS: readonly KeptField[] = FEED_FIELD_NAMES.filter(isKept)

/** As rows and valuations are read: amounts in cents, rates as fractions a year; null where the file has none. */
export type KeptValues = { [Field in KeptAmount as `${Field}Cents`]: Cents | null } & Record<RateField, number | null>
export type KeptKey = keyof KeptValues

export const keptKey = (field: KeptField): KeptKey => (isRateField(field) ? field : `${field}Cents`)
export const KEPT_KEYS: readonly KeptKey[] = KEPT_FIELDS.map(keptKey)
