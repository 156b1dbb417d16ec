/** Invented insureds: who they are at issue, where they stand now, and what they signed. No social security number here could have been issued. */
import { createHmac } from 'node:crypto'
import { annualMortality, type Gender } from '@corridor/domain/calculations/mortality.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addDays, addMonthEnds, daysInMonth, monthOf, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { hashSsn, sealSsn } from '../../platform/security/ssn.ts'
import { EMPLOYEE_TITLES, FAMILY_NAMES, MEN, OFFICER_TITLES, WOMEN } from './names.ts'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'

export interface Person {
  id: number
  firstName: string
  middleName: string | null
  lastName: string
  gender: Gender
  dateOfBirth: PlainDate
  role: 'EMPLOYEE' | 'OFFICER' | 'DIRECTOR'
  title: string
  hireDate: PlainDate
  compensationDollars: number
  death: Death | undefined
  /** When the employment ended and how; undefined while active. */
  left: { date: PlainDate; status: 'RETIRED' | 'TERMINATED' | 'DISABLED' | 'DIRECTOR_EMERITUS' } | undefined
}

export interface Death {
  date: PlainDate
  notified: PlainDate
  /** Undefined while the claim is open. */
  paid: PlainDate | undefined
  source: 'BANK' | 'SWEEP' | 'CARRIER' | 'OBITUARY'
}

/** A person fit to be insured on a date, working (or sitting on the board) there already. */
export function invent(random: Random, id: number, on: PlainDate, director: boolean): Person {
  const gender: Gender = random.chance(0.58) ? 'M' : 'F'
  const ageAtIssue = Math.round(
    Math.min(Math.max((director ? 56 : 46) + random.normal() * (director ? 6 : 8), director ? 42 : 29), director ? 69 : 63),
  )
  const birthYear = yearOf(on) - ageAtIssue
  const birthMonth = random.whole(1, 12)
  const role = director ? 'DIRECTOR' : random.chance(0.72) ? 'OFFICER' : 'EMPLOYEE'
  const [title, least, most] =
    role === 'DIRECTOR' ? (['Director', 22_000, 46_000] as const) : random.pick(role === 'OFFICER' ? OFFICER_TITLES : EMPLOYEE_TITLES)
  return {
    id,
    firstName: random.pick(gender === 'M' ? MEN : WOMEN),
    middleName: random.chance(0.7) ? String.fromCharCode(random.whole(65, 90)) : null,
    lastName: random.pick(FAMILY_NAMES),
    gender,
    dateOfBirth: dateIn(birthYear, birthMonth, random.whole(1, 28)),
    role,
    title,
    hireDate: dateIn(yearOf(on) - random.whole(1, Math.max(1, Math.min(18, ageAtIssue - 24))), random.whole(1, 12), random.whole(1, 28)),
    compensationDollars: Math.round(random.between(least, most) / 100) * 100,
    death: undefined,
    left: undefined,
  }
}

/** Age last birthday. */
export function ageAt(birth: PlainDate, on: PlainDate): number {
  return yearOf(on) - yearOf(birth) - (on.slice(5) < birth.slice(5) ? 1 : 0)
}

// Guaranteed-issue groups are healthier than the loaded valuation table.
const EXPERIENCE = 0.5

/**
 * Lets time pass over a person from the first insurance on: retirement, other leaving, and death inside the book's window.
 * Claims are paid within months and never inside the month after the book's last: those stay open.
 */
