/** Employees of the demo's institutions, beside the directors whom they insure. */
import { roleAt } from '@corridor/domain/policies/register.ts'
import { recordedSource } from '@corridor/domain/reports/form-8925/line-1.ts'
import { expect, test } from 'vitest'
import { buildBook } from './book.ts'
import { demoTerms } from './terms.ts'

test('every number of employees takes in the directors insured at the year’s end, and somebody recorded it', async () => {
  const { book } = await buildBook({ ...demoTerms(undefined), keepContent: false })
  const insuredOf = new Map(book.policy.map(({ id, insuredId }) => [id, insuredId]))
  const gaps = book.employeeCount
    .filter(({ subsidiaryId }) => subsidiaryId === null)
    .map(({ institutionId, taxYearEnd, source }) => {
      const covered = new Set(
        book.policyValuation.flatMap((row) => (row.asOfDate === taxYearEnd ? (insuredOf.get(row.policyId) ?? []) : [])),
      )
      const directors = book.insured.filter((row) => {
        const {
          insuredRole: role = 'EMPLOYEE',
          employmentStatus = 'ACTIVE',
          employmentStatusDate: statusDate = null,
          dateOfDeath = null,
        } = row
        const isServing = employmentStatus === 'ACTIVE' || (statusDate !== null && statusDate > taxYearEnd)
        const isDirector = roleAt({ role, employmentStatus, statusDate, dateOfDeath }, taxYearEnd) === 'DIRECTOR'
        return row.institutionId === institutionId && isServing && isDirector && covered.has(Number(row.id))
      })
      return Number(recordedSource(source).directors) - directors.length
    })
  expect(gaps.length).toBeGreaterThan(20)
  expect(Math.min(...gaps)).toBe(0)
  expect(book.employeeCount.every(({ enteredBy }) => typeof enteredBy === 'number')).toBe(true)
})
