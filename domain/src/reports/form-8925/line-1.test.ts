/** Line 1 of Form 8925: the origin of its number, and the directors recorded as part of it. */
import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { contract, person, snapshotOf } from '../../test/form-8925-parts.ts'
import { originOfLine1, recordedSource } from './line-1.ts'
import { openItemsOf } from './open-items.ts'
import { findingsOf } from './rules.ts'
import type { Form8925Insured, StatedEmployees } from './snapshot.ts'
import { buildForm8925 } from './view.ts'

const STATED = { count: 166, source: 'Annual questionnaire 2025', statedOn: plainDate('2026-03-04') }
const itemOf = (insureds: Form8925Insured[], over: Partial<StatedEmployees>) => {
  const policies = insureds.map(({ insuredId }) => contract({ policyId: insuredId, policyNumber: `A-${insuredId}`, insuredId }))
  const snapshot = snapshotOf(policies, insureds, { employees: { ...STATED, ...over } })
  return openItemsOf(snapshot, findingsOf(snapshot)).find(({ key }) => key === 'LINE_1_DIRECTORS')?.text
}

test('fewer directors recorded as included in line 1 than active directors on line 2 are an open item that names both numbers', () => {
  const directors = [1, 2, 3].map((insuredId) => person({ insuredId, role: 'DIRECTOR' }))
  expect(itemOf(directors, { directors: 1 })).toBe(
    'Line 1 was recorded with 1 director included, but line 2 counts 3 active directors, who are employees for this form (IRC 101(j)(5)(A)). Ask for the number again, with all directors included.',
  )
  expect(itemOf(directors, { directors: 3 })).toBeUndefined()
  // A number of directors that nobody recorded is not a number too low.
  expect(itemOf(directors, {})).toBeUndefined()
})

test('counted as active directors are people who served at the year’s end, each once, and no officers', () => {
  const one = person({ insuredId: 1, role: 'DIRECTOR' })
  const again = person({ insuredId: 2, personId: 1, role: 'DIRECTOR' })
  const emeritus = person({ insuredId: 3, role: 'DIRECTOR', employmentStatus: 'DIRECTOR_EMERITUS' })
  const former = person({ insuredId: 4, role: 'FORMER_DIRECTOR', employmentStatus: 'RETIRED', statusDate: plainDate('2024-06-30') })
  const leftSince = person({ insuredId: 5, role: 'FORMER_DIRECTOR', employmentStatus: 'RETIRED', statusDate: plainDate('2026-02-01') })
  expect(itemOf([one, again, emeritus, former, leftSince, person({ insuredId: 6 })], { directors: 0 })).toContain(
    'with 0 directors included, but line 2 counts 2 active directors,',
  )
})

test('the directors that staff recorded are kept apart from the source beside which they wrote them', () => {
  expect(recordedSource('Annual questionnaire 2025, 9 directors included')).toEqual({ source: 'Annual questionnaire 2025', directors: 9 })
  expect(recordedSource('Letter of January 12; 1 director included.')).toEqual({ source: 'Letter of January 12', directors: 1 })
  for (const source of ['Letter of 9 directors', '9 directors included', 'Payroll report'])
    expect(recordedSource(source)).toEqual({ source })
})

test('the note on line 1 gives the day of the return with the source, and who recorded the number and its directors apart from it', () => {
  const stated = { ...STATED, returnedOn: plainDate('2026-02-14'), statedBy: 'Ann Doe', directors: 17 }
  const words = 'Annual questionnaire 2025, returned 02/14/2026; recorded 03/04/2026 by Ann Doe, with 17 directors included'
  expect(originOfLine1(stated)).toBe(words)
  expect(buildForm8925(snapshotOf([contract()], [person()], { employees: stated })).notes.join(' ')).toContain(
    `Line 1: ${words}. Employees`,
  )
  // A form made before these were kept says what it always said.
  expect(originOfLine1({ ...STATED, source: 'Letter, 9 directors included' })).toBe('Letter, 9 directors included; recorded 03/04/2026')
})
