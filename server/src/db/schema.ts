/** The tables, as Kysely sees them. Made by `npm run generate` from the migrations; not edited by hand. */
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Generated, GeneratedAlways } from 'kysely'

export interface Activity {
  id: Generated<number>
  at: Generated<string>
  actorId: number | null
  actorRole: string | null
  actingAs: number | null
  siteId: number | null
  institutionId: number | null
  sessionHash: Buffer | null
  address: string | null
  userAgent: string | null
  requestId: string | null
  action: string
  entity: string | null
  entityId: string | null
  before: JsonValue | null
  after: JsonValue | null
  sealedSequence: number | null
  seal: Buffer | null
}

export interface ActivityHead {
  onlyRow: Generated<boolean>
  sequence: number
  seal: Buffer
  mac: Buffer
  sealedAt: string
}

export interface Announcement {
  id: Generated<number>
  title: string
  body: string
  level: Generated<'INFO' | 'WARNING'>
  siteIds: Generated<number[]>
  roles: Generated<('a' | 'b' | 'c' | 'd' | 'e')[]>
  institutionIds: Generated<number[]>
  startsOn: PlainDate
  endsOn: PlainDate | null
  dismissible: Generated<boolean>
  status: Generated<'ACTIVE' | 'INACTIVE'>
  createdBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface AnnouncementDismissal {
  announcementId: number
  userId: number
  dismissedAt: Generated<string>
}

export interface ApiKey {
  id: Generated<number>
  siteId: number
  ownerId: number
  name: string
  hint: string
  secretHash: string
  formerHash: string | null
  formerUntil: string | null
  scopes: JsonValue
  carrierCode: string | null
  expiresOn: PlainDate
  createdAt: Generated<string>
  rotatedAt: string | null
  lastUsedAt: string | null
  lastUsedFrom: string | null
  revokedAt: string | null
  revokedBy: number | null
  institutionId: number | null
  ofClient: Generated<boolean>
}

export interface ApiKeyCalls {
  keyId: number
  since: string
  calls: number
}

export interface AuditCoverage {
  institutionId: number
  siteId: number
  period: PlainDate
  carrierCode: string
  expected: number
  posted: number
  fed: number | null
  prior: number
  added: number
  removed: number
  missing: Generated<string[]>
  extra: Generated<string[]>
  fedCashSurrenderValueCents: Cents
  postedCashSurrenderValueCents: Cents
  fedDeathBenefitCents: Cents
  postedDeathBenefitCents: Cents
  skipped: Generated<JsonValue>
  asked: Generated<JsonValue>
  fileIds: Generated<number[]>
  auditedAt: string
}

export interface AuditException {
  institutionId: number
  id: Generated<number>
  siteId: number
  checkCode: string
  ruleCode: string
  severity: 'error' | 'warning' | 'info'
  period: PlainDate
  carrierCode: string | null
  policyId: number | null
  expected: string | null
  actual: string | null
  differenceCents: Cents | null
  message: string
  fileId: number | null
  lineNumber: number | null
  status: Generated<'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'FALSE_POSITIVE'>
  note: string | null
  firstSeen: Generated<string>
  resolvedBy: number | null
  resolvedAt: string | null
  tolerance: number | null
  figures: Generated<JsonValue>
  reasonCode: 'CARRIER_CONFIRMED' | 'CARRIER_CORRECTS' | 'RECORDED' | 'CONTRACT' | 'ROUNDING' | 'CORRECTED' | 'NOT_FOUND' | 'OTHER' | null
  assignedTo: number | null
  dueOn: PlainDate | null
  enteredBy: number | null
  previousId: number | null
  months: Generated<number>
  lastSeen: Generated<string>
  updatedAt: Generated<string>
}

export interface AuditExceptionStep {
  institutionId: number
  id: Generated<number>
  siteId: number
  exceptionId: number
  at: Generated<string>
  userId: number | null
  status: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'FALSE_POSITIVE'
  reasonCode: string | null
  note: string | null
  assignedTo: number | null
  dueOn: PlainDate | null
}

export interface AuditRun {
  id: Generated<number>
  siteId: number
  period: PlainDate
  askedBy: number | null
  askedAt: Generated<string>
  startedAt: string | null
  endedAt: string | null
  parts: Generated<number>
  partsDone: Generated<number>
  policies: Generated<number>
  opened: Generated<number>
  reopened: Generated<number>
  resolved: Generated<number>
  failure: string | null
  canceledBy: number | null
}

export interface AuditSignOff {
  id: Generated<number>
  siteId: number
  checkCode: string
  period: PlainDate
  stateSha256: string
  statement: JsonValue
  note: string | null
  signedBy: number
  signerName: string
  signedAt: Generated<string>
}

export interface AuditSignOffWithdrawal {
  siteId: number
  signOffId: number
  reason: string
  withdrawnBy: number
  withdrawerName: string
  withdrawnAt: Generated<string>
}

export interface AuditSuppression {
  institutionId: number
  id: Generated<number>
  siteId: number
  policyId: number
  ruleCode: string
  until: PlainDate
  reason: string
  createdBy: number | null
  createdAt: Generated<string>
  liftedBy: number | null
  liftedAt: string | null
}

export interface AuditTolerance {
  id: Generated<number>
  siteId: number
  ruleCode: string
  carrierCode: string | null
  productId: number | null
  limits: JsonValue
  reason: string
  createdBy: number | null
  createdAt: Generated<string>
  endedBy: number | null
  endedAt: string | null
}

export interface BankUpload {
  institutionId: number
  id: Generated<number>
  siteId: number
  userId: number
  uploadBatch: string
  note: string | null
  uploadName: string
  extension: string
  fileSha256: string
  sizeBytes: number
  status: Generated<'SENT' | 'TAKEN' | 'WITHDRAWN'>
  takenBy: number | null
  takenAt: string | null
  withdrawnBy: number | null
  withdrawnAt: string | null
  toldAt: string | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface BoardBook {
  institutionId: number
  id: Generated<number>
  siteId: number
  ownerId: number
  name: string
  period: PlainDate
  isPersonal: Generated<boolean>
  status: Generated<'MAKING' | 'READY' | 'FAILED'>
  failure: string | null
  fileSha256: string | null
  sizeBytes: number | null
  pageCount: number | null
  createdAt: Generated<string>
  madeAt: string | null
}

export interface BoardBookPart {
  institutionId: number
  boardBookId: number
  position: number
  siteId: number
  kind: 'REPORT' | 'DOCUMENT'
  recordId: number
  title: string
  typeName: string
  uploadName: string
  extension: string
  version: number
  standing: string
  accessWords: string
  fileSha256: string
  sizeBytes: number
  pageCount: number | null
}

export interface CallReportBank {
  reportDate: PlainDate
  idRssd: number
  fdicCert: number | null
  name: string
  city: string | null
  stateCode: string
  form: string | null
  totalAssetsCents: Cents
  lifeGeneralCents: Cents
  lifeSeparateCents: Cents
  lifeHybridCents: Cents
  tier1Cents: Cents
  totalCapitalCents: Cents | null
}

export interface CallReportImport {
  reportDate: PlainDate
  source: 'FFIEC' | 'INVENTED'
  sha256: string
  banks: number
  holders: number
  leftOut: number
  importedAt: Generated<string>
}

export interface Carrier {
  id: Generated<number>
  code: string
  legalName: string
  shortName: string
  groupName: string | null
  naicCompanyCode: string | null
  amBestNumber: string | null
  domicileState: string | null
  companyType: 'STOCK' | 'MUTUAL' | 'MUTUAL_HOLDING' | null
  activeInMarket: Generated<boolean>
  feedDueBusinessDay: Generated<number>
  status: Generated<'ACTIVE' | 'INACTIVE'>
  createdAt: Generated<string>
  updatedAt: Generated<string>
  logoSha256: string | null
}

export interface CarrierArrival {
  siteId: number
  carrierCode: string
  postsByItself: Generated<boolean>
  changedBy: number | null
  changedAt: Generated<string>
}

export interface CarrierChange {
  id: Generated<number>
  carrierCode: string
  kind: 'RATING' | 'FINANCIALS' | 'PRODUCT_RATE'
  rowId: number
  action: 'ADDED' | 'CORRECTED' | 'REMOVED'
  before: JsonValue | null
  enteredBy: number | null
  enteredAt: string | null
  reason: string | null
  userId: number | null
  at: Generated<string>
  reachesFrom: PlainDate | null
  reachesUntil: PlainDate | null
}

export interface CarrierFile {
  id: Generated<number>
  siteId: number
  carrierCode: string | null
  period: PlainDate | null
  fileName: string
  sha256: string
  sizeBytes: number
  mediaType: string
  headers: Generated<string[]>
  headerLine: number | null
  mapping: Generated<JsonValue>
  mappingSource: Generated<'recognised' | 'kept' | 'given'>
  mappingVersion: number | null
  controlTotals: JsonValue | null
  summary: Generated<JsonValue>
  rowCount: Generated<number>
  matched: Generated<number>
  unmatched: Generated<number>
  newPolicies: Generated<number>
  rejected: Generated<number>
  openErrors: Generated<number>
  openWarnings: Generated<number>
  status: Generated<'RECEIVED' | 'PARSED' | 'VALIDATED' | 'POSTED' | 'REJECTED'>
  failure: string | null
  receivedBy: number | null
  receivedAt: Generated<string>
  checkedAt: string | null
  postedBy: number | null
  postedAt: string | null
  updatedAt: Generated<string>
  forms: Generated<JsonValue>
  sheets: string[] | null
  canceledBy: number | null
  arrival: Generated<'UPLOADED' | 'API_KEY' | 'INBOX' | 'SALESFORCE'>
  arrivalName: string | null
  apiKeyId: number | null
  layout: JsonValue | null
  layoutVersion: number | null
  openedSha256: string | null
  needsPassword: Generated<boolean>
  periods: GeneratedAlways<JsonValue | null>
  skippedRules: GeneratedAlways<JsonValue | null>
  chosenSheets: string[] | null
  isAudited: GeneratedAlways<boolean>
  readForms: GeneratedAlways<JsonValue | null>
  layoutOf: GeneratedAlways<string | null>
}

export interface CarrierFileCorrection {
  id: Generated<number>
  siteId: number
  fileId: number
  lineNumber: number
  columnName: string
  received: string
  value: string | null
  reason: string
  correctedBy: number | null
  correctedAt: Generated<string>
  isReasonPrinted: Generated<boolean>
}

export interface CarrierFileFinding {
  fileId: number
  id: Generated<number>
  siteId: number
  lineNumber: number | null
  columnName: string | null
  value: string | null
  ruleCode: string
  severity: 'error' | 'warning' | 'info'
  message: string
  institutionId: number | null
  policyId: number | null
  status: Generated<'OPEN' | 'RESOLVED' | 'ACCEPTED'>
  resolution: string | null
  resolvedBy: number | null
  resolvedAt: string | null
  period: PlainDate | null
  terms: JsonValue | null
}

export interface CarrierFileRow {
  fileId: number
  lineNumber: number
  siteId: number
  matchStatus: Generated<'MATCHED' | 'UNMATCHED' | 'DUPLICATE' | 'NEW' | 'REJECTED'>
  institutionId: number | null
  policyId: number | null
  period: PlainDate | null
  carrierCode: string | null
  matchKey: string | null
  policyNumber: string | null
  insuredName: string | null
  rejectedReason: string | null
  rejectedBy: number | null
  raw: string[]
  master: JsonValue | null
  valuationDate: PlainDate | null
  policyStatus: string | null
  faceAmountCents: Cents | null
  accountValueBeginCents: Cents | null
  accountValueEndCents: Cents | null
  surrenderChargeCents: Cents | null
  cashSurrenderValueCents: Cents | null
  netSurrenderValueCents: Cents | null
  loanBalanceCents: Cents | null
  loanInterestAccruedCents: Cents | null
  guaranteedCashValueCents: Cents | null
  deathBenefitCents: Cents | null
  insuredShareCents: Cents | null
  premiumPaidCents: Cents | null
  cumulativePremiumCents: Cents | null
  withdrawalsCents: Cents | null
  interestCreditedCents: Cents | null
  costOfInsuranceCents: Cents | null
  expenseChargeCents: Cents | null
  grossCreditingRate: number | null
  netCreditingRate: number | null
  guaranteedRate: number | null
  marketValueCents: Cents | null
  bookValueCents: Cents | null
  costBasisCents: Cents | null
}

export interface CarrierFinancials {
  id: Generated<number>
  carrierCode: string
  year: number
  assetsCents: Cents
  liabilitiesCents: Cents
  surplusCents: Cents
  riskBasedCapitalRatio: number | null
  source: string
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface CarrierOwner {
  siteId: number
  carrierCode: string
  userId: number
  assignedAt: Generated<string>
}

export interface CarrierRating {
  carrierCode: string
  agency: 'AM_BEST' | 'SP' | 'MOODYS' | 'FITCH' | 'COMDEX'
  effectiveDate: PlainDate
  rating: string
  outlook: 'POSITIVE' | 'STABLE' | 'NEGATIVE' | 'DEVELOPING' | null
  watch: Generated<boolean>
  action: 'AFFIRMED' | 'UPGRADED' | 'DOWNGRADED' | 'WITHDRAWN' | null
  source: string
  id: Generated<number>
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface ClientMenu {
  id: Generated<number>
  siteId: Generated<number>
  name: string
  items: Generated<JsonValue>
  status: Generated<'DRAFT' | 'PUBLISHED' | 'EARLIER'>
  note: string | null
  copiedFrom: number | null
  publishedBy: number | null
  publishedAt: string | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface ClientReport {
  institutionId: number
  id: Generated<number>
  siteId: number
  typeCode: string
  uploadName: string
  yearOverride: number
  name: string
  displayName: string
  extension: string
  path: string
  carrierCode: string | null
  fileSha256: string
  sizeBytes: number
  sourceReportId: number | null
  sourceVersion: number | null
  withdrawnAt: string | null
  createdBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
  origin: Generated<'RELEASED' | 'UPLOADED'>
  version: Generated<number>
  uploadBatch: string | null
  deletedAt: string | null
  deletedBy: number | null
  sourceQuestionnaireId: number | null
}

export interface ClientReportVersion {
  institutionId: number
  clientReportId: number
  version: number
  siteId: number
  uploadName: string
  extension: string
  fileSha256: string
  sizeBytes: number
  createdBy: number | null
  createdAt: Generated<string>
}

export interface ColumnMapping {
  siteId: number
  carrierCode: string
  version: number
  mapping: JsonValue
  createdBy: number | null
  createdAt: Generated<string>
  forms: Generated<JsonValue>
}

export interface Consent {
  institutionId: number
  id: Generated<number>
  siteId: number
  insuredId: number
  noticeDate: PlainDate | null
  consentDate: PlainDate | null
  maxFaceDisclosedCents: Cents | null
  maxFaceSalaryMultiple: number | null
  continueAfterTermination: Generated<boolean>
  beneficiaryDisclosed: Generated<boolean>
  statusAtIssue: 'DIRECTOR' | 'HIGHLY_COMPENSATED_EMPLOYEE' | 'HIGHLY_COMPENSATED_INDIVIDUAL' | 'OTHER_EMPLOYEE' | null
  statusBasis: string | null
  keptAt: string | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface CostOfInsuranceRate {
  tableId: number
  sex: 'M' | 'F' | 'UNISEX'
  smokerClass: 'NONSMOKER' | 'SMOKER' | 'COMPOSITE'
  attainedAge: number
  rate: number
}

export interface CostOfInsuranceTable {
  id: Generated<number>
  productId: number
  effectiveFrom: PlainDate
  per: 'MONTH' | 'YEAR'
  source: string
  reason: string | null
  enteredBy: number | null
  enteredAt: Generated<string>
  supersededBy: number | null
  supersededAt: string | null
}

export interface DeletedRow {
  id: Generated<number>
  siteId: number
  model: string
  rowKey: string
  content: JsonValue | null
  deletedBy: number | null
  deletedAt: Generated<string>
}

export interface DigestEntry {
  id: Generated<number>
  userId: number
  siteId: number
  kind: 'REPORT' | 'DOCUMENT'
  fileId: number
  place: string | null
  noticedAt: Generated<string>
}

export interface Document {
  id: Generated<number>
  siteId: number
  institutionId: number | null
  carrierCode: string | null
  vendorName: string | null
  typeCode: string
  uploadName: string
  yearOverride: number
  name: string
  displayName: string
  description: string | null
  extension: string
  path: string
  fileSha256: string
  sizeBytes: number
  version: Generated<number>
  uploadBatch: string | null
  createdBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
  deletedAt: string | null
  deletedBy: number | null
}

export interface DocumentVersion {
  documentId: number
  version: number
  siteId: number
  uploadName: string
  extension: string
  fileSha256: string
  sizeBytes: number
  createdBy: number | null
  createdAt: Generated<string>
}

export interface Draft {
  userId: number
  siteId: number
  key: string
  writer: string
  content: JsonValue
  savedAt: Generated<string>
}

export interface EmailChange {
  id: Generated<number>
  userId: number
  newEmail: string
  requestedBy: number
  requestedAt: string
  expiresAt: string
  newTokenHash: Buffer
  presentTokenHash: Buffer | null
  provedAt: string | null
  agreedAt: string | null
  agreedBy: number | null
  endedAt: string | null
  outcome: 'CHANGED' | 'CANCELED' | 'REFUSED' | null
}

export interface EmailTemplate {
  id: Generated<number>
  name: string
  subject: string
  body: string
  type: 0 | 1
  createdAt: Generated<string>
  updatedAt: Generated<string>
  usedEverywhere: Generated<boolean>
}

export interface EmailTemplateSite {
  siteId: number
  type: 0 | 1
  templateId: number
}

export interface EmployeeCount {
  institutionId: number
  id: Generated<number>
  subsidiaryId: number | null
  taxYearEnd: PlainDate
  employees: number
  source: string
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface FileBatch {
  siteId: number
  batch: string
  place: string | null
  sentBy: number | null
  dueAt: string | null
  rounds: Generated<number>
  createdAt: Generated<string>
  institutionId: number | null
}

export interface FileLayout {
  siteId: number
  carrierCode: string
  version: number
  layout: JsonValue
  createdBy: number | null
  createdAt: Generated<string>
}

export interface FileNotice {
  siteId: number
  batch: string
  kind: 'REPORT' | 'DOCUMENT'
  fileId: number
  place: string | null
  settledAt: string | null
  institutionId: number | null
}

export interface FileOpening {
  institutionId: number
  siteId: number
  userId: number
  kind: 'REPORT' | 'DOCUMENT'
  fileId: number
  firstOpenedAt: Generated<string>
  lastOpenedAt: Generated<string>
  times: Generated<number>
}

export interface FileText {
  sha256: string
  extension: string
  status: Generated<'PENDING' | 'READY' | 'FAILED' | 'NONE'>
  reason: string | null
  attempts: Generated<number>
  notBefore: Generated<string>
  readAt: string | null
  characters: number | null
  cut: Generated<boolean>
  words: string | null
  vocabulary: Generated<string[]>
  createdAt: Generated<string>
}

export interface FileTextPart {
  sha256: string
  part: number
  page: number | null
  content: string
  words: string
}

export interface IdempotencyKey {
  userId: number
  key: string
  endpoint: string
  requestHash: string
  status: number | null
  reply: JsonValue | null
  createdAt: Generated<string>
}

export interface IdentityProvider {
  institutionId: number
  siteId: number
  issuer: string
  clientId: string
  sealedSecret: Buffer
  strongAcrValues: Generated<string[]>
  enabled: Generated<boolean>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface IdentityProviderDomain {
  institutionId: number
  siteId: number
  domain: string
  proof: 'DNS' | 'SIGNER' | null
  provedAt: string | null
  provedBy: number | null
}

export interface ImpactScenario {
  institutionId: number
  id: Generated<number>
  siteId: number
  ownerId: number
  name: string
  withBank: Generated<boolean>
  withTeam: Generated<boolean>
  scenario: JsonValue
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface InboxFile {
  path: string
  sizeBytes: number
  modifiedMs: number
  seenAt: Generated<string>
  fileId: number | null
  outcome: 'TAKEN' | 'REFUSED' | null
  sentence: string | null
}

export interface Institution {
  id: Generated<number>
  name: string
  legalName: string
  logoSha256: string | null
  city: string | null
  stateCode: string | null
  institutionType: Generated<'BANK' | 'SAVINGS_ASSOCIATION' | 'CREDIT_UNION' | 'HOLDING_COMPANY' | 'CORPORATION'>
  charterType: 'NATIONAL' | 'STATE_MEMBER' | 'STATE_NONMEMBER' | 'FED_SAVINGS' | null
  primaryRegulator: 'OCC' | 'FRB' | 'FDIC' | 'NCUA' | 'STATE' | null
  fdicCert: string | null
  rssdId: string | null
  ein: string | null
  naicsBusinessType: string | null
  taxEntityType: Generated<'C_CORP' | 'S_CORP' | 'MUTUAL' | 'TAX_EXEMPT'>
  fiscalYearEndMonth: Generated<number>
  sharesOutstanding: number | null
  totalAssetsCents: Cents | null
  averageAssetsCents: Cents | null
  totalEquityCents: Cents | null
  netIncomeTtmCents: Cents | null
  priceEarningsMultiple: number | null
  callReportForm: Generated<'FFIEC031' | 'FFIEC041' | 'FFIEC051' | 'NONE'>
  cblrElected: Generated<boolean>
  yieldConvention: Generated<'SIMPLE' | 'COMPOUND' | 'TIMES12'>
  relationshipOwnerId: number | null
  status: Generated<'ACTIVE' | 'INACTIVE'>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface InstitutionContact {
  institutionId: number
  siteId: number
  contactKey: string
  role: string | null
  name: string
  title: string | null
  email: string | null
  phone: string | null
  receives: string | null
  source: string
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface InstitutionFinancials {
  institutionId: number
  asOfDate: PlainDate
  tier1CapitalCents: Cents
  allowanceForCreditLossesCents: Cents | null
  tier2CapitalCents: Cents | null
  totalRiskBasedCapitalCents: Cents | null
  totalAssetsCents: Cents | null
  source: 'QUESTIONNAIRE' | 'CALL_REPORT' | 'STAFF'
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface InstitutionLedgerAccounts {
  institutionId: number
  effectiveFrom: PlainDate
  cashSurrenderValueNumber: string | null
  cashSurrenderValueName: string | null
  otherIncomeNumber: string | null
  otherIncomeName: string | null
  otherExpenseNumber: string | null
  otherExpenseName: string | null
  cashNumber: string | null
  cashName: string | null
  claimReceivableNumber: string | null
  claimReceivableName: string | null
  exchangeClearingNumber: string | null
  exchangeClearingName: string | null
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface InstitutionPolicyLimits {
  institutionId: number
  effectiveFrom: PlainDate
  perCarrierLimitFraction: Generated<number>
  aggregateLimitFraction: Generated<number>
  capitalBasis: Generated<'TIER1' | 'TIER1_PLUS_ACL' | 'TOTAL'>
  minAmBest: string | null
  minSp: string | null
  minMoodys: string | null
  minFitch: string | null
  minComdex: number | null
  maxDeathBenefitMultipleOfSalary: number | null
  boardApprovalDate: PlainDate | null
  nextReviewDate: PlainDate | null
  createdAt: Generated<string>
  enteredBy: number | null
  updatedAt: Generated<string>
}

export interface InstitutionSite {
  institutionId: number
  siteId: number
}

export interface InstitutionTaxProfile {
  institutionId: number
  effectiveFrom: PlainDate
  federalRate: number
  stateRate: number
  stateCode: string
  federalDeductibleFraction: Generated<number>
  boliStateTreatment: Generated<'EXCLUDED' | 'TAXED' | 'IN_CAPITAL_BASE' | 'NOT_APPLICABLE'>
  combinedRateOverride: number | null
  source: string
  createdAt: Generated<string>
  enteredBy: number | null
  updatedAt: Generated<string>
  usesStateRow: Generated<boolean>
}

export interface InstitutionTermVersion {
  institutionId: number
  id: Generated<number>
  kind: 'TAX_PROFILE' | 'CAPITAL' | 'POLICY_LIMITS' | 'LEDGER_ACCOUNTS'
  effectiveOn: PlainDate
  content: JsonValue
  enteredBy: number | null
  enteredAt: string
  replacedBy: number | null
  replacedAt: Generated<string>
  reason: string
  removed: Generated<boolean>
}

export interface Insured {
  institutionId: number
  id: Generated<number>
  siteId: number
  firstName: string
  middleName: string | null
  lastName: string
  suffix: string | null
  ssnEncrypted: Buffer | null
  ssnHash: Buffer | null
  ssnLast4: string | null
  dateOfBirth: PlainDate | null
  gender: 'M' | 'F' | null
  smokerStatus: 'NONSMOKER' | 'SMOKER' | 'UNKNOWN' | null
  employeeId: string | null
  title: string | null
  hireDate: PlainDate | null
  insuredRole: Generated<'EMPLOYEE' | 'OFFICER' | 'DIRECTOR' | 'FORMER_EMPLOYEE' | 'FORMER_DIRECTOR'>
  employmentStatus: Generated<'ACTIVE' | 'RETIRED' | 'TERMINATED' | 'DISABLED' | 'DECEASED' | 'DIRECTOR_EMERITUS'>
  employmentStatusDate: PlainDate | null
  dateOfDeath: PlainDate | null
  deathSource: 'BANK' | 'SWEEP' | 'CARRIER' | 'OBITUARY' | null
  annualCompensationCents: Cents | null
  compensationAsOf: PlainDate | null
  stateOfResidence: string | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface KeyCheck {
  onlyRow: Generated<boolean>
  encryption: Buffer
  ssnHash: Buffer
  boundAt: Generated<string>
}

export interface LedgerBalance {
  institutionId: number
  siteId: number
  yearEnd: PlainDate
  balanceCents: Cents
  source: string
  enteredBy: number | null
  enteredAt: Generated<string>
}

export interface MailOutbox {
  id: Generated<number>
  recipient: string
  subject: string
  bodyText: string
  dedupeKey: string
  createdAt: Generated<string>
  attempts: Generated<number>
  lastError: string | null
  nextAttemptAt: Generated<string>
  sentAt: string | null
  givenUpAt: string | null
  secret: Generated<boolean>
  tellsOf: JsonValue | null
  replyTo: string | null
  canceledBy: number | null
}

export interface Membership {
  institutionId: number
  id: Generated<number>
  siteId: number
  userId: number | null
  reportTypeCodes: Generated<string[]>
  updatedAt: Generated<string>
}

export interface MfaChallenge {
  id: Generated<number>
  userId: number
  sessionHash: Buffer | null
  purpose: 'verify' | 'setup'
  channel: 'totp' | 'email' | 'sms' | 'passkey' | 'recovery'
  methodId: number | null
  name: string | null
  sealedSecret: Buffer | null
  phone: string | null
  codeHash: Buffer | null
  passkeyChallenge: string | null
  sent: Generated<boolean>
  failures: Generated<number>
  createdAt: string
  expiresAt: string
  usedAt: string | null
  methodToBe: number | null
}

export interface MfaMethod {
  id: Generated<number>
  userId: number
  channel: 'totp' | 'email' | 'sms' | 'passkey'
  name: string
  sealedSecret: Buffer | null
  lastStep: number | null
  phone: string | null
  credentialId: string | null
  publicKey: Buffer | null
  signCount: Generated<number>
  transports: Generated<string[]>
  createdAt: Generated<string>
  lastUsedAt: string | null
}

export interface MfaRecoveryCode {
  userId: number
  selector: string
  verifierHash: string
  createdAt: string
  usedAt: string | null
}

export interface Migration {
  name: string
  checksum: string
  ranAt: Generated<string>
}

export interface Notification {
  userId: number
  id: Generated<number>
  siteId: number
  kind: 'BATCH_DONE' | 'EXCEPTION_ASSIGNED' | 'REQUEST_CAME' | 'REQUEST_ANSWERED' | 'FILE_WAITING' | 'RELEASE_WAITING' | 'FILES_CAME'
  subject: string
  title: string
  link: string
  createdAt: Generated<string>
  readAt: string | null
  mailedAt: string | null
}

export interface NotificationChoice {
  userId: number
  kind: string
  delivery: 'NOW' | 'DAILY' | 'NONE'
}

export interface OnboardingFile {
  importId: number
  id: Generated<number>
  siteId: number
  path: string
  listedIn: string | null
  kind: 'REPORT' | 'DOCUMENT' | null
  institutionId: number | null
  institutionName: string | null
  carrierCode: string | null
  vendorName: string | null
  typeCode: string | null
  yearOverride: number | null
  uploadName: string | null
  displayName: string | null
  description: string | null
  fileSha256: string | null
  sizeBytes: number | null
  mediaType: string | null
  safety: 'PASSED' | 'HELD' | null
  outcome: 'NEW' | 'VERSION' | 'SAME' | 'REFUSED'
  reason: string | null
  recordId: number | null
  isWritten: Generated<boolean>
  version: number | null
}

export interface OnboardingImport {
  id: Generated<number>
  siteId: number
  name: string
  status: Generated<'WAITING' | 'CHECKING' | 'CHECKED' | 'WRITING' | 'DONE' | 'FAILED' | 'UNDOING' | 'UNDONE'>
  purpose: 'CHECK' | 'IMPORT'
  acceptedReason: string | null
  startedBy: number | null
  startedAt: Generated<string>
  endedAt: string | null
  progress: Generated<JsonValue>
  counts: Generated<JsonValue>
  problemCount: Generated<number>
  differenceCount: Generated<number>
  statedTotals: Generated<number>
  failure: string | null
  undoneBy: number | null
  undoneAt: string | null
  canceledBy: number | null
  lockedMonths: Generated<PlainDate[]>
  lockedInstitutions: Generated<number[]>
}

export interface OnboardingProblem {
  importId: number
  id: Generated<number>
  siteId: number
  recordType: string
  source: string
  columnName: string | null
  value: string | null
  problem: string
}

export interface OnboardingRecord {
  importId: number
  id: Generated<number>
  siteId: number
  recordType: string
  institutionId: number | null
  record: JsonValue
  source: string | null
  sourceKey: string | null
  before: JsonValue | null
  after: JsonValue
}

export interface OnboardingSource {
  id: Generated<number>
  importId: number
  siteId: number
  name: string
  fileSha256: string | null
  sizeBytes: number | null
}

export interface OnboardingTotal {
  importId: number
  id: Generated<number>
  siteId: number
  institutionName: string
  monthEnd: PlainDate
  statedPolicies: number | null
  statedCashSurrenderValueCents: Cents | null
  statedDeathBenefitCents: Cents | null
  policies: number
  cashSurrenderValueCents: Cents
  deathBenefitCents: Cents
  differs: boolean
}

export interface OpeningBalance {
  institutionId: number
  siteId: number
  policyId: number
  yearEnd: PlainDate
  cashSurrenderValueCents: Cents
  storedBy: number | null
  storedAt: Generated<string>
  restatedAt: string | null
  restatedReason: string | null
}

export interface PasswordHistory {
  userId: number
  id: GeneratedAlways<number>
  passwordHash: string
  replacedAt: Generated<string>
}

export interface PeriodLock {
  siteId: number
  periodEnd: PlainDate
  lockedBy: number | null
  lockedAt: Generated<string>
}

export interface PermissionTemplate {
  id: Generated<number>
  name: string
  description: string | null
  permissions: Generated<JsonValue>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface PersonSetting {
  userId: number
  openGroups: string[] | null
  firstStepsHiddenAt: string | null
}

export interface Plan {
  institutionId: number
  id: Generated<number>
  siteId: number
  planName: string
  planType: 'BOLI_COST_RECOVERY' | 'SERP' | 'DIRECTOR_RETIREMENT' | 'DEFERRED_COMP' | 'SPLIT_DOLLAR' | 'KEY_PERSON' | 'NQDC_COLI'
  effectiveDate: PlainDate
  businessPurpose: string
  benefitExpenseOffsetCents: Cents | null
  rabbiTrust: Generated<boolean>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface PlanLiability {
  institutionId: number
  id: Generated<number>
  siteId: number
  planId: number
  asOfDate: PlainDate
  liabilityCents: Cents
  hedges: Generated<JsonValue>
  source: string
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface Policy {
  institutionId: number
  id: Generated<number>
  siteId: number
  subsidiaryId: number | null
  planId: number
  productId: number
  carrierCode: string
  insuredId: number
  splitDollarAgreementId: number | null
  policyNumber: string
  matchKey: string
  policyStatus: Generated<'PENDING' | 'IN_FORCE' | 'GRACE' | 'PAID_UP' | 'DEATH_CLAIM_PENDING' | 'DEATH_PAID' | 'SURRENDERED' | 'EXCHANGED_OUT' | 'LAPSED' | 'TRANSFERRED'>
  statusDate: PlainDate | null
  statusReason: string | null
  issueDate: PlainDate
  issueState: string | null
  issueAge: number | null
  riskClass: string | null
  underwritingBasis: 'GI' | 'SI' | 'FULL' | null
  faceAmountCents: Cents
  deathBenefitOption: Generated<'A' | 'B'>
  singlePremium: Generated<boolean>
  initialPremiumCents: Cents
  costBasisCents: Cents
  mec: Generated<boolean>
  isSection1035Replacement: Generated<boolean>
  replacedCarrier: string | null
  replacedIssueDate: PlainDate | null
  materialChange: Generated<boolean>
  isAcquired: Generated<boolean>
  acquisitionDate: PlainDate | null
  ownerName: string | null
  beneficiaryName: string | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
  fromFileId: number | null
}

export interface PolicyIllustration {
  institutionId: number
  id: Generated<number>
  siteId: number
  policyId: number
  illustratedOn: PlainDate
  illustratedYield: number | null
  yearlyValues: Generated<JsonValue>
  source: string
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface PolicySevenPay {
  institutionId: number
  id: Generated<number>
  siteId: number
  policyId: number
  startsOn: PlainDate
  annualPremiumCents: Cents
  paidCents: Cents | null
  statedOn: PlainDate
  source: string
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface PolicyStatusHistory {
  institutionId: number
  id: Generated<number>
  siteId: number
  policyId: number
  effectiveDate: PlainDate
  status: 'PENDING' | 'IN_FORCE' | 'GRACE' | 'PAID_UP' | 'DEATH_CLAIM_PENDING' | 'DEATH_PAID' | 'SURRENDERED' | 'EXCHANGED_OUT' | 'LAPSED' | 'TRANSFERRED'
  reason: string | null
  source: 'BOOK' | 'HAND' | 'FEED'
  fileId: number | null
  lineNumber: number | null
  transactionId: number | null
  recordedBy: number | null
  recordedAt: Generated<string>
  voidedBy: number | null
  voidedAt: string | null
  voidReason: string | null
}

export interface PolicyTransaction {
  institutionId: number
  id: Generated<number>
  siteId: number
  policyId: number
  transactionDate: PlainDate
  type: 'PREMIUM' | 'PREMIUM_REFUND' | 'WITHDRAWAL' | 'LOAN' | 'LOAN_REPAY' | 'SURRENDER' | 'DEATH_CLAIM' | 'EXCHANGE_IN' | 'EXCHANGE_OUT' | 'FACE_CHANGE' | 'RATE_RESET' | 'STATUS_CHANGE' | 'CORRECTION'
  amountCents: Cents | null
  note: string | null
  fileId: number | null
  lineNumber: number | null
  createdBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
  pairedTransactionId: number | null
}

export interface PolicyValuation {
  institutionId: number
  policyId: number
  asOfDate: PlainDate
  version: Generated<number>
  siteId: number
  status: Generated<'POSTED' | 'SUPERSEDED'>
  fileId: number | null
  lineNumber: number | null
  valuationDate: PlainDate | null
  faceAmountCents: Cents | null
  accountValueBeginCents: Cents | null
  accountValueEndCents: Cents | null
  surrenderChargeCents: Cents | null
  cashSurrenderValueCents: Cents
  netSurrenderValueCents: Cents | null
  loanBalanceCents: Cents | null
  loanInterestAccruedCents: Cents | null
  guaranteedCashValueCents: Cents | null
  deathBenefitCents: Cents
  insuredShareCents: Generated<Cents>
  premiumPaidCents: Cents | null
  cumulativePremiumCents: Cents | null
  withdrawalsCents: Cents | null
  interestCreditedCents: Cents | null
  costOfInsuranceCents: Cents | null
  expenseChargeCents: Cents | null
  grossCreditingRate: number | null
  netCreditingRate: number | null
  guaranteedRate: number | null
  marketValueCents: Cents | null
  bookValueCents: Cents | null
  costBasisCents: Cents | null
  estimated: Generated<boolean>
  restatementReason: string | null
  postedBy: number | null
  postedAt: Generated<string>
  onboardingSourceId: number | null
  sourceText: string | null
}

export interface Product {
  id: Generated<number>
  carrierCode: string
  productName: string
  accountType: 'GENERAL' | 'SEPARATE' | 'HYBRID'
  policyForm: 'UL' | 'VUL' | 'WL' | 'SPWL'
  rateMethod: 'PORTFOLIO' | 'NEW_MONEY' | 'INDEXED' | 'TOTAL_RETURN'
  guaranteedMinimumRate: Generated<number>
  stableValueWrap: Generated<boolean>
  createdAt: Generated<string>
  updatedAt: Generated<string>
  interestMethod: Generated<'EFFECTIVE' | 'SIMPLE'>
  dayCount: Generated<'ACTUAL_ACTUAL' | 'ACTUAL_365' | 'THIRTY_360'>
  interestFrom: Generated<'RECEIPT' | 'DAY_AFTER'>
}

export interface ProductRate {
  productId: number
  effectiveFrom: PlainDate
  grossRate: number
  id: Generated<number>
  source: Generated<string>
  enteredBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface Questionnaire {
  institutionId: number
  id: Generated<number>
  siteId: number
  batchId: number
  period: PlainDate
  year: number
  defaultsVersion: number
  status: Generated<0 | 1 | 2>
  book: JsonValue | null
  dueOn: PlainDate | null
  remindEveryDays: number | null
  nextReminderOn: PlainDate | null
  reminders: Generated<number>
  lastRemindedAt: string | null
  sentAt: string | null
  sentBy: number | null
  returnedAt: string | null
  returnedBy: number | null
  reopenedAt: string | null
  reopenedBy: number | null
  reopenNote: string | null
  createdBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface QuestionnaireAnswer {
  institutionId: number
  questionnaireId: number
  questionCode: string
  rowKey: Generated<string>
  siteId: number
  value: JsonValue | null
  note: Generated<string>
  version: Generated<number>
  savedBy: number | null
  savedAt: Generated<string>
}

export interface QuestionnaireAssignment {
  institutionId: number
  questionnaireId: number
  sectionCode: string
  siteId: number
  userId: number
  assignedBy: number | null
  assignedAt: Generated<string>
}

export interface QuestionnaireAttachment {
  institutionId: number
  id: Generated<number>
  questionnaireId: number
  questionCode: string
  siteId: number
  uploadName: string
  extension: string
  fileSha256: string
  sizeBytes: number
  attachedBy: number | null
  createdAt: Generated<string>
  removedBy: number | null
  removedAt: string | null
}

export interface QuestionnaireBatch {
  id: Generated<number>
  siteId: number
  batchName: string
  period: PlainDate
  createdBy: number | null
  createdAt: Generated<string>
}

export interface QuestionnaireDecision {
  institutionId: number
  id: Generated<number>
  questionnaireId: number
  siteId: number
  returnNumber: number
  kind: 'INSTITUTION' | 'CAPITAL' | 'TAX' | 'LIMITS' | 'EMPLOYEES' | 'CENSUS' | 'DEATH' | 'CONTACT'
  recordKey: string
  answeredSha256: string
  decision: 'ACCEPTED' | 'REFUSED'
  reason: string | null
  proposal: JsonValue
  decidedBy: number
  decidedAt: Generated<string>
}

export interface QuestionnaireDefaults {
  siteId: number
  version: number
  content: JsonValue
  note: string | null
  createdBy: number | null
  createdAt: Generated<string>
}

export interface QuestionnaireReturn {
  institutionId: number
  questionnaireId: number
  number: number
  siteId: number
  signerId: number
  signerName: string
  signerTitle: string
  attestation: string
  answers: JsonValue
  answersSha256: string
  signedAt: Generated<string>
  pdfSha256: string | null
  personalPdfSha256: string | null
}

export interface RegisterChange {
  institutionId: number
  id: Generated<number>
  siteId: number
  entity: 'plan' | 'policy' | 'insured' | 'consent' | 'agreement' | 'transaction' | 'status' | 'valuation' | 'fund' | 'liability' | 'illustration' | 'sevenPay'
  entityId: number
  policyId: number | null
  insuredId: number | null
  action: 'ADDED' | 'CORRECTED' | 'REMOVED'
  reason: string | null
  before: JsonValue | null
  after: JsonValue | null
  reachesFrom: PlainDate | null
  userId: number | null
  at: Generated<string>
}

export interface ReleaseOverride {
  institutionId: number
  reportId: number
  version: number
  siteId: number
  reason: string
  userId: number
  at: Generated<string>
  kind: Generated<'CLOSE_GATE' | 'INCOMPLETE'>
  pdfSha256: string | null
}

export interface Report {
  institutionId: number
  id: Generated<number>
  siteId: number
  reportType: string
  subsidiaryId: number | null
  period: PlainDate
  isQuarterly: Generated<boolean>
  batchId: number
  status: Generated<'Scheduled' | 'Generating' | 'Ready' | 'Refreshing' | 'Failed' | 'Canceled'>
  failureCode: string | null
  failureReason: string | null
  failureDetail: JsonValue | null
  preliminaryReason: string | null
  preliminaryBy: number | null
  currentVersion: Generated<number>
  leaseToken: string | null
  leaseUntil: string | null
  attempts: Generated<number>
  releasedVersion: number | null
  releasedAt: string | null
  releasedBy: number | null
  withdrawnAt: string | null
  withdrawnBy: number | null
  deletedAt: string | null
  deletedBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
  completedAt: string | null
}

export interface ReportBatch {
  id: Generated<number>
  siteId: number
  reportType: string
  batchName: string
  period: PlainDate
  isQuarterly: Generated<boolean>
  isRegenerating: Generated<boolean>
  hold: Generated<boolean>
  announce: Generated<boolean>
  createdBy: number | null
  createdAt: Generated<string>
  completedAt: string | null
  canceledAt: string | null
  canceledBy: number | null
  makerToldAt: string | null
}

export interface ReportBatchEntry {
  institutionId: number
  batchId: number
  reportId: number
  siteId: number
}

export interface ReportSchedule {
  id: Generated<number>
  siteId: number
  name: string
  reportType: string
  isQuarterly: Generated<boolean>
  businessDay: number
  institutionIds: number[] | null
  hold: Generated<boolean>
  startsOn: PlainDate
  pausedAt: string | null
  pausedBy: number | null
  createdBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
  deletedAt: string | null
  changedBy: number | null
}

export interface ReportScheduleRun {
  scheduleId: number
  period: PlainDate
  siteId: number
  dueOn: PlainDate
  status: Generated<'WAITING' | 'STARTED' | 'DONE' | 'SKIPPED'>
  reason: string | null
  batchId: number | null
  askedBy: number | null
  createdAt: Generated<string>
  lookedAt: string | null
  startedAt: string | null
  finishedAt: string | null
}

export interface ReportType {
  code: string
  id: Generated<number>
  name: string
  description: Generated<string>
  displayOrder: number
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface ReportVersion {
  institutionId: number
  reportId: number
  version: number
  siteId: number
  batchId: number
  snapshot: JsonValue
  snapshotSha256: string
  preparedOn: PlainDate
  preliminary: Generated<boolean>
  restated: Generated<boolean>
  released: Generated<boolean>
  controlTotals: JsonValue
  pdfSha256: string | null
  xlsxSha256: string | null
  pageCount: number | null
  generatedBy: number | null
  generatedAt: Generated<string>
  readAsOf: string | null
  withdrawnAt: string | null
  releaseReason: string | null
  releasedPdfSha256: string | null
}

export interface ReviewAssessment {
  institutionId: number
  id: Generated<number>
  siteId: number
  period: PlainDate
  status: Generated<1 | 2>
  facts: Generated<JsonValue>
  note: Generated<string>
  dueOn: PlainDate | null
  askedBy: number | null
  askedAt: Generated<string>
  signedAt: string | null
  reopenedBy: number | null
  reopenedAt: string | null
  reopenNote: string | null
  updatedAt: Generated<string>
}

export interface ReviewAssessmentAnswer {
  institutionId: number
  assessmentId: number
  riskCode: string
  siteId: number
  conclusion: string
  version: Generated<number>
  savedBy: number | null
  savedAt: Generated<string>
}

export interface ReviewAssessmentSignature {
  institutionId: number
  assessmentId: number
  number: number
  siteId: number
  signerId: number
  signerName: string
  signerTitle: string
  attestation: string
  conclusions: JsonValue
  answersSha256: string
  signedOn: PlainDate
  signedAt: Generated<string>
}

export interface ReviewDefaults {
  siteId: number
  version: number
  content: JsonValue
  note: string | null
  createdBy: number | null
  createdAt: Generated<string>
}

export interface ReviewWords {
  institutionId: number
  siteId: number
  period: PlainDate
  configuration: JsonValue | null
  narratives: Generated<JsonValue>
  risks: Generated<JsonValue>
  items: Generated<JsonValue>
  boardMeetingOn: PlainDate | null
  updatedBy: number | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface SalesforceDeletion {
  siteId: number
  type: string
  recordId: string
  pullId: number
  deletedAt: string
  fileId: number | null
  lineNumber: number | null
  settledBy: number | null
  settledAt: string | null
  reason: string | null
  importId: number | null
  onboardingRecordId: number | null
}

export interface SalesforceMapping {
  siteId: number
  type: string
  version: number
  object: string
  fields: JsonValue
  createdBy: number | null
  createdAt: Generated<string>
}

export interface SalesforcePull {
  id: Generated<number>
  siteId: number
  type: string
  mappingVersion: number
  object: string
  status: Generated<'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED'>
  since: string | null
  wholeBecause: string | null
  startedBy: number | null
  askedAt: Generated<string>
  startedAt: string | null
  endedAt: string | null
  recordsExpected: number | null
  recordsRead: Generated<number>
  calls: Generated<number>
  newest: string | null
  failure: string | null
  fileId: number | null
  fileSha256: string | null
  importId: number | null
  acceptedBy: number | null
  acceptedAt: string | null
  canceledBy: number | null
}

export interface SavedView {
  id: Generated<number>
  siteId: number
  ownerId: number
  list: string
  name: string
  sharedWith: Generated<'nobody' | 'role' | 'everyone'>
  role: 'a' | 'b' | 'c' | 'd' | 'e' | null
  query: JsonValue
  isDefault: Generated<boolean>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface SearchDue {
  id: Generated<number>
  what: 'REPORT' | 'DOCUMENT' | 'BANK_UPLOAD' | 'INSTITUTION' | 'CARRIER' | 'REPORT_TYPE'
  key: string
}

export interface SearchEntry {
  siteId: number
  kind: 'REPORT' | 'DOCUMENT' | 'BANK_UPLOAD'
  recordId: number
  institutionId: number | null
  carrierCode: string | null
  owner: GeneratedAlways<string>
  typeCode: string
  year: number
  extension: string
  fileSha256: string
  safe: boolean
  names: string
  cameAt: string
  keys: string
}

export interface SearchWord {
  owner: string
  letters: number
  word: string
}

export interface SeparateAccountFund {
  institutionId: number
  id: Generated<number>
  siteId: number
  productId: number
  policyId: number | null
  asOfDate: PlainDate
  fundName: string
  marketValueCents: Cents
  bookValueCents: Cents
  wrapProvider: string | null
  wrapRating: string | null
  wrapWeight: number | null
  wrapFeeRate: number | null
  wrapEndsOn: PlainDate | null
  approach: 'FULL' | 'ALTERNATIVE_MODIFIED' | 'SIMPLE_MODIFIED'
  classes: JsonValue
  source: string
  documentDate: PlainDate | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface ServiceRequest {
  institutionId: number
  id: Generated<number>
  siteId: number
  userId: number
  subject: string
  body: string
  recipients: string[]
  createdAt: Generated<string>
  kind: Generated<'QUESTION' | 'CORRECTION' | 'NEW_POLICY' | 'CLAIM' | 'ACCESS' | 'OTHER'>
  status: Generated<'NEW' | 'IN_WORK' | 'WAITING' | 'DONE'>
  shared: Generated<boolean>
  ownerId: number | null
  dueOn: PlainDate | null
  mergedInto: number | null
  aboutKind: 'FIGURE' | 'REPORT' | 'DOCUMENT' | null
  aboutTitle: string | null
  aboutText: string | null
  aboutLink: string | null
  firstAnsweredAt: string | null
  doneAt: string | null
  lastMessageAt: string | null
}

export interface ServiceRequestFile {
  institutionId: number
  id: Generated<number>
  siteId: number
  requestId: number | null
  messageId: number | null
  userId: number
  uploadName: string
  extension: string
  fileSha256: string
  sizeBytes: number
  createdAt: Generated<string>
}

export interface ServiceRequestMessage {
  institutionId: number
  id: Generated<number>
  siteId: number
  requestId: number
  userId: number
  kind: 'REPLY' | 'NOTE' | 'CHANGE'
  fromTeam: boolean
  body: string
  byMail: Generated<boolean>
  createdAt: Generated<string>
  mailHash: string | null
}

export interface ServiceRequestReading {
  institutionId: number
  siteId: number
  requestId: number
  userId: number
  readUpTo: number
  readAt: Generated<string>
}

export interface ServiceTeamMember {
  institutionId: number
  siteId: number
  userId: number
  position: number
  createdAt: Generated<string>
}

export interface Settings {
  id: Generated<number>
  minLength: Generated<number>
  minUniqueChars: Generated<number>
  minUpperAlphaChars: Generated<number>
  minLowerAlphaChars: Generated<number>
  minNumericChars: Generated<number>
  minSymbolChars: Generated<number>
  expirationDays: Generated<number>
  reusePasswords: Generated<number>
  sessionTimeout: Generated<number>
  failedAttempts: Generated<number>
  failedDuration: Generated<number>
  forgottenAttempts: Generated<number>
  forgottenDuration: Generated<number>
  fourEyesRelease: Generated<boolean>
  updatedAt: Generated<string>
}

export interface SignInFailure {
  emailHash: Buffer
  failedAt: Generated<string>
  address: string | null
}

export interface SingleSignOnRequest {
  institutionId: number
  siteId: number
  stateHash: Buffer
  browserHash: Buffer
  nonce: string
  codeVerifier: string
  returnTo: string | null
  createdAt: string
  expiresAt: string
}

export interface SingleUseToken {
  tokenHash: Buffer
  purpose: 'invite' | 'reset' | 'enter'
  userId: number
  sessionHash: Buffer | null
  targetSiteId: number | null
  address: string | null
  userAgent: string | null
  createdAt: Generated<string>
  expiresAt: string
  usedAt: string | null
}

export interface Site {
  id: Generated<number>
  name: string
  displayName: string
  url: string | null
  linkedUrl: string | null
  logoSha256: string | null
  theme: Generated<JsonValue>
  siteNavigation: Generated<JsonValue>
  status: Generated<'ACTIVE' | 'INACTIVE'>
  createdAt: Generated<string>
  updatedAt: Generated<string>
  timeZone: Generated<string>
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
}

export interface SiteLedgerAccounts {
  siteId: number
  version: number
  cashSurrenderValueNumber: string | null
  cashSurrenderValueName: string | null
  otherIncomeNumber: string | null
  otherIncomeName: string | null
  otherExpenseNumber: string | null
  otherExpenseName: string | null
  cashNumber: string | null
  cashName: string | null
  claimReceivableNumber: string | null
  claimReceivableName: string | null
  exchangeClearingNumber: string | null
  exchangeClearingName: string | null
  enteredBy: number | null
  enteredAt: Generated<string>
}

export interface SiteVisit {
  userId: number
  siteId: number
  institutionId: number
  beganAt: Generated<string>
  previousAt: string | null
}

export interface SplitDollarAgreement {
  institutionId: number
  id: Generated<number>
  siteId: number
  insuredId: number
  type: 'ENDORSEMENT' | 'COLLATERAL_ASSIGNMENT' | 'LOAN_REGIME'
  benefitFormula: 'FIXED_DOLLAR' | 'PCT_OF_NAR' | 'PCT_OF_DB' | 'MULTIPLE_OF_SALARY' | 'LESSER_OF'
  amountCents: Cents | null
  fraction: number | null
  capCents: Cents | null
  survivesTermination: Generated<boolean>
  rateBasis: Generated<'TABLE_2001' | 'CARRIER_ALTERNATIVE' | 'PS58_GRANDFATHERED'>
  effectiveDate: PlainDate
  terminationDate: PlainDate | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface StateConfiguration {
  id: Generated<number>
  stateCode: string
  stateName: string
  effectiveFrom: PlainDate
  effectiveTo: PlainDate | null
  taxName: string
  taxBasis: 'NET_INCOME' | 'FRANCHISE_MEASURED_BY_INCOME' | 'NET_CAPITAL' | 'SHARES_VALUE' | 'DEPOSITS' | 'GROSS_RECEIPTS' | 'NONE'
  corporateRate: number | null
  financialInstitutionRate: number | null
  bracketTable: Generated<JsonValue>
  federalDeductibleFraction: Generated<number>
  boliGrowthTreatment: Generated<'EXCLUDED' | 'TAXED' | 'IN_CAPITAL_BASE' | 'NOT_APPLICABLE'>
  deathBenefitTreatment: Generated<'EXCLUDED' | 'TAXED' | 'IN_CAPITAL_BASE' | 'NOT_APPLICABLE'>
  surrenderGainTreatment: Generated<'EXCLUDED' | 'TAXED' | 'IN_CAPITAL_BASE' | 'NOT_APPLICABLE'>
  usObligationInterestTaxed: boolean | null
  municipalInterestTaxed: boolean | null
  insurableInterestStatute: string | null
  consentType: 'WRITTEN' | 'NEGATIVE' | 'BY_CLASS' | null
  stateCharteredLimitPerCarrierFraction: number | null
  stateCharteredLimitAggregateFraction: number | null
  limitBasis: 'TIER1' | 'TIER1_PLUS_ACL' | 'TOTAL' | null
  approvalRequired: boolean | null
  reportFootnote: string | null
  figuresYear: number
  sourceCitation: string
  reviewedBy: number | null
  reviewedAt: string | null
  reviewDueAt: PlainDate | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface StateConfigurationChange {
  id: Generated<number>
  stateConfigurationId: number
  stateCode: string
  action: 'ADDED' | 'CHANGED' | 'REMOVED'
  before: JsonValue | null
  after: JsonValue | null
  userId: number | null
  at: string
  reachesFrom: PlainDate | null
  reachesUntil: PlainDate | null
}

export interface StoredFile {
  sha256: string
  sizeBytes: number
  mediaType: string
  createdAt: Generated<string>
  safety: Generated<'TRUSTED' | 'PASSED' | 'HELD' | 'REFUSED'>
  safetyReason: string | null
  checkedAt: string | null
}

export interface Subsidiary {
  institutionId: number
  id: Generated<number>
  name: string
  legalName: string
  ein: string | null
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface TreasuryYield {
  years: number
  observedOn: PlainDate
  yield: number
  source: string
}

export interface Upload {
  id: Generated<string>
  userId: number
  siteId: number
  institutionId: number | null
  purpose: 'CLIENT_REPORT' | 'DOCUMENT' | 'BANK_UPLOAD' | 'QUESTIONNAIRE' | 'SERVICE_REQUEST'
  fileName: string
  sizeBytes: number
  receivedBytes: Generated<number>
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface UploadPart {
  uploadId: string
  startByte: number
  sizeBytes: number
  sha256: string
}

export interface UserAccount {
  id: Generated<number>
  email: string
  firstName: string
  middleName: string | null
  lastName: string
  title: string | null
  bio: string | null
  phone: string | null
  extension: string | null
  displayName: string | null
  avatarSha256: string | null
  role: 'a' | 'b' | 'c' | 'd' | 'e'
  status: Generated<0 | 1>
  institutionId: number | null
  passwordHash: string | null
  passwordChangedAt: string | null
  mfaChannel: 'totp' | 'email' | 'sms' | 'passkey' | null
  mailReports: Generated<boolean>
  createdAt: Generated<string>
  updatedAt: Generated<string>
  permissionsUpdatedAt: Generated<string>
  mailFrequency: Generated<'EACH_BATCH' | 'DAILY' | 'WEEKLY' | 'NONE'>
  hasPassword: GeneratedAlways<boolean>
}

export interface UserIdentity {
  institutionId: number
  userId: number
  issuer: string
  subject: string
  linkedAt: string
  lastUsedAt: string
}

export interface UserInstitution {
  userId: number
  institutionId: number
}

export interface UserPermission {
  userId: number
  code: string
  access: 0 | 1 | 2
}

export interface UserSession {
  idHash: Buffer
  userId: number
  siteId: number
  institutionId: Generated<number>
  mfaValid: Generated<boolean>
  actingAs: number | null
  createdAt: Generated<string>
  lastSeenAt: Generated<string>
  absoluteExpiry: string
  address: string | null
  userAgent: string | null
  id: GeneratedAlways<number>
  confirmedAt: Generated<string>
  returnsToInstitution: Generated<number>
  providerSiteId: number | null
  providerUpdatedAt: string | null
}

export interface UserSite {
  userId: number
  siteId: number
}

/** Value of a jsonb column: parse it before use. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined }

export interface Database {
  activity: Activity
  activityHead: ActivityHead
  announcement: Announcement
  announcementDismissal: AnnouncementDismissal
  apiKey: ApiKey
  apiKeyCalls: ApiKeyCalls
  auditCoverage: AuditCoverage
  auditException: AuditException
  auditExceptionStep: AuditExceptionStep
  auditRun: AuditRun
  auditSignOff: AuditSignOff
  auditSignOffWithdrawal: AuditSignOffWithdrawal
  auditSuppression: AuditSuppression
  auditTolerance: AuditTolerance
  bankUpload: BankUpload
  boardBook: BoardBook
  boardBookPart: BoardBookPart
  callReportBank: CallReportBank
  callReportImport: CallReportImport
  carrier: Carrier
  carrierArrival: CarrierArrival
  carrierChange: CarrierChange
  carrierFile: CarrierFile
  carrierFileCorrection: CarrierFileCorrection
  carrierFileFinding: CarrierFileFinding
  carrierFileRow: CarrierFileRow
  carrierFinancials: CarrierFinancials
  carrierOwner: CarrierOwner
  carrierRating: CarrierRating
  clientMenu: ClientMenu
  clientReport: ClientReport
  clientReportVersion: ClientReportVersion
  columnMapping: ColumnMapping
  consent: Consent
  costOfInsuranceRate: CostOfInsuranceRate
  costOfInsuranceTable: CostOfInsuranceTable
  deletedRow: DeletedRow
  digestEntry: DigestEntry
  document: Document
  documentVersion: DocumentVersion
  draft: Draft
  emailChange: EmailChange
  emailTemplate: EmailTemplate
  emailTemplateSite: EmailTemplateSite
  employeeCount: EmployeeCount
  fileBatch: FileBatch
  fileLayout: FileLayout
  fileNotice: FileNotice
  fileOpening: FileOpening
  fileText: FileText
  fileTextPart: FileTextPart
  idempotencyKey: IdempotencyKey
  identityProvider: IdentityProvider
  identityProviderDomain: IdentityProviderDomain
  impactScenario: ImpactScenario
  inboxFile: InboxFile
  institution: Institution
  institutionContact: InstitutionContact
  institutionFinancials: InstitutionFinancials
  institutionLedgerAccounts: InstitutionLedgerAccounts
  institutionPolicyLimits: InstitutionPolicyLimits
  institutionSite: InstitutionSite
  institutionTaxProfile: InstitutionTaxProfile
  institutionTermVersion: InstitutionTermVersion
  insured: Insured
  keyCheck: KeyCheck
  ledgerBalance: LedgerBalance
  mailOutbox: MailOutbox
  membership: Membership
  mfaChallenge: MfaChallenge
  mfaMethod: MfaMethod
  mfaRecoveryCode: MfaRecoveryCode
  migration: Migration
  notification: Notification
  notificationChoice: NotificationChoice
  onboardingFile: OnboardingFile
  onboardingImport: OnboardingImport
  onboardingProblem: OnboardingProblem
  onboardingRecord: OnboardingRecord
  onboardingSource: OnboardingSource
  onboardingTotal: OnboardingTotal
  openingBalance: OpeningBalance
  passwordHistory: PasswordHistory
  periodLock: PeriodLock
  permissionTemplate: PermissionTemplate
  personSetting: PersonSetting
  plan: Plan
  planLiability: PlanLiability
  policy: Policy
  policyIllustration: PolicyIllustration
  policySevenPay: PolicySevenPay
  policyStatusHistory: PolicyStatusHistory
  policyTransaction: PolicyTransaction
  policyValuation: PolicyValuation
  product: Product
  productRate: ProductRate
  questionnaire: Questionnaire
  questionnaireAnswer: QuestionnaireAnswer
  questionnaireAssignment: QuestionnaireAssignment
  questionnaireAttachment: QuestionnaireAttachment
  questionnaireBatch: QuestionnaireBatch
  questionnaireDecision: QuestionnaireDecision
  questionnaireDefaults: QuestionnaireDefaults
  questionnaireReturn: QuestionnaireReturn
  registerChange: RegisterChange
  releaseOverride: ReleaseOverride
  report: Report
  reportBatch: ReportBatch
  reportBatchEntry: ReportBatchEntry
  reportSchedule: ReportSchedule
  reportScheduleRun: ReportScheduleRun
  reportType: ReportType
  reportVersion: ReportVersion
  reviewAssessment: ReviewAssessment
  reviewAssessmentAnswer: ReviewAssessmentAnswer
  reviewAssessmentSignature: ReviewAssessmentSignature
  reviewDefaults: ReviewDefaults
  reviewWords: ReviewWords
  salesforceDeletion: SalesforceDeletion
  salesforceMapping: SalesforceMapping
  salesforcePull: SalesforcePull
  savedView: SavedView
  searchDue: SearchDue
  searchEntry: SearchEntry
  searchWord: SearchWord
  separateAccountFund: SeparateAccountFund
  serviceRequest: ServiceRequest
  serviceRequestFile: ServiceRequestFile
  serviceRequestMessage: ServiceRequestMessage
  serviceRequestReading: ServiceRequestReading
  serviceTeamMember: ServiceTeamMember
  settings: Settings
  signInFailure: SignInFailure
  singleSignOnRequest: SingleSignOnRequest
  singleUseToken: SingleUseToken
  site: Site
  siteLedgerAccounts: SiteLedgerAccounts
  siteVisit: SiteVisit
  splitDollarAgreement: SplitDollarAgreement
  stateConfiguration: StateConfiguration
  stateConfigurationChange: StateConfigurationChange
  storedFile: StoredFile
  subsidiary: Subsidiary
  treasuryYield: TreasuryYield
  upload: Upload
  uploadPart: UploadPart
  userAccount: UserAccount
  userIdentity: UserIdentity
  userInstitution: UserInstitution
  userPermission: UserPermission
  userSession: UserSession
  userSite: UserSite
}