export function liveThrough(random: Random, person: Person, insuredSince: PlainDate, window: { from: PlainDate; until: PlainDate }): void {
  if (!person.death) {
    for (let end = window.from; end <= addMonthEnds(window.until, -1); end = addMonthEnds(end, 1)) {
      if (random.chance((annualMortality(ageAt(person.dateOfBirth, end), person.gender) * EXPERIENCE) / 12)) {
        const date = dateIn(yearOf(end), monthOf(end), random.whole(1, daysInMonth(yearOf(end), monthOf(end))))
        person.death = deathOn(random, date, window.until)
        break
      }
    }
  }
  const end = person.death?.date ?? window.until
  const retiresAt = person.role === 'DIRECTOR' ? random.whole(72, 78) : random.whole(62, 68)
  const birthday = dateIn(yearOf(person.dateOfBirth) + retiresAt, monthOf(person.dateOfBirth), 1)
  const retirement = birthday > insuredSince ? birthday : addDays(insuredSince, random.whole(700, 1_900))
  const yearsAtRisk = (yearOf(end) - yearOf(insuredSince)) * (person.role === 'DIRECTOR' ? 0.3 : 1)
  const leaves = random.chance(1 - 0.978 ** Math.max(yearsAtRisk, 0))
  if (leaves) {
    const date = dateIn(yearOf(insuredSince) + random.whole(1, Math.max(yearOf(end) - yearOf(insuredSince), 1)), random.whole(1, 12), 15)
    if (date < end && date < retirement && date > insuredSince) {
      person.left = { date, status: random.chance(0.05) ? 'DISABLED' : 'TERMINATED' }
      return
    }
  }
  if (retirement < end) person.left = { date: retirement, status: person.role === 'DIRECTOR' ? 'DIRECTOR_EMERITUS' : 'RETIRED' }
}

function deathOn(random: Random, date: PlainDate, until: PlainDate): Death {
  const notified = addDays(date, random.whole(4, 30))
  const paid = addDays(notified, random.whole(32, 95))
  return { date, notified, paid: paid <= until ? paid : undefined, source: random.pick(['BANK', 'BANK', 'SWEEP', 'OBITUARY'] as const) }
}

/** The row of an insured as of the end of the book. `keys` seal the number; without them only its last four digits are kept. */
export function insuredRow(
  person: Person,
  institutionId: number,
  siteId: number,
  state: string,
  until: PlainDate,
  keys: Keys | undefined,
): Row<'insured'> {
  const ssn = impossibleSsn(person.id)
  const former = person.left !== undefined
  return {
    institutionId,
    id: person.id,
    siteId,
    firstName: person.firstName,
    middleName: person.middleName,
    lastName: person.lastName,
    ssnEncrypted: keys ? sealSsn(keys, ssn, nonceOf(keys, person.id)) : null,
    ssnHash: keys ? hashSsn(keys, ssn) : null,
    ssnLast4: ssn.slice(-4),
    dateOfBirth: person.dateOfBirth,
    gender: person.gender,
    smokerStatus: 'NONSMOKER',
    employeeId: `E${String(10_000 + ((person.id * 37) % 89_999)).padStart(5, '0')}`,
    title: person.title,
    hireDate: person.hireDate,
    insuredRole: person.role === 'DIRECTOR' ? (former ? 'FORMER_DIRECTOR' : 'DIRECTOR') : former ? 'FORMER_EMPLOYEE' : person.role,
    employmentStatus: person.death ? 'DECEASED' : (person.left?.status ?? 'ACTIVE'),
    employmentStatusDate: person.death?.date ?? person.left?.date ?? person.hireDate,
    dateOfDeath: person.death?.date ?? null,
    deathSource: person.death?.source ?? null,
    annualCompensationCents: cents(person.compensationDollars * 100),
    compensationAsOf: plainDate(`${yearOf(until) - 1}-12-31`),
    stateOfResidence: state,
  }
}

// Areas 900 to 999 are never given to people, and groups 01 to 49 not to taxpayers without a number either.
export function impossibleSsn(id: number): string {
  // 7919 is prime to 9999, so that no two of a million ids give one number and neighbors do not look like it.
  const serial = 1 + ((id * 7_919) % 9_999)
  const group = 1 + ((id * 31) % 49)
  const area = 900 + (Math.floor(id / 9_999) % 100)
  return `${area}${String(group).padStart(2, '0')}${String(serial).padStart(4, '0')}`
}

// The nonce comes from the key and the id, which never stand for another number, so that a book can be made again byte for byte.
const nonceOf = (keys: Keys, id: number): Buffer =>
  createHmac('sha256', keys.encryption).update(`seed insured ${id}`).digest().subarray(0, 12)

export function dateIn(year: number, month: number, day: number): PlainDate {
  const last = Math.min(day, daysInMonth(year, month))
  return plainDate(`${year}-${String(month).padStart(2, '0')}-${String(last).padStart(2, '0')}`)
}
