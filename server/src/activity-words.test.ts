/** The actions that the code records and the actions that the log can describe are the same list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACTIONS, VERBS } from '@corridor/domain/audit-log/actions.ts'
import { ACTIVITY_KIND_NAMES, actionsOfKind, describeAction, sentenceOf } from '@corridor/domain/audit-log/sentences.ts'
import { expect, test } from 'vitest'

const ROOT = import.meta.dirname
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => /^(features|platform|shared|start|reporting|commands|cli)/.test(path) && path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** `action: 'x.y'`, `action: condition ? 'x.y' : 'x.z'`, and templates, whose gaps become *. */
const recorded = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/\baction:([^,\n]*)/g)].flatMap(([, value = '']) =>
    [...value.matchAll(/['`]((?!t\.)[\w$][\w.${}-]*\.[\w.${}-]+)['`]/g)].map(([, action = '']) => ({
      path,
      action: action.replaceAll(/\$\{[^}]*\}/g, '*'),
    })),
  ),
)
/** Templates: `access.*` and `viewed.*` are described by the word in the gap, `*.saved` by its verb. */
const isTold = (action: string): boolean =>
  action in ACTIONS ||
  /^(access|viewed)\.\*$/.test(action) ||
  (action.includes('.') && action.slice(action.lastIndexOf('.') + 1).replace('*d', 'deleted') in VERBS)

test('every action that the code records has its words', () => {
  expect(recorded.length).toBeGreaterThan(50)
  expect(recorded.filter(({ action }) => !isTold(action)).map(({ path, action }) => `${path}: ${action}`)).toEqual([])
})

test('no action has words and is never recorded', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const unused = Object.keys(ACTIONS).filter((action) => !all.includes(`'${action}'`) && !action.startsWith('access.'))
  expect(unused).toEqual([])
})

test('kinds do not overlap, and each is recorded', () => {
  const all = ACTIVITY_KIND_NAMES.flatMap(actionsOfKind)
  expect(new Set(all).size).toBe(all.length)
  for (const kind of ACTIVITY_KIND_NAMES) expect([kind, actionsOfKind(kind).length > 0]).toEqual([kind, true])
})

test('what was done while viewing as a client is told of both', () => {
  const row = {
    actorName: 'Ada Quill',
    actingAsName: 'Cleo Park',
    entity: 'client_report',
    entityId: '4',
    entityName: 'October',
    after: null,
  }
  expect(sentenceOf({ ...row, action: 'client_report.downloaded' })).toBe(
    'Ada Quill, viewing as Cleo Park, downloaded released report October',
  )
  expect(sentenceOf({ ...row, actorName: 'Cleo Park', actingAsName: null, action: 'viewed.client_report.downloaded' })).toBe(
    'Unknown person, viewing as Cleo Park downloaded released report October',
  )
  expect(describeAction('viewed.client_report.downloaded').kind).toBe('download')
})

test.each([
  [{ version: 1 }, 'released July 2026'],
  [{ version: 1, gatePassedOver: '1 open audit error', reason: 'Read with the bank' }, 'released July 2026 over its open items'],
  [{ version: 1, incomplete: 'no interest', printedReason: 'Later' }, 'released July 2026 before it was complete'],
  [{ gatePassedOver: 'an error', incomplete: 'no interest' }, 'released July 2026 over its open items and before it was complete'],
])('a release of %j is told as “%s”', (after, told) =>
  expect(
    sentenceOf({
      action: 'report.released',
      actorName: 'Ada Quill',
      actingAsName: null,
      entity: 'report',
      entityId: '4',
      entityName: 'July 2026',
      after,
    }),
  ).toBe(`Ada Quill ${told}`),
)
