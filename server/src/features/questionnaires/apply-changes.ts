/** One accepted change written where the book keeps it, by the rules of whoever keeps it. */
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { nameParts } from '@corridor/domain/primitives/person-names.ts'
import type { Cell } from '@corridor/domain/questionnaires/answers.ts'
import type { ProposedChange } from '@corridor/domain/questionnaires/changes.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Row } from '../../platform/records/resource-rows.ts'

/** Those who keep the book, each in a feature of its own; app.ts brings them together. Each checks, keeps the past and tells the log. */
export interface BookKeepers {
  correctInstitution: (call: Acting, institutionId: number, changes: Row, reason: string) => Promise<void>
  keepTerm: (
    call: Acting,
    institutionId: number,
    from: {
      kind: 'TAX_PROFILE' | 'CAPITAL' | 'POLICY_LIMITS'
      effectiveOn: string
      changes: Row
      otherwise: Row
      goesOn: boolean
      reason: string
    },
  ) => Promise<void>
  stateEmployees: (
    call: Acting,
    stated: { id: number; subsidary_id: number | null; taxYearEnd: PlainDate; employees: number; source: string },
  ) => Promise<void>
  correctInsured: (call: Acting, institutionId: number, insuredId: number, changes: Row, reason: string) => Promise<void>
}

export interface ChangeSource {
  institutionId: number
  /** "Annual Questionnaire 2026" */
  source: string
  /** The same, with who signed it. */
  reason: string
  /** As of when what has no date of its own was from. */
  asOf: PlainDate
  book: QuestionnaireBook
}

/** @throws AppError naming the record, when the book refuses it */
export async function writeChange(call: Acting, keepers: BookKeepers, change: ProposedChange, from: ChangeSource): Promise<void> {
  try {
    await write(call, keepers, change, from)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const sentences = Object.values(cause.code === 'input' ? (cause.meta ?? {}) : {})
      .flat()
      .join(' ')
    throw new AppError(cause.code, {
      message: `${change.title.slice(0, 120)}: ${sentences || cause.message}`,
      meta: { change: [sentences || cause.message] },
      cause,
    })
  }
}

async function write(call: Acting, keepers: BookKeepers, change: ProposedChange, from: ChangeSource): Promise<void> {
  const { institutionId, source, reason } = from
  const to = new Map(change.fields.map(({ field, to: value }) => [field, value]))
  if (to.size === 0) return
  switch (change.kind) {
    case 'INSTITUTION':
      return keepers.correctInstitution(call, institutionId, columns(INSTITUTION, to), reason)
    case 'CAPITAL':
    case 'TAX':
    case 'LIMITS':
      return keepTerm(call, keepers, change, from)
    case 'EMPLOYEES':
      return keepers.stateEmployees(call, {
        id: institutionId,
        subsidary_id: change.key === '0' ? null : Number(change.key),
        taxYearEnd: dayOf(change.holdsFrom),
        employees: Number(to.get('employees')),
        source,
      })
    case 'CENSUS':
      return keepers.correctInsured(call, institutionId, Number(change.key), insuredOf(to, change.answered, from), reason)
    case 'DEATH': {
      const died = to.get('date') ?? null
      const changes = { employmentStatus: 'DECEASED', employmentStatusDate: died, dateOfDeath: died, deathSource: 'BANK' }
      return keepers.correctInsured(call, institutionId, Number(to.get('insured')), changes, reason)
    }
    case 'CONTACT':
      return writeContact(call, change, from)
  }
}

const dayOf = (day: PlainDate | null): PlainDate => {
  if (day === null) throw new RangeError('a dated record without its date')
  return day
}

type Columns = Readonly<Record<string, string>>
const INSTITUTION: Columns = {
  LEGAL_NAME: 'legalName',
  CITY: 'city',
  STATE: 'stateCode',
  EIN: 'ein',
  FDIC_CERTIFICATE: 'fdicCert',
  PRIMARY_REGULATOR: 'primaryRegulator',
  FISCAL_YEAR_END: 'fiscalYearEndMonth',
  TAX_ENTITY: 'taxEntityType',
  TOTAL_EQUITY: 'totalEquityCents',
}
const TERMS: Record<
  'CAPITAL' | 'TAX' | 'LIMITS',
  { kind: 'CAPITAL' | 'TAX_PROFILE' | 'POLICY_LIMITS'; columns: Columns; goesOn: boolean }
> = {
  CAPITAL: {
    kind: 'CAPITAL',
    columns: {
      TIER_1: 'tier1CapitalCents',
      ALLOWANCE: 'allowanceForCreditLossesCents',
      TOTAL_CAPITAL: 'totalRiskBasedCapitalCents',
      TOTAL_ASSETS: 'totalAssetsCents',
    },
    goesOn: false,
  },
  TAX: {
    kind: 'TAX_PROFILE',
    columns: { FEDERAL_RATE: 'federalRate', STATE_RATE: 'stateRate', COMBINED_RATE: 'combinedRateOverride' },
    goesOn: true,
  },
  LIMITS: {
    kind: 'POLICY_LIMITS',
    columns: {
      PER_CARRIER_LIMIT: 'perCarrierLimitFraction',
      AGGREGATE_LIMIT: 'aggregateLimitFraction',
      LIMITS_APPROVED: 'boardApprovalDate',
    },
    goesOn: true,
  },
}

function columns(of: Columns, to: ReadonlyMap<string, Cell>): Row {
  const named = [...to].flatMap(([field, value]) => (of[field] && value !== null ? [[of[field], value] as const] : []))
  // The choice of a month is text on the questionnaire.
  return Object.fromEntries(named.map(([column, value]) => [column, column === 'fiscalYearEndMonth' ? Number(value) : value]))
}

