/** Types of record that are pulled from Salesforce: for each our fields, and the object and fields of theirs that it is looked for in first. */

import { FEED_FIELD_NAMES, FEED_FIELDS, REQUIRED_FIELDS } from '../data-feeds/columns.ts'
import { isPersonalField, recognizeHeader } from '../data-feeds/headers.ts'
import { codesOf } from '../primitives/codes.ts'
import type { RecordType } from './columns.ts'
import { RECORD_TYPES, sameName } from './record-types.ts'

/** In the order in which they are pulled: each refers only to those before it. */
export const PULL_TYPE_WORDS = {
  institutions: 'Institutions',
  carriers: 'Carriers',
  products: 'Products',
  plans: 'Plans',
  people: 'People',
  serviceTeams: 'Service teams',
  insureds: 'Insureds',
  policies: 'Policies',
  valuations: 'Valuations',
} as const
export const PULL_TYPES = codesOf(PULL_TYPE_WORDS)
export type PullType = keyof typeof PULL_TYPE_WORDS

export interface PullField {
  name: string
  label: string
  isDate: boolean
  required: boolean
  /** Dates of birth, salaries and the like, which only few may see. */
  personal: boolean
}
interface PullTypeDefinition {
  /** The object that Salesforce, or a firm's own setup, most often keeps it in. */
  object: string
  /** By our field: theirs. */
  fields: Readonly<Record<string, string>>
}

export const PULL_TYPE: Record<PullType, PullTypeDefinition> = {
  institutions: {
    object: 'Account',
    fields: {
      institutionNumber: 'AccountNumber',
      name: 'Name',
      legalName: 'Legal_Name__c',
      city: 'BillingCity',
      stateCode: 'BillingStateCode',
      fdicCert: 'FDIC_Certificate__c',
      rssdId: 'RSSD__c',
      ein: 'EIN__c',
    },
  },
  carriers: {
    object: 'Carrier__c',
    fields: { code: 'Carrier_Code__c', legalName: 'Legal_Name__c', shortName: 'Name', naicCompanyCode: 'NAIC_Code__c' },
  },
  products: {
    object: 'Product2',
    fields: { carrier: 'Carrier__r.Carrier_Code__c', productName: 'Name' },
  },
  plans: {
    object: 'Plan__c',
    fields: { institution: 'Account__r.AccountNumber', planName: 'Name', planType: 'Plan_Type__c', effectiveDate: 'Effective_Date__c' },
  },
  people: {
    object: 'Contact',
    fields: {
      email: 'Email',
      firstName: 'FirstName',
      lastName: 'LastName',
      title: 'Title',
      phone: 'Phone',
      role: 'Portal_Role__c',
      institution: 'Account.AccountNumber',
    },
  },
  serviceTeams: {
    object: 'AccountTeamMember',
    fields: { institution: 'Account.AccountNumber', person: 'User.Email', position: 'Position__c' },
  },
  insureds: {
    object: 'Insured__c',
    fields: {
      institution: 'Account__r.AccountNumber',
      insuredNumber: 'Name',
      firstName: 'First_Name__c',
      lastName: 'Last_Name__c',
      dateOfBirth: 'Date_of_Birth__c',
      gender: 'Gender__c',
    },
  },
  policies: {
    object: 'Policy__c',
    fields: {
      institution: 'Account__r.AccountNumber',
      carrier: 'Carrier_Code__c',
      policyNumber: 'Name',
      product: 'Product__r.Name',
      plan: 'Plan__r.Name',
      insured: 'Insured__r.Name',
      issueDate: 'Issue_Date__c',
      faceAmountCents: 'Face_Amount__c',
      initialPremiumCents: 'Initial_Premium__c',
      costBasisCents: 'Cost_Basis__c',
    },
  },
  valuations: {
    object: 'Policy_Value__c',
    fields: {
      policyNumber: 'Policy__r.Name',
      carrierCode: 'Policy__r.Carrier_Code__c',
      asOfDate: 'Valuation_Date__c',
      policyStatus: 'Policy_Status__c',
      accountValueBegin: 'Beginning_Account_Value__c',
      accountValueEnd: 'Account_Value__c',
      surrenderCharge: 'Surrender_Charge__c',
      cashSurrenderValue: 'Cash_Surrender_Value__c',
      deathBenefit: 'Death_Benefit__c',
      premiumPaid: 'Premium_Paid__c',
      withdrawals: 'Withdrawals__c',
      interestCredited: 'Interest_Credited__c',
      costOfInsurance: 'Cost_of_Insurance__c',
      expenseCharge: 'Expense_Charge__c',
      grossCreditingRate: 'Gross_Crediting_Rate__c',
      netCreditingRate: 'Net_Crediting_Rate__c',
    },
  },
}

