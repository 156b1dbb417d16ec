/** Open items before a Form 8925 is filed: each a sentence, with the people and policies concerned. */

import { CONSENT_FLAW_CODES, type ConsentFlaw } from '../../policies/consents.ts'
import { counted, firstNamed } from '../../primitives/counted.ts'
import { formatDate, type PlainDate, yearOf } from '../../primitives/period.ts'
import { portalName } from '../portals.ts'
import { portalsOf } from './contracts.ts'
import { tooFewDirectors } from './line-1.ts'
import { elsewhereTotals } from './other-portals.ts'
import { employmentReason, type Form8925Finding, linesOf } from './rules.ts'
import type { Form8925Site, Form8925Snapshot } from './snapshot.ts'

/** In place of the list where nothing is open: screen, paper and workbook say the same. */
export const NO_OPEN_ITEMS = 'None found in what is on file.'

/** Things to settle before the form is filed, each a sentence. */
export interface OpenItem {
  key: string
  text: string
  /** How many are concerned. */
  policies: number
  /** The people to be asked, by what each of them needs. */
  concerned: Concerned[]
}

/** People of one reason; null where the item's own sentence says it for all. */
export interface Concerned {
  reason: string | null
  people: ConcernedPerson[]
}
export interface ConcernedPerson {
  /** "Doe, Ann (1234, 5678)", as the schedule names them. */
  text: string
  /** Their first row of the schedule; null for those whom another portal keeps. */
  row: string | null
}

/** @param taxYearEnd when line 1 is stated for; another day than the snapshot's while the year still runs */
export function openItemsOf(snapshot: Form8925Snapshot, findings: readonly Form8925Finding[], taxYearEnd = snapshot.period): OpenItem[] {
  const { employees, period, yearStart } = snapshot
  const holder = snapshot.subsidiary ?? snapshot.institution
  const lines = linesOf(findings, employees?.count ?? null)
  const items: OpenItem[] = []
  const portals = portalsOf(snapshot)
  const reasonsOf: Readonly<Record<string, (theirs: readonly Form8925Finding[]) => string | null>> = {
    CONSENT: deficienciesOf,
    EMERITUS: (theirs) => emeritusWords(theirs, period),
  }
  const say = (key: string, text: string, of: readonly Form8925Finding[] = []) =>
    items.push({ key, text, policies: of.length, concerned: concernedBy(of, portals, reasonsOf[key] ?? (() => null)) })
  const each = (test: (finding: Form8925Finding) => boolean, key: string, text: (count: number) => string) => {
    const found = findings.filter(test)
    if (found.length > 0) say(key, text(found.length), found)
  }

  if (employees === null)
    say(
      'LINE_1',
      `Line 1 is blank: ${holder.legalName} has not stated its employees, directors included, at ${formatDate(taxYearEnd)}. The annual questionnaire asks for them; staff enter them on the institution’s page.`,
    )
  else if (employees.count < lines.line2)
    say(
      'LINE_1_LOW',
      `Line 1 states ${counted(employees.count, 'employee')}, fewer than the ${lines.line2} insured on line 2. Ask for the number again, directors included.`,
    )
  else if (employees.statedOn < taxYearEnd)
    say(
      'LINE_1_EARLY',
      `Line 1 was stated on ${formatDate(employees.statedOn)}, before the tax year ended: confirm the number at ${formatDate(taxYearEnd)}.`,
    )
  if (employees?.isUnreturned)
    say(
      'LINE_1_SOURCE',
      `The source of line 1 is given as “${employees.source}”, but the annual questionnaire of the tax year has not been returned. Ask for the number in writing, and correct its source on the institution’s page.`,
    )
  const directors = tooFewDirectors(snapshot, findings)
  if (directors !== null) say('LINE_1_DIRECTORS', directors)
  if (!snapshot.institution.ein) say('EIN', `${snapshot.institution.legalName} has no EIN on file: the identifying number is blank.`)
  if (!snapshot.institution.businessType)
    say('BUSINESS', `No type of business is on file for ${snapshot.institution.legalName}: the line is blank.`)
  each(
    ({ consent }) => consent !== null && consent.status !== 'VALID',
    'CONSENT',
    (count) =>
      `${lines.line4b === 1 ? 'One employee' : `${lines.line4b} employees`} on line 2 ${lines.line4b === 1 ? 'is' : 'are'} without a valid consent (${policiesOf(count)}).${snapshot.saysEveryConsent ? ` The questionnaire of ${yearOf(period)} states that every consent is held.` : ''}`,
  )
  each(
    ({ insured }) => insured.dateOfDeath !== null && insured.dateOfDeath > yearStart && insured.dateOfDeath <= period,
    'DEATH',
    (count) =>
      `A death in the tax year concerns ${policiesOf(count)}: check that the proceeds were properly excluded from income (IRC 101(j)).`,
  )
  each(
    ({ policy, reason }) =>
      reason !== 'ISSUED_AFTER' && reason !== 'NOT_IN_FORCE' && policy.isSection1035Replacement && policy.replacedIssueDate === null,
    'UNKNOWN_1035',
    (count) =>
      `${capital(policiesOf(count))} came by a section 1035 exchange, but the issue date of the replaced contract is not on file, so the exception is not applied.`,
  )
  each(
    ({ reason }) => reason === 'FORMER_EMPLOYEE',
    'FORMER',
    (count) =>
      `${capital(policiesOf(count))} on former employees ${count === 1 ? 'is' : 'are'} not on lines 2 and 3. Confirm that they had left by ${formatDate(period)}.`,
  )
  each(
    ({ insured, reason }) => reason === 'IN_SCOPE' && insured.employmentStatus === 'DIRECTOR_EMERITUS',
    'EMERITUS',
    (count) =>
      `${capital(policiesOf(count))} on directors emeriti ${count === 1 ? 'is' : 'are'} counted as on directors. Confirm that they still served as such on ${formatDate(period)}.`,
  )
  each(
    ({ policy }) => policy.ownedThrough !== null,
    'NO_OWN_RETURN',
    (count) => `${capital(policiesOf(count))} of subsidiaries without an EIN of their own ${count === 1 ? 'is' : 'are'} on this form.`,
  )
  portalItems(snapshot, findings, say)
  return items
}

