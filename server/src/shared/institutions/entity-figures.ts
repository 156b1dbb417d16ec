/**
 * Holdings of a legal entity in other portals, as figures: read through four functions of fixed SQL that tell no name, policy number or salary, for institutions
 * of the active site alone (0007_questionnaires.sql). Everything else of another site stays behind row-level security.
 */
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

const rowsOf = async <Row>(trx: Trx, statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(trx)).rows

/** The holding of one owner in one portal with one carrier, at a day. */
export interface EntityHoldingRow {
  institutionId: number
  day: PlainDate
  siteId: number
  subsidiaryId: number | null
  carrierCode: string
  policies: number
  /** Those without a posted value. */
  missing: number
  cashSurrenderValue: Cents
}
/** For every portal, the active one among them. */
export const selectEntityHoldings = (trx: Trx, ids: readonly number[], days: readonly PlainDate[]) =>
  rowsOf(trx, sql<EntityHoldingRow>`select * from entity_holdings(${[...ids]}::int[], ${[...days]}::date[])`)

export interface StatedHoldingsRow {
  institutionId: number
  siteId: number
  period: PlainDate
  returnedAt: string
  /** The answer to "Do you hold life insurance with other vendors?". */
  holds: unknown
  holdings: { carrier: unknown; value: unknown }[]
}
/** The newest returned questionnaire's policies with other vendors. */
export const selectStatedHoldings = (trx: Trx, ids: readonly number[], day: PlainDate) =>
  rowsOf(trx, sql<StatedHoldingsRow>`select * from entity_stated_holdings(${[...ids]}::int[], ${day}::date)`)

export interface EntityContractRow {
  institutionId: number
  siteId: number
  subsidiaryId: number | null
  contract: number
  person: number
  /** The person's entries on the active site. */
  here: number[]
  isIdentified: boolean
  issueDate: PlainDate
  status: string
  statusDate: PlainDate | null
  isHeld: boolean
  faceAmount: Cents
  deathBenefit: Cents | null
  /** At the month end before. */
  earlierDeathBenefit: Cents | null
  isSection1035Replacement: boolean
  replacedIssueDate: PlainDate | null
  materialChange: boolean
  role: string
  employmentStatus: string
  employmentStatusDate: PlainDate | null
  hireDate: PlainDate | null
  dateOfDeath: PlainDate | null
  consents: {
    noticeDate: PlainDate | null
    consentDate: PlainDate | null
    maxFaceDisclosed: Cents | null
    continueAfterTermination: boolean
    beneficiaryDisclosed: boolean
    isOnFile: boolean
  }[]
}
/** Contracts that other portals keep: held at the day, or ended after `since`. */
export const selectEntityContracts = (trx: Trx, ids: readonly number[], day: PlainDate, since: PlainDate) =>
  rowsOf(
    trx,
    sql<EntityContractRow>`select * from entity_form_8925(${[...ids]}::int[], ${day}::date, ${since}::date) order by institution_id, contract`,
  )
