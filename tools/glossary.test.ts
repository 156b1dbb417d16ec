import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TAX_BASES } from '../domain/src/calculations/state-tax.ts'
import { CONSENT_FLAW_CODES, STATUSES_AT_ISSUE } from '../domain/src/policies/consents.ts'
import { AGREEMENT_TYPES, BENEFIT_FORMULAS, PLAN_TYPES, RATE_BASES, TRANSACTION_TYPES } from '../domain/src/policies/register.ts'
import { POLICY_STATUSES } from '../domain/src/policies/statuses.ts'
import { ACCOUNT_TYPES, CAPITAL_BASES, STATE_TREATMENTS, YIELD_CONVENTIONS } from '../domain/src/primitives/insurance-terms.ts'

const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')
const terms = glossary
  .slice(glossary.indexOf('## Terms of the field'))
  .split('\n')
  .filter((line) => line.startsWith('| '))

const codes = [
  ...[AGREEMENT_TYPES, BENEFIT_FORMULAS, PLAN_TYPES, RATE_BASES, TRANSACTION_TYPES, POLICY_STATUSES].flatMap((table) => Object.keys(table)),
  ...Object.keys(STATUSES_AT_ISSUE).filter((code) => code !== 'OTHER_EMPLOYEE'),
  ...[TAX_BASES, ACCOUNT_TYPES, CAPITAL_BASES, STATE_TREATMENTS, YIELD_CONVENTIONS, CONSENT_FLAW_CODES].flat(),
]
test.each([...new Set(codes)])('docs/glossary.md explains %s', (code) =>
  expect(terms.some((line) => line.includes(`\`${code}\``))).toBe(true),
)

test('every term of the field has a meaning and a source, and stands once', () => {
  const rows = terms.slice(1).map((line) => line.slice(2, -2).split(' | '))
  expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([])
  const names = rows.map(([name]) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
