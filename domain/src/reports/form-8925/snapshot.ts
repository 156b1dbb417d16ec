/** The stored inputs of one Form 8925 report: JSON-serialisable, money in cents, dates `YYYY-MM-DD`. The same snapshot makes the same report years later. */
import type { Consent } from '../../policies/consents.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import type { ValueSource } from '../heading.ts'
import type { Portal } from '../portals.ts'

/** The policyholder, or the institution on whose return it is shown. */
export interface Form8925Entity {
  id: number
  name: string
  legalName: string
  /** Employer identification number; null when none is on file: the line is then blank. */
  ein: string | null
}

export interface Form8925Snapshot {
  schema: 1
  kind: 'C8925Report'
  /** The last day of the policyholder's tax year: the fiscal year end of its institution. */
  period: PlainDate
  /** The last day of the tax year before. */
  yearStart: PlainDate
  institution: Form8925Entity & {
    city: string | null
    stateCode: string | null
    /** "Type of business" of the form. */
    businessType: string | null
    /** SHA-256 of its picture. */
    logo?: string
  }
  /** Null is the institution itself; a subsidiary with an EIN of its own is a policyholder of its own. */
  subsidiary: Form8925Entity | null
  site: Form8925Site
  batchId: number
  reportId: number
  version: number
  restated: boolean
  preparedOn: PlainDate
  /** Made on last month's death benefit for the named policies; null is a report on posted values only. */
  preliminary: { reason: string; policyIds: number[] } | null
  /** Stated by the policyholder for the tax year end, directors included; null when it has not been. */
  employees: StatedEmployees | null
  /** The returned questionnaire of the year states that the signed consent of everybody is held; absent where it does not. */
  saysEveryConsent?: true
  /** Origin of the death benefits; absent in reports made before it was kept. */
  source?: ValueSource
  /** 8 hexadecimal characters over the inputs, shown in the footer. */
  valuationHash: string
  /** Contracts in force at the year's end, and those that ended in the tax year. Any order. */
  policies: Form8925Policy[]
  insureds: Form8925Insured[]
  /** Contracts of the policyholder that other portals keep; absent in reports made before they were taken in. */
  elsewhere?: Form8925Elsewhere[]
}

export interface StatedEmployees {
  count: number
  /** Without the directors that staff recorded as included, which stand apart; with them in reports made before they did. */
  source: string
  /** The day on which the annual questionnaire that the source names was returned; absent for another source, and in reports made before. */
  returnedOn?: PlainDate
  /** The day on which it was recorded. */
  statedOn: PlainDate
  /** The person who recorded it; absent where nobody is on file, and in reports made before. */
  statedBy?: string
  /** Recorded as included in the number; absent where no number of directors was recorded, and in reports made before. */
  directors?: number
  /** The source names the year's questionnaire, which has not come back to this portal; absent otherwise, and in reports made before. */
  isUnreturned?: true
}

export type Form8925Site = Portal

/** Figures alone: neither names nor policy numbers nor carriers of another portal are kept here, nor salaries and places of documents. */
export interface Form8925Elsewhere {
  site: Form8925Site
  contracts: {
    policy: Omit<Form8925Policy, 'policyId' | 'policyNumber' | 'carrierName' | 'insuredId' | 'ownedThrough'>
    /** `personId` is that of the same person's entries in this portal where there are any. */
    insured: Omit<Form8925Insured, 'insuredId' | 'name' | 'annualCompensation'>
    /** Stands at last month's death benefit. */
    isEstimated: boolean
  }[]
}

export interface Form8925Policy {
  policyId: number
  policyNumber: string
  carrierName: string
  insuredId: number
  issueDate: PlainDate
  /** As the register's statuses are written. */
  statusAtYearEnd: string
  /** When that status began. */
  statusDate: PlainDate | null
  faceAmount: Cents
  /** Whole death benefit at the year's end, both shares; null for a contract not in force then. */
  deathBenefit: Cents | null
  isSection1035Replacement: boolean
  replacedIssueDate: PlainDate | null
  materialChange: boolean
  /** The subsidiary without an EIN of its own that holds it; null when the policyholder does itself. */
  ownedThrough: string | null
}

export interface Form8925Insured {
  insuredId: number
  /** The same for every entry of one person in the register, so that the form counts people. */
  personId: number
  /** False where no social security number is on file, so that nobody knows whether another portal insures the same person; absent in reports made before. */
  isIdentified?: boolean
  name: string
  role: string
  employmentStatus: string
  statusDate: PlainDate | null
  hireDate: PlainDate | null
  dateOfDeath: PlainDate | null
  annualCompensation: Cents | null
  consents: Consent[]
}

/**
 * Reads a snapshot back from where it was stored.
 * @throws RangeError when it is not a Form 8925 snapshot of schema 1
 */
export function readForm8925Snapshot(stored: unknown): Form8925Snapshot {
  if (!isSnapshot(stored)) throw new RangeError('not a Form 8925 snapshot of schema 1')
  return stored
}

// The stored value came from a typed value; `kind` and `schema` say which shape it has.
const isSnapshot = (stored: unknown): stored is Form8925Snapshot =>
  typeof stored === 'object' &&
  stored !== null &&
  'schema' in stored &&
  stored.schema === 1 &&
  'kind' in stored &&
  stored.kind === 'C8925Report'