/** The schedule shows the year's end alone: whoever became emeritus since stands there as active. */
function emeritusWords([finding]: readonly Form8925Finding[], yearEnd: PlainDate): string | null {
  if (finding === undefined) return null
  const { statusDate } = finding.insured
  if (statusDate === null) return 'Director emeritus since a day that is not on file'
  return `Director emeritus since ${formatDate(statusDate)}, ${statusDate > yearEnd ? 'active' : 'and so'} on ${formatDate(yearEnd)}`
}

const WITHOUT: Readonly<Record<ConsentFlaw, string>> = {
  MISSING: 'No signed consent on file',
  LATE: 'Notice or consent after issue',
  EARLY: 'Signed over a year before issue',
  LEFT: 'Issued after employment',
  UNDER_DISCLOSED: 'Face amounts above the maximum disclosed',
  INCOMPLETE: 'Incomplete notice',
  NO_DOCUMENT: 'Signed document not on file',
}

/** Each person of this portal with the numbers of their policies, by reason; names and numbers of another stay there, and are counted. */
function concernedBy(
  findings: readonly Form8925Finding[],
  portals: readonly Form8925Site[],
  reasonOf: (theirs: readonly Form8925Finding[]) => string | null,
): Concerned[] {
  const [others, own] = [findings.filter(({ elsewhere }) => elsewhere !== null), findings.filter(({ elsewhere }) => elsewhere === null)]
  const people = [...Map.groupBy(own, ({ insured }) => insured.personId).values()]
  const groups = [...Map.groupBy(people, reasonOf)].sort(byUrgency).map(([reason, theirs]) => ({ reason, people: theirs.map(personOf) }))
  const kept = [...Map.groupBy(others, ({ elsewhere }) => elsewhere)].flatMap(([site, theirs]) =>
    site === null ? [] : [{ text: `${policiesOf(theirs.length)} kept in the ${portalName(site, portals)}`, row: null }],
  )
  return kept.length === 0 ? groups : [...groups, { reason: null, people: kept }]
}

const REASONS = Object.values(WITHOUT)
/** As the deficiencies stand: people without any consent come first. */
const byUrgency = ([a]: readonly [string | null, unknown], [b]: readonly [string | null, unknown]): number =>
  REASONS.findIndex((words) => a?.startsWith(words)) - REASONS.findIndex((words) => b?.startsWith(words))

/** Deficiencies of a person's consents, in their order whatever that of the policies. */
function deficienciesOf(theirs: readonly Form8925Finding[]): string | null {
  const flaws = theirs.flatMap(({ consent }) => consent?.flaws ?? [])
  const words = CONSENT_FLAW_CODES.filter((code) => flaws.includes(code)).map((code) => WITHOUT[code])
  return words.length === 0 ? null : words.join('; ')
}

const personOf = (own: readonly Form8925Finding[]): ConcernedPerson => ({
  text: `${own[0]?.insured.name} (${own.map(({ policy }) => policy.policyNumber).join(', ')})`,
  row: own[0] === undefined ? null : String(own[0].policy.policyId),
})

/** "No signed consent on file: Doe, Ann (1234); Roe, Bo (5678)", a line for each reason; paper names the first few, as the schedule names all. */
export const concernedLines = (concerned: readonly Concerned[], most = Number.POSITIVE_INFINITY): string[] =>
  concerned.map(
    ({ reason, people }) =>
      (reason === null ? '' : `${reason}: `) +
      firstNamed(
        people.map(({ text }) => text),
        most,
        '; ',
      ),
  )

/** Statements of two portals about the same people. */
function portalItems(
  snapshot: Form8925Snapshot,
  findings: readonly Form8925Finding[],
  say: (key: string, text: string, of?: readonly Form8925Finding[]) => void,
): void {
  if (elsewhereTotals(findings).length === 0) return
  const inForce = findings.filter(({ reason }) => reason !== 'NOT_IN_FORCE' && reason !== 'ISSUED_AFTER')
  const byPerson = [...Map.groupBy(inForce, ({ insured }) => insured.personId).values()]
  const employed = ({ insured }: Form8925Finding) => employmentReason(insured, snapshot.period) === 'IN_SCOPE'
  const differing = byPerson.filter(
    (theirs) => new Set(theirs.map(employed)).size > 1 && new Set(theirs.map(({ elsewhere }) => elsewhere?.id ?? 0)).size > 1,
  )
  if (differing.length > 0)
    say(
      'EMPLOYMENT',
      `${differing.length === 1 ? 'One person is' : `${differing.length} people are`} recorded as an employee in one portal and not in another. They are counted by the contracts of the portal that has them as employees: correct the other, then make the form again.`,
      differing.flat(),
    )
  const unknown = inForce.filter(({ insured }) => insured.isIdentified === false)
  if (unknown.length > 0)
    say(
      'IDENTITY',
      `${unknown.length === 1 ? 'A contract is' : `${unknown.length} contracts are`} on people without a social security number on file. Whether the other portal insures the same people is not known, so line 2 counts them apart.`,
      unknown,
    )
}

const policiesOf = (count: number): string => (count === 1 ? '1 policy' : `${count} policies`)
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
