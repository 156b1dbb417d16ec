import { expect, test } from 'vitest'
import { MEMBERSHIP_TYPES } from '../access/access.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, reportFamily, reportTitle, reportTypeFiledAs, typeCodeOf } from './families.ts'

test.each(REPORT_TYPE_NAMES)('who holds the type that %s is filed under holds its permission', (name) => {
  const { permission, typeCodes } = REPORT_FAMILIES[name]
  expect(MEMBERSHIP_TYPES[permission]).toEqual(expect.arrayContaining([typeCodes.boli, typeCodes.coli]))
  expect([typeCodes.boli, typeCodes.coli].map(reportTypeFiledAs)).toEqual([name, name])
})

test('no two families share an address', () => {
  const addresses = REPORT_TYPE_NAMES.map((name) => REPORT_FAMILIES[name].address)
  expect(addresses).toEqual([...new Set(addresses)])
})

test('asset reports are filed as MBR on the BOLI site and as MCR elsewhere', () => {
  expect([typeCodeOf('AssetReport', 1), typeCodeOf('AssetReport', 2)]).toEqual(['MBR', 'MCR'])
  expect(reportTypeFiledAs('LEG')).toBeNull()
  expect(reportTitle('AssetSummaryReport', true)).toBe('Quarterly Summary Asset Report')
  expect(() => reportFamily('Haiku')).toThrow(RangeError)
})
