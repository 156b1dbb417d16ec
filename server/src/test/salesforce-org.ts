/** An organization's objects for the double: accounts of banks, and month-end values of their policies. */
import { generateKeyPairSync } from 'node:crypto'
import { type SalesforceDouble, startSalesforceDouble } from './salesforce-double.ts'
import type { DoubleObject } from './salesforce-double-types.ts'

const SYSTEM = [
  { name: 'Id', label: 'Record ID', type: 'id' },
  { name: 'SystemModstamp', label: 'System Modstamp', type: 'datetime' },
  { name: 'IsDeleted', label: 'Deleted', type: 'boolean' },
]

/** Salesforce's ids: 18 letters and digits that begin by the kind of object. */
export const recordId = (prefix: string, index: number): string => `${prefix}${String(index).padStart(15, '0')}`

export const MODIFIED = '2026-11-02T14:05:09.000Z'

/** @param records those that are deleted are told to a query of all records alone */
export function accountObject(
  records: readonly { number?: string; name?: string; city?: string; state?: string; deletedAt?: string }[],
): DoubleObject {
  return {
    label: 'Account',
    fields: [
      ...SYSTEM,
      { name: 'AccountNumber', label: 'Account Number', type: 'string' },
      { name: 'Name', label: 'Account Name', type: 'string' },
      { name: 'BillingCity', label: 'Billing City', type: 'string' },
      { name: 'BillingStateCode', label: 'Billing State/Province Code', type: 'picklist' },
    ],
    count: records.length,
    record: (index) => ({
      Id: recordId('001', index),
      SystemModstamp: records[index]?.deletedAt ?? MODIFIED,
      IsDeleted: records[index]?.deletedAt !== undefined,
      AccountNumber: records[index]?.number ?? null,
      Name: records[index]?.name ?? null,
      BillingCity: records[index]?.city ?? null,
      BillingStateCode: records[index]?.state ?? null,
    }),
  }
}

/** Members of the teams that serve an organization's accounts. */
export function teamObject(records: readonly { account: string; email: string; position: number }[]): DoubleObject {
  return {
    label: 'Account Team Member',
    fields: [
      ...SYSTEM,
      { name: 'AccountId', label: 'Account ID', type: 'reference', relationshipName: 'Account', referenceTo: ['Account'] },
      { name: 'UserId', label: 'User ID', type: 'reference', relationshipName: 'User', referenceTo: ['User'] },
      { name: 'Position__c', label: 'Order', type: 'double' },
    ],
    count: records.length,
    record: (index) => ({
      Id: recordId('01M', index),
      SystemModstamp: MODIFIED,
      IsDeleted: false,
      AccountId: recordId('001', index),
      Account: { AccountNumber: records[index]?.account ?? null },
      UserId: recordId('005', index),
      User: { Email: records[index]?.email ?? null },
      Position__c: records[index]?.position ?? null,
    }),
  }
}
/** Fields of the people of an organization. */
export const userObject: DoubleObject = {
  label: 'User',
  fields: [...SYSTEM, { name: 'Email', label: 'Email', type: 'email' }],
  count: 0,
  record: () => ({}),
}

export interface OrgValue {
  policyNumber: string
  carrier: string
  date: string
  cashSurrenderValue: number | null
  deathBenefit: number | null
  rate?: number
  modified?: string
  deleted?: boolean
  status?: string
  /** Further amounts, by the field's name. */
  amounts?: Record<string, number>
}

const FURTHER_AMOUNTS = [
  'Beginning_Account_Value__c',
  'Account_Value__c',
  'Surrender_Charge__c',
  'Premium_Paid__c',
  'Withdrawals__c',
  'Interest_Credited__c',
  'Cost_of_Insurance__c',
  'Expense_Charge__c',
]

/** @param value of a place; asked each time, so that a million of them need no memory */
export function policyValueObject(count: number, value: (index: number) => OrgValue): DoubleObject {
  return {
    label: 'Policy Value',
    fields: [
      ...SYSTEM,
      { name: 'Name', label: 'Value Number', type: 'string' },
      { name: 'Policy__c', label: 'Policy ID', type: 'reference', relationshipName: 'Policy__r', referenceTo: ['Policy__c'] },
      { name: 'Valuation_Date__c', label: 'Valuation Date', type: 'date' },
      { name: 'Cash_Surrender_Value__c', label: 'Cash Surrender Value', type: 'currency' },
      { name: 'Death_Benefit__c', label: 'Death Benefit', type: 'currency' },
      { name: 'Gross_Crediting_Rate__c', label: 'Gross Crediting Rate', type: 'percent' },
      { name: 'Policy_Status__c', label: 'Policy Status', type: 'picklist' },
      ...FURTHER_AMOUNTS.map((name) => ({ name, label: name.replace(/__c$/, '').replaceAll('_', ' '), type: 'currency' })),
    ],
    count,
    record: (index) => {
      const {
        policyNumber,
        carrier,
        date,
        cashSurrenderValue,
        deathBenefit,
        modified = MODIFIED,
        deleted = false,
        status = 'In Force',
        amounts = {},
        rate = 4.05,
      } = value(index)
      return {
        Id: recordId('a0V', index),
        SystemModstamp: modified,
        IsDeleted: deleted,
        Name: `PV-${index}`,
        Policy__c: recordId('a0P', index),
        Policy__r: { Id: recordId('a0P', index), Name: policyNumber, Carrier_Code__c: carrier },
        Valuation_Date__c: date,
        Cash_Surrender_Value__c: cashSurrenderValue,
        Death_Benefit__c: deathBenefit,
        Gross_Crediting_Rate__c: rate,
        Policy_Status__c: status,
        ...amounts,
      }
    },
  }
}

/** Fields of the object that values refer to. */
export const policyObject: DoubleObject = {
  label: 'Policy',
  fields: [
    ...SYSTEM,
    { name: 'Name', label: 'Policy Number', type: 'string' },
    { name: 'Carrier_Code__c', label: 'Carrier Code', type: 'string' },
  ],
  count: 0,
  record: () => ({}),
}

/** A connected app with a certificate and a secret, and how the portal is told of it. */
export async function startOrganization(objects: Record<string, DoubleObject>, { pageSize = 2000, port = 0 } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const [clientId, clientSecret, user] = ['3MVG9.corridor', 'a-secret-of-the-double', 'integration@firm.example']
  const double: SalesforceDouble = await startSalesforceDouble(new Map(Object.entries(objects)), {
    clientId,
    clientSecret,
    publicKey,
    user,
    pageSize,
    port,
  })
  const connection = { loginUrl: double.url, clientId, apiVersion: '62.0', testHost: double.host }
  return {
    double,
    byKey: { ...connection, credentials: { kind: 'key' as const, privateKey, user } },
    bySecret: { ...connection, credentials: { kind: 'secret' as const, clientSecret } },
  }
}
