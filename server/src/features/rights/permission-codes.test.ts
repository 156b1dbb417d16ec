import { expect, test } from 'vitest'
import { permissionCodes } from './permission-codes.ts'

test('what a permission opens is told for the roles that can hold it: clients never change reports, and sign what is theirs to sign', () => {
  const told = permissionCodes()
  const rolesOf = (code: string, of: 'view' | 'change') =>
    [...new Set(told.filter((one) => one.code === code).flatMap((one) => one[of].flatMap(({ roles }) => roles)))].toSorted().join('')
  expect([rolesOf('ASSET_REPORT', 'view'), rolesOf('ASSET_REPORT', 'change')]).toEqual(['abcde', 'bd'])
  expect([rolesOf('ANNUAL_QUESTIONNAIRE', 'view'), rolesOf('ANNUAL_QUESTIONNAIRE', 'change')]).toEqual(['abcde', 'abcd'])
  expect([rolesOf('INSTITUTIONS', 'view'), rolesOf('INSTITUTIONS', 'change')]).toEqual(['bd', 'bd'])
})
