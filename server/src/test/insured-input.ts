/** An insured as the register's form sends one. */
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import type { insureds } from '@corridor/contract/register.ts'

export const insuredInput = (id: number, overrides: Partial<InputOf<typeof insureds.endpoints.create>> = {}) => ({
  id,
  firstName: 'Rosa',
  middleName: null,
  lastName: 'Quill',
  suffix: null,
  gender: 'F' as const,
  smokerStatus: null,
  employeeId: null,
  title: 'Controller',
  hireDate: '2012-05-01',
  insuredRole: 'OFFICER' as const,
  employmentStatus: 'ACTIVE' as const,
  employmentStatusDate: null,
  dateOfDeath: null,
  deathSource: null,
  stateOfResidence: 'CO',
  dateOfBirth: '1975-03-04',
  annualCompensationCents: 18_000_000,
  compensationAsOf: '2025-12-31',
  ...overrides,
})
