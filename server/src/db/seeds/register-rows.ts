/** Records of the register beside policies: consents, the statuses a policy went through, exchanges joined to pairs, rate resets. */
import { cents, formatPercent } from '@corridor/domain/primitives/money.ts'
import { addDays, addMonthEnds, formatDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { STAFF_ID } from './accounts.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Book, Counters, Row } from './rows.ts'

/** First Coastal, the demo's client: its register shows one of everything. */
const SHOWN = 1
type Flaw = 'late' | 'missing' | 'unfiled'
/** By the order in which its living insureds who need a consent come: one late, one missing, one whose signed document nobody finds. */
const FLAWS: Record<number, Flaw> = { 3: 'late', 5: 'missing', 7: 'unfiled' }
/** Contracts issued up to this day are outside IRC 101(j). */
const OUTSIDE_UNTIL = '2006-08-17'

/** Each issue asks for a consent of the year before it. */
export function addConsents(
  book: Book,
  random: Random,
  person: Person,
  held: readonly SeedPolicy[],
  { institutionId, siteId, face, counters }: { institutionId: number; siteId: number; face: number; counters: Counters },
): void {
  const issues = [...new Set(held.filter(({ issueDate }) => issueDate > OUTSIDE_UNTIL).map(({ issueDate }) => issueDate))].sort().reverse()
  if (issues.length === 0) return
  const isShown = institutionId === SHOWN && !person.death && held.every(({ exit }) => !exit)
  if (isShown) counters.consenting += 1
  const flaw = isShown ? FLAWS[counters.consenting] : undefined
  for (const issueDate of issues) {
    const consent = consentOf(random, person, issueDate, face, flaw)
    if (consent) book.consent.push({ institutionId, siteId, insuredId: person.id, ...consent })
  }
}

/** Consent under IRC 101(j)(4) for policies of one issue date: signed before, but for the few that an examiner would find. Undefined: none on file. */
function consentOf(random: Random, person: Person, issueDate: PlainDate, faceCents: number, flaw: Flaw | undefined) {
  const noticeDate = addDays(issueDate, -random.whole(20, 60))
  const draw = flaw === 'missing' ? 0 : flaw === 'late' ? 0.03 : random.next()
  if (draw < 0.02) return undefined
  const late = draw < 0.045
  const narrow = !late && draw < 0.055
  const [statusAtIssue, statusBasis] = standingOf(person)
  return {
    noticeDate,
    consentDate: late ? addDays(issueDate, random.whole(3, 25)) : addDays(noticeDate, narrow ? 5 : random.whole(0, 14)),
    maxFaceDisclosedCents: cents(
      narrow ? Math.floor((faceCents * 0.8) / 100) * 100 : Math.ceil((faceCents * 1.25) / 5_000_000) * 5_000_000,
    ),
    continueAfterTermination: true,
    beneficiaryDisclosed: true,
    statusAtIssue,
    statusBasis,
    keptAt: flaw === 'unfiled' || (draw >= 0.055 && draw < 0.06) ? null : 'Consent binder, human resources',
  }
}

/** The insured's status to the bank at issue. The amount of section 414(q) rose over the years; 130,000 is among its later ones. */
function standingOf({ role, compensationDollars }: Person): [NonNullable<Row<'consent'>['statusAtIssue']>, string] {
  if (role === 'DIRECTOR') return ['DIRECTOR', 'Minutes of the annual meeting']
  if (compensationDollars > 130_000) return ['HIGHLY_COMPENSATED_EMPLOYEE', 'Compensation of the year before issue, section 414(q)']
  return role === 'OFFICER'
    ? ['HIGHLY_COMPENSATED_INDIVIDUAL', 'Among the highest paid 35 percent, section 105(h)(5)']
    : ['OTHER_EMPLOYEE', 'Payroll record']
}

/** One old policy of the shown bank came out of another carrier's contract by a section 1035 exchange, long before the book's window. */
export function oldExchange(terms: InstitutionTerms, policies: readonly SeedPolicy[]): void {
  const policy =
    terms.id === SHOWN ? policies.find(({ issueDate, exit, person }) => issueDate > OUTSIDE_UNTIL && !exit && !person.death) : undefined
  if (policy) policy.replaces = { policyId: 0, carrierCode: 'MERID', issueDate: plainDate('1999-03-15') }
}

/** Claims that were open before they were paid, the halves of exchanges, and rate resets. */
export function addRegisterRows(book: Book, terms: InstitutionTerms, policies: readonly SeedPolicy[], counters: Counters): void {
  for (const { id, siteId, person, exit } of policies)
    if (exit?.kind === 'DEATH_PAID' && person.death && person.death.notified < exit.date)
      book.policyStatusHistory.push({
        institutionId: terms.id,
        siteId,
        policyId: id,
        effectiveDate: person.death.notified,
        status: 'DEATH_CLAIM_PENDING',
        reason: claimReason(person.death),
        source: 'BOOK',
        recordedBy: STAFF_ID,
      })
  const ofPolicy = Map.groupBy(
    book.policyTransaction.filter(({ institutionId }) => institutionId === terms.id),
    ({ policyId }) => policyId,
  )
  for (const { id, replaces } of policies) {
    const into = ofPolicy.get(id)?.find(({ type }) => type === 'EXCHANGE_IN')
    const out = ofPolicy.get(replaces?.policyId ?? 0)?.find(({ type }) => type === 'EXCHANGE_OUT')
    if (!into?.id || !out?.id) continue
    into.pairedTransactionId = out.id
    out.pairedTransactionId = into.id
  }
  addRateResets(book, terms, policies, counters)
}

/** As people write it in the register. */
export const claimReason = ({ date }: NonNullable<Person['death']>): string => `Insured died ${formatDate(date)}; claim filed`

/** As posting writes them (recordFlows of the data feeds): at the month end, with the line of the file, where the posted rate is another than a month before. */
function addRateResets(book: Book, terms: InstitutionTerms, policies: readonly SeedPolicy[], counters: Counters): void {
  const ofPolicy = Map.groupBy(
    book.policyValuation.filter(({ institutionId, status }) => institutionId === terms.id && status === 'POSTED'),
    ({ policyId }) => policyId,
  )
  for (const { id, siteId } of policies) {
    const rates = new Map<string, number>()
    for (const { asOfDate, grossCreditingRate: rate, fileId = null, lineNumber = null } of ofPolicy.get(id) ?? []) {
      if (typeof rate !== 'number') continue
      rates.set(asOfDate, rate)
      const before = rates.get(addMonthEnds(plainDate(asOfDate), -1))
      if (before === undefined || before === rate) continue
      counters.transaction += 1
      book.policyTransaction.push({
        institutionId: terms.id,
        id: counters.transaction,
        siteId,
        policyId: id,
        transactionDate: asOfDate,
        type: 'RATE_RESET',
        amountCents: null,
        note: `${formatPercent(before)} to ${formatPercent(rate)}`,
        fileId,
        lineNumber,
        createdBy: STAFF_ID,
      })
    }
  }
}
