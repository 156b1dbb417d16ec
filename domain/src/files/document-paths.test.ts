import { expect, test } from 'vitest'
import { documentPath, openedPath, opensInNewWindow, ownerOf, pathsOpenedBy } from './document-paths.ts'

test.each([
  ['GLLIC', 'clients/GLLIC/brochure.pdf', 'GLLIC/brochure.pdf'],
  ['BCC', 'clients/vendors/2026/LEG/4/terms.pdf', 'vendors/2026/LEG/4/terms.pdf'],
  ['GLLIC', '/clients/GLLIC/brochure.pdf', '/clients/GLLIC/brochure.pdf'],
  ['GLLIC', 'clients/7/clients/brochure.pdf', 'clients/7/clients/brochure.pdf'],
  ['GLLIC', 'exclients/brochure.pdf', 'exclients/brochure.pdf'],
  ['GLLIC', 'carriers/GLLIC/brochure.pdf', 'carriers/GLLIC/brochure.pdf'],
  [null, 'clients/7/plan.pdf', 'clients/7/plan.pdf'],
  [null, '/clients/7/plan.pdf', '/clients/7/plan.pdf'],
] as const)('a document of %s at %s opens at %s', (carrierCode, path, opened) => {
  expect(openedPath({ path, carrierCode })).toBe(opened)
  // Whoever asks for what was opened finds the record that was stored.
  expect(pathsOpenedBy(opened)).toContain(path)
  expect(openedPath({ path: opened, carrierCode })).toBe(carrierCode === null ? path : opened)
})

test('only a document without a carrier code opens a window of its own', () => {
  expect([null, 'GLLIC', 'BCC'].map((carrierCode) => opensInNewWindow({ carrierCode }))).toEqual([true, false, false])
  expect([null, 'GLLIC', 'BCC'].map(ownerOf)).toEqual(['institution', 'carrier', 'vendor'])
})

test('a name says whose paper it is, of which year and type', () => {
  const named = { id: 4, institutionId: null, typeCode: 'LEG', yearOverride: 2026, uploadName: 'Terms.pdf' }
  expect(documentPath({ ...named, institutionId: 7, carrierCode: null })).toBe('/clients/7/documents/2026/LEG/4/Terms.pdf')
  expect(documentPath({ ...named, carrierCode: 'GLLIC' })).toBe('clients/carriers/GLLIC/2026/LEG/4/Terms.pdf')
  expect(documentPath({ ...named, carrierCode: 'BCC' })).toBe('clients/vendors/2026/LEG/4/Terms.pdf')
  expect(() => documentPath({ ...named, carrierCode: null })).toThrow(RangeError)
})