async function keepTerm(call: Acting, keepers: BookKeepers, change: ProposedChange, { institutionId, source, reason, book }: ChangeSource) {
  if (change.kind !== 'CAPITAL' && change.kind !== 'TAX' && change.kind !== 'LIMITS') throw new RangeError(`${change.kind} is no term`)
  const { kind, columns: names, goesOn } = TERMS[change.kind]
  const changed = new Map(change.fields.map(({ field, to }) => [field, to]))
  // Figures of a day are one statement: those that were only confirmed are part of it.
  const said = change.kind === 'CAPITAL' ? new Map(Object.entries(change.answered)) : changed
  const also: Record<typeof kind, Row> = {
    CAPITAL: { source: 'QUESTIONNAIRE' },
    // A rate of the bank's own takes the place of its state's row.
    TAX_PROFILE: { source, ...(changed.has('STATE_RATE') ? { usesStateRow: false } : {}) },
    POLICY_LIMITS: {},
  }
  await keepers.keepTerm(call, institutionId, {
    kind,
    effectiveOn: dayOf(change.holdsFrom),
    changes: { ...columns(names, said), ...also[kind] },
    otherwise: OTHERWISE(book)[kind],
    goesOn,
    reason,
  })
}

/** For an institution that has no row yet. */
const OTHERWISE = ({ institution }: QuestionnaireBook): Record<'CAPITAL' | 'TAX_PROFILE' | 'POLICY_LIMITS', Row> => ({
  CAPITAL: { allowanceForCreditLossesCents: null, tier2CapitalCents: null, totalRiskBasedCapitalCents: null, totalAssetsCents: null },
  TAX_PROFILE: {
    stateCode: institution.stateCode,
    usesStateRow: false,
    federalDeductibleFraction: 0,
    boliStateTreatment: 'EXCLUDED',
    combinedRateOverride: null,
  },
  POLICY_LIMITS: {
    capitalBasis: 'TIER1',
    minAmBest: null,
    minSp: null,
    minMoodys: null,
    minFitch: null,
    minComdex: null,
    maxDeathBenefitMultipleOfSalary: null,
    boardApprovalDate: null,
    nextReviewDate: null,
  },
})

const CENSUS: Columns = {
  status: 'employmentStatus',
  statusDate: 'employmentStatusDate',
  title: 'title',
  salary: 'annualCompensationCents',
  state: 'stateOfResidence',
}

function insuredOf(to: ReadonlyMap<string, Cell>, answered: ProposedChange['answered'], { asOf }: ChangeSource): Row {
  const name = to.get('newName')
  const died = to.get('status') === 'DECEASED' ? (answered.statusDate ?? null) : undefined
  const state = to.get('state')
  if (typeof name === 'string' && !/\p{L}/u.test(name)) throw inputError({ newName: ['This is not a name.'] })
  return {
    ...columns(CENSUS, to),
    ...(typeof state === 'string' ? { stateOfResidence: state.trim().toUpperCase() } : {}),
    ...(to.has('salary') ? { compensationAsOf: asOf } : {}),
    ...(typeof name === 'string' ? nameParts(name) : {}),
    ...(died === undefined ? {} : { dateOfDeath: died, deathSource: 'BANK' }),
  }
}

const CONTACT_MOST = 254
const CONTACT_COLUMNS = ['role', 'name', 'title', 'email', 'phone', 'receives'] as const

/** The institution's contacts have no form of their own: they are what it names each year. */
async function writeContact(
  { kernel, trx, scope, session, record }: Acting,
  change: ProposedChange,
  { institutionId, source, reason }: ChangeSource,
) {
  const key = { institutionId, siteId: scope.siteId, contactKey: change.key }
  const now = kernel.now().toISOString()
  const text = (code: string): string | null => {
    const value = change.answered[code]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const name = text('name')
  const gone = Object.keys(change.answered).length === 0
  if (!gone && name === null) throw inputError({ name: ['Enter the name.'] })
  const long = CONTACT_COLUMNS.find((code) => (text(code)?.length ?? 0) > CONTACT_MOST)
  if (long) throw inputError({ [long]: [`Enter up to ${CONTACT_MOST} characters.`] })
  const values = {
    ...Object.fromEntries(CONTACT_COLUMNS.map((code) => [code, text(code)])),
    name: name ?? '',
    source,
    enteredBy: session.userId,
    updatedAt: now,
  }
  if (gone)
    await trx
      .deleteFrom('institutionContact')
      .where('institutionId', '=', institutionId)
      .where('siteId', '=', scope.siteId)
      .where('contactKey', '=', change.key)
      .execute()
  else
    await trx
      .insertInto('institutionContact')
      .values({ ...key, ...values, createdAt: now })
      .onConflict((conflict) => conflict.columns(['institutionId', 'siteId', 'contactKey']).doUpdateSet(values))
      .execute()
  await record({
    action: gone ? 'institutions.contacts.removed' : 'institutions.contacts.kept',
    entity: 'institutions',
    entityId: institutionId,
    institutionId,
    after: { name: change.title, reason },
  })
}

/** "Annual Questionnaire 2026, signed by Jane Roe, Chief Financial Officer, on 02/10/2026" */
export const reasonOf = (source: string, signed: { signerName: string; signerTitle: string }, on: PlainDate): string =>
  `${source}, signed by ${signed.signerName}, ${signed.signerTitle}, on ${formatDate(on)}`.slice(0, 500)
