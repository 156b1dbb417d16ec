/** The printed order of policies. */
import { expect, test } from 'vitest'
import { firstExampleBank, WORKED_POLICIES } from '../../test/first-example-bank.ts'
import { detailRows } from '../../test/report-cells.ts'
import { buildAssetReport } from './build.ts'

test('policies come by carrier, product, last name and number, whatever the accents', () => {
  const names = ['Öberg, Ann', 'Olsen, Bo', 'oakes, Cy']
  const policies = names.map((insuredName, index) => ({
    ...WORKED_POLICIES[0],
    policyId: index + 1,
    policyNumber: `A-${index}`,
    insuredName,
  }))
  expect(detailRows(buildAssetReport(firstExampleBank({ policies }))).map(({ cells }) => cells.insured)).toEqual([
    'oakes, Cy',
    'Öberg, Ann',
    'Olsen, Bo',
  ])
})

test('what is alike in every name comes by its id, so that a report is the same twice', () => {
  const policies = [3, 1, 2].map((policyId) => ({ ...WORKED_POLICIES[0], policyId, policyNumber: 'A-1' }))
  expect(detailRows(buildAssetReport(firstExampleBank({ policies }))).map((row) => row.policyId)).toEqual([1, 2, 3])
})