/** The change to the book that the deletion of a record in Salesforce proposes: to a person, who makes it or not. */
export const DELETION_PROPOSALS: Readonly<Record<PullType, string>> = {
  institutions: 'Delete the institution, if it is no longer a client.',
  carriers: 'Deactivate the carrier, if no policy of it is in force.',
  products: 'Leave the product: policies that were issued under it name it.',
  plans: 'Close the plan, if it no longer holds policies.',
  people: 'Deactivate the account, if the person has left.',
  serviceTeams: 'Take the person off the service team.',
  insureds: 'Leave the insured: employment and death are entered with their dates.',
  policies: 'Enter the status that ended the policy, with its date.',
  valuations: 'Correct the value, if it was wrong.',
}

/** The record type that rows of the type are; undefined for valuations, which are the rows of a carrier's file and go its way. */
export const recordTypeOfPull = (type: PullType): RecordType | undefined =>
  type === 'valuations' ? undefined : RECORD_TYPES.find(({ code }) => code === type)

/** A file's carrier and valuation date may be said for the whole file; a pull has nobody to say it. */
const REQUIRED: readonly string[] = [...REQUIRED_FIELDS, 'carrierCode', 'asOfDate']

const VALUATION_FIELDS: readonly PullField[] = FEED_FIELD_NAMES.map((name) => ({
  name,
  label: FEED_FIELDS[name].label,
  isDate: FEED_FIELDS[name].kind === 'date',
  required: REQUIRED.includes(name),
  personal: isPersonalField(name),
}))
const PERSONAL: readonly string[] = ['dateOfBirth', 'annualCompensationCents']

/** Social Security numbers are not read from Salesforce: a pull's rows are kept as they came, and those are kept sealed. */
export const pullFields = (type: PullType): readonly PullField[] =>
  recordTypeOfPull(type)
    ?.columns.filter(({ kind }) => kind !== 'ssn')
    .map(({ field, header, kind, required }) => ({
      name: field,
      label: header,
      isDate: kind === 'date' || kind === 'monthEnd',
      required,
      personal: PERSONAL.includes(field),
    })) ?? VALUATION_FIELDS

/** A field of an organization's object, as a query names it. */
export interface OrgField {
  /** `Name`, `Policy__r.Carrier__r.Name`. */
  path: string
  label: string
  /** Salesforce's: currency, double, percent, date, datetime, string, reference, boolean, picklist … */
  type: string
}

/** A mapping to begin with: the usual names where the organization has them, else fields whose label says what they hold. A person looks at it before it counts. */
export function proposeFields(type: PullType, offered: readonly OrgField[]): Record<string, string> {
  const proposed: Record<string, string> = {}
  const taken = new Set<string>()
  const take = (name: string, path: string) => {
    proposed[name] = path
    taken.add(path)
  }
  for (const [name, path] of Object.entries(PULL_TYPE[type].fields)) if (offered.some((field) => field.path === path)) take(name, path)
  for (const { path, label } of offered) {
    const field = path.includes('.') ? undefined : fieldCalled(type, label)
    if (field && !(field in proposed) && !taken.has(path)) take(field, path)
  }
  return proposed
}

const fieldCalled = (type: PullType, label: string): string | undefined =>
  type === 'valuations' ? recognizeHeader(label) : pullFields(type).find((field) => sameName(field.label) === sameName(label))?.name

/** Faults of a mapping, by our field; empty where it can be read by. @param offered the object's fields, where they are known */
export function mappingProblems(
  type: PullType,
  fields: Readonly<Record<string, string>>,
  offered?: readonly OrgField[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  const known = pullFields(type)
  const typeOf = (path: string) => offered?.find((field) => field.path === path)?.type
  const paths = Object.values(fields)
  for (const { name, required } of known)
    if (required && !fields[name]) problems[name] = 'Choose a field of Salesforce: a row cannot be read without it'
  for (const [name, path] of Object.entries(fields)) {
    if (path === '') continue
    if (!known.some((field) => field.name === name)) problems[name] = 'This is not a field of the portal'
    else if (paths.filter((other) => other === path).length > 1)
      problems[name] = `${path} is chosen twice: a field of Salesforce fills one of the portal`
    else if (known.some((field) => field.name === name && field.isDate) && typeOf(path) === 'datetime')
      problems[name] = `${path} holds a date with a time, which is another day in another time zone: choose a field of dates`
    else if (offered && !offered.some((field) => field.path === path))
      problems[name] = `Salesforce has no field ${path} here, or the integration user may not see it`
  }
  return problems
}

/** A percentage field of Salesforce holds 3.85 for 3.85%, whatever its rows look like. */
export const formOfType = (type: string): 'PERCENT' | undefined => (type === 'percent' ? 'PERCENT' : undefined)

export const PULL_STATUS_WORDS = {
  WAITING: 'Waiting',
  RUNNING: 'Reading',
  DONE: 'Read',
  FAILED: 'Failed',
  CANCELED: 'Canceled',
} as const
