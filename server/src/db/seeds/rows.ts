/** The rows of a book as plain values, by table, in an order in which they can be loaded. */
import type { Insertable } from 'kysely'
import type { Database } from '../schema.ts'

export type Row<Table extends keyof Database> = Insertable<Database[Table]>

/** Parents before children: the order of loading. */
export const BOOK_TABLES = [
  'site',
  'reportType',
  'emailTemplate',
  'carrier',
  'carrierRating',
  'product',
  'productRate',
  'institution',
  'institutionSite',
  'subsidiary',
  'institutionTaxProfile',
  'institutionFinancials',
  'institutionPolicyLimits',
  'userAccount',
  'userSite',
  'userInstitution',
  'userPermission',
  'membership',
  'plan',
  'insured',
  'consent',
  'splitDollarAgreement',
  'policy',
  'policyStatusHistory',
  'carrierFile',
  'carrierFileRow',
  'carrierFileFinding',
  'policyTransaction',
  'policyValuation',
  'auditException',
  'periodLock',
  'storedFile',
] as const
export type BookTable = (typeof BOOK_TABLES)[number]

export type Book = { [Table in BookTable]: Row<Table>[] }

export const emptyBook = (): Book => ({
  site: [],
  reportType: [],
  emailTemplate: [],
  carrier: [],
  carrierRating: [],
  product: [],
  productRate: [],
  institution: [],
  institutionSite: [],
  subsidiary: [],
  institutionTaxProfile: [],
  institutionFinancials: [],
  institutionPolicyLimits: [],
  userAccount: [],
  userSite: [],
  userInstitution: [],
  userPermission: [],
  membership: [],
  plan: [],
  insured: [],
  consent: [],
  splitDollarAgreement: [],
  policy: [],
  policyStatusHistory: [],
  carrierFile: [],
  carrierFileRow: [],
  carrierFileFinding: [],
  policyTransaction: [],
  policyValuation: [],
  auditException: [],
  periodLock: [],
  storedFile: [],
})
