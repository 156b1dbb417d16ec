import { permission, signedIn } from '@corridor/domain/access/access.ts'
import { expect, test } from 'vitest'
import { pageOpens } from './page-opens.ts'

const PAGES = [
  { path: '/questionnaires/annual', access: permission('ANNUAL_QUESTIONNAIRE', 1, ['c', 'a']) },
  { path: '/questionnaires/$id', access: signedIn(['d']) },
  { path: '/bank-uploads', access: permission('USR', 1, ['c', 'a']) },
]
const person = (userRole: 'c' | 'd' | 'e') => ({ userRole, permissions: [], reportTypeCodes: ['AQU', 'USR'] })

test.each([
  ['c', '/questionnaires/annual', true],
  ['c', '/questionnaires/annual/?section=census#ein', true],
  ['e', '/questionnaires/annual', false],
  ['c', '/questionnaires/7', false],
  ['d', '/questionnaires/7', true],
  ['e', '/bank-uploads', false],
  ['e', '/ie-bank-uploads?from=menu', false],
  ['e', '/no/such/page', true],
  ['e', 'https://rates.example/today', true],
] as const)('to role %s the link to %s opens: %s', (role, address, opens) => expect(pageOpens(PAGES, person(role), address)).toBe(opens))
