/** The form of a binding: how one record type lies in the register (bindings.ts has them all). */
import type { RecordType } from '@corridor/domain/onboarding/columns.ts'
import type { RegisterEntity } from '@corridor/domain/policies/register.ts'

export interface Match {
  from?: string
  where: string
}
export interface Binding {
  type: RecordType
  table: string
  /** Columns of the primary key; `id` comes from the table's sequence. */
  primaryKey: readonly string[]
  /** Ways to find the row `t` of a staged row `s`, in order; `:site` is the portal. By the firm's own number a record is found through what an earlier import wrote. */
  match: readonly Match[]
  /** The column that holds the firm's own number of a record. */
  ownNumber?: string
  /** Columns that only help to find what a row speaks of. */
  notStored?: readonly string[]
  /** The table is of one portal and has its number. */
  isOfSite?: boolean
  /** Columns that are stored and on no sheet, by expression over `s`. */
  also?: Readonly<Record<string, string>>
  /** Corrections are kept in the register's own history, from the first day whose figures they touch. */
  register?: { entity: RegisterEntity; reachesFrom: string; policyId: string; insuredId: string }
  /** Corrections are kept as earlier versions of the dated term. */
  term?: { kind: 'TAX_PROFILE' | 'CAPITAL' | 'POLICY_LIMITS'; date: string }
  /** The runtime role may not update the table, or its rows tell no time of change: a changed row is written anew. */
  isReplaced?: boolean
  /** Stored columns of another type than their staged one. */
  casts?: Readonly<Record<string, string>>
  list?: ListWithin
}

/** A list within a record, which another sheet has row by row. */
export interface ListWithin {
  type: RecordType
  /** The column of the record that holds it as JSON. */
  column: string
  /** The columns by which its rows name the record, and those of them that may be empty. */
  on: readonly string[]
  onEmpty?: readonly string[]
  /** The fields of an item by the columns of its row; the first tells it from the others of the list. */
  item: Readonly<Record<string, string>>
  /** By the first field, where not in the order of the sheet. */
  isSorted?: boolean
  /** The most items that a record takes. */
  most: number
}
