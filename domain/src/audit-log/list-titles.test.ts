import { expect, test } from 'vitest'
import { listTitle } from './list-titles.ts'
import { sentenceOf } from './sentences.ts'

test.each([
  ['/api/asset-reports/:batch/reports', 'Asset reports'],
  ['/api/institutions', 'Institutions'],
  ['/api/institutions/:id/register/policies', 'Policies'],
  ['/api/service-requests', 'Service requests'],
])('the list of %s is named %s, as on its page', (path, title) => expect(listTitle(path)).toBe(title))

test('an export that was logged by its path alone is told by the name of its list', () => {
  const of = { actorName: 'Ada Quill', actingAsName: null, entityId: null, entityName: null }
  const logged = { ...of, action: 'list.exported', entity: '/api/asset-reports/:batch/reports', after: { format: 'csv' } }
  expect(sentenceOf(logged)).toBe('Ada Quill exported a list (Asset reports, as CSV)')
})
