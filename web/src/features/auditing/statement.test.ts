/** The statement of an audit: an empty result says how much was examined and what was not asked; bulk calls name what was chosen. */

import { remarkOf, settledInWords, skippedOf, statementOf } from '@corridor/domain/auditing/statement.ts'
import { expect, test } from 'vitest'
import { summaryOf } from '../../test/auditing-fixtures.ts'
import { selectionOf } from './selection.ts'
import { previewWords } from './ToleranceDialog.tsx'

const rule = summaryOf().rules[0]
if (!rule) throw new Error('no rule')
const CHARGES = 'no cost of insurance in the carrier’s file'
const skips = (code: string, policies = 120, carriers = ['Stonemarch'], reason = CHARGES) => ({
  ...rule,
  code,
  skipped: [{ reason, policies, carriers }],
})

test('nothing found is a statement: policies, exceptions, and the rules that were skipped with their reason', () => {
  const summary = summaryOf({ found: 0, open: 0, openErrors: 0, rules: [skips('V9'), skips('Y1'), skips('M4', 80)] })
  expect(statementOf(summary)).toBe(
    '912 of 912 policies valued; 0 exceptions; 3 rules skipped for Stonemarch: no cost of insurance in the carrier’s file (120 policies).',
  )
})

test('what is open stands with its errors; what is resolved, a false positive or only acknowledged is told apart', () => {
  expect(statementOf(summaryOf({ found: 4, open: 3, openErrors: 1, resolved: 1, rules: [] }))).toBe(
    '912 of 912 policies valued; 4 exceptions, 1 resolved, 3 open, 1 error among them.',
  )
  expect(statementOf(summaryOf({ found: 3, open: 0, openErrors: 0, resolved: 1, acknowledged: 2, rules: [] }))).toBe(
    '912 of 912 policies valued; 3 exceptions, 1 resolved, 2 acknowledged.',
  )
  expect(statementOf(summaryOf({ found: 1, open: 0, openErrors: 0, falsePositives: 1, rules: [] }))).toBe(
    '912 of 912 policies valued; 1 exception, 1 false positive.',
  )
})

test('beside the counts only what they do not say is told: rules that were skipped, or that nothing was audited', () => {
  const { examined } = summaryOf()
  expect(remarkOf(summaryOf({ rules: [] }))).toBeNull()
  expect(remarkOf(summaryOf({ rules: [skips('V9')] }))).toBe(
    '1 rule skipped for Stonemarch: no cost of insurance in the carrier’s file (120 policies).',
  )
  expect(remarkOf(summaryOf({ examined: { ...examined, auditedAt: null } }))).toBe('October 2026 has not been audited yet.')
})

test('exceptions are all closed only once none is open', () => {
  const none = { resolved: 0, falsePositives: 0, acknowledged: 0 }
  expect(settledInWords({ ...none, found: 2, open: 1, resolved: 1 })).toBeNull()
  expect(settledInWords({ ...none, found: 0, open: 0 })).toBeNull()
  expect(settledInWords({ ...none, found: 1, open: 0, acknowledged: 1 })).toBe('The only exception is closed: 1 acknowledged.')
})

test('a month that was not audited says nothing else', () => {
  const { examined } = summaryOf()
  expect(statementOf(summaryOf({ examined: { ...examined, auditedAt: null } }))).toBe('October 2026 has not been audited yet.')
})

test('reasons stand by how many policies they are of; many carriers are counted', () => {
  const many = ['Alder', 'Birch', 'Cedar', 'Dogwood']
  expect(
    skippedOf([skips('V9', 1), skips('Y1', 5, many, 'a death claim is pending'), skips('Y2', 3, ['Alder', 'Birch'], 'no yield')]),
  ).toEqual([
    '1 rule skipped for 4 carriers: a death claim is pending (5 policies)',
    '1 rule skipped for Alder and Birch: no yield (3 policies)',
    `1 rule skipped for Stonemarch: ${CHARGES} (1 policy)`,
  ])
})

test('chosen rows are named with their client; all that match by the filters and the number shown', () => {
  const ids = new Set([7, 9])
  const known = new Map([[7, { institutionId: 101, id: 7 }]])
  const some = { count: 2, all: false, ids, selection: { ids: [...ids] } }
  expect(selectionOf('yield-exceptions', '2026-10-31', some, known)).toEqual({ records: [{ institutionId: 101, id: 7 }] })
  const matching = { institutionId: '101', ruleCode: ['Y1', 'Y99'], status: ['OPEN'], mine: 'true', search: 'Alder' }
  const all = { count: 31, all: true, ids, selection: { matching, expected: 31 } }
  expect(selectionOf('yield-exceptions', '2026-10-31', all, known)).toEqual({
    matching: {
      check: 'yield-exceptions',
      period: '2026-10-31',
      institutionId: [101],
      ruleCode: ['Y1'],
      status: ['OPEN'],
      mine: true,
      search: 'Alder',
      count: 31,
    },
  })
})

test('a tolerance tells what would come and go before it is saved', () =>
  expect(previewWords({ period: '2026-10-31', come: 3, go: 12, stay: 0 })).toBe(
    '3 exceptions of October 2026 would be added, 12 removed, 0 unchanged.',
  ))
