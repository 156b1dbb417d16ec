import { describe, expect, test } from 'vitest'
import { menuItem as item } from '../test/menus.ts'
import { changeItem } from './editing.ts'
import { byYear } from './file-counts.ts'
import { ITEM_TYPES, type ItemType, linkOf, type MenuItem, readNavigation } from './items.ts'
import { checkMenu } from './validation.ts'

const { group, reports, link, carrier, vendor } = ITEM_TYPES

const mbr = item(1, 0, reports, { ReportCode: 'MBR' })

test('files are of the item’s type, each once, by year, newest year first', () => {
  const file = (kind: 'REPORT' | 'DOCUMENT', id: number, yearOverride: number, typeCode = 'MBR') => ({ kind, id, yearOverride, typeCode })
  const found = byYear(
    [file('REPORT', 1, 2024), file('REPORT', 2, 2026), file('REPORT', 1, 2024), file('DOCUMENT', 1, 2024), file('REPORT', 9, 2026, 'SMB')],
    'MBR',
  )
  expect(found.map(({ year, files }) => [year, files.map(({ kind, id }) => `${kind} ${id}`)])).toEqual([
    [2026, ['REPORT 2']],
    [2024, ['REPORT 1', 'DOCUMENT 1']],
  ])
})

test.each([
  ['https://portal.example/rates?x=1#y', 'web'],
  ['http://10.0.0.1:8080', 'web'],
  ['/service-team', 'page'],
  ['/reports?type=MBR', 'page'],
  ['javascript:alert(1)', null],
  ['JAVASCRIPT:alert(1)', null],
  ['data:text/html,x', null],
  ['vbscript:x', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://user:secret@evil.example', null],
  ['https:///path', null],
  ['ftp://files.example', null],
  [' /spaced', null],
  ['/with\nline', null],
  ['service-team', null],
  [`/${'x'.repeat(500)}`, null],
])('a link to %j leads to %s', (route, kind) => {
  expect(linkOf(route)?.kind ?? null).toBe(kind)
})

test('what stands in a navigation is read whoever wrote it; what is no item is left out', () => {
  expect(readNavigation(null)).toEqual([])
  expect(readNavigation([7, null, { Id: 'x', ItemType: 2 }, { Id: 1, ItemType: 9 }])).toEqual([])
  expect(readNavigation([{ id: 4, data: { Label: 'MBRs', ItemType: 2, ReportCode: 'MBR', IconType: 99 } }])).toEqual([
    {
      ...item(4, 0, reports, { ReportCode: 'MBR', Order: 0 }),
      data: { Label: 'MBRs', Route: null, ItemType: 2, ReportCode: 'MBR', IconType: 1 },
    },
  ])
})

describe('a menu that is to be published', () => {
  const known = { reportCodes: ['MBR', 'LEG'], carrierCodes: ['AAA'] }
  const faults = (...items: MenuItem[]) =>
    checkMenu(items, known).map(({ id, field, unfinished }) => `${id} ${field}${unfinished ? ' later' : ''}`)
  const named = (id: number, more: Partial<MenuItem>, type: ItemType) => item(id, 0, type, more)
  test.each<[string, MenuItem[], string[]]>([
    ['a finished one', [mbr], []],
    ['nothing in it', [], ['0 items later']],
    ['no name', [{ ...mbr, data: { ...mbr.data, Label: '  ' } }], ['1 Label later']],
    ['no report type', [named(1, {}, reports)], ['1 ReportCode later']],
    ['a report type that is not there', [named(1, { ReportCode: 'ZZZ' }, vendor)], ['1 ReportCode']],
    ['a link without address', [named(1, {}, link)], ['1 Route later']],
    ['a link that runs a script', [named(1, { Route: 'javascript:x' }, link)], ['1 Route']],
    ['a carrier that is not there', [named(1, { ReportCode: 'LEG', carrierCode: 'NOPE' }, carrier)], ['1 carrierCode']],
    ['the vendors as carrier', [named(1, { ReportCode: 'LEG', carrierCode: 'BCC' }, carrier)], []],
    ['a carrier on what is none', [named(1, { ReportCode: 'LEG', carrierCode: 'AAA' }, reports)], ['1 carrierCode']],
    ['an item in a link', [named(1, { Route: '/x' }, link), item(2, 1, link, { Route: '/y' })], ['2 ParentId']],
    ['an item in itself', [named(1, { ParentId: 1 }, group)], ['1 ParentId']],
    ['an item in one that is gone', [mbr, item(2, 9, group)], ['2 ParentId']],
    ['a number twice', [mbr, { ...mbr }], ['1 Id']],
    ['seven levels', Array.from({ length: 7 }, (_, index) => item(index + 1, index, group)), ['7 ParentId']],
    [
      'carriers on the seventh level',
      [...Array.from({ length: 5 }, (_, index) => item(index + 1, index, group)), item(6, 5, carrier, { ReportCode: 'LEG' })],
      ['6 ParentId'],
    ],
    [
      'two kinds at once',
      changeItem([mbr], 1, {}).map((each) => ({ ...each, data: { ...each.data, ItemType: 5 as const } })),
      ['1 ItemType'],
    ],
  ])('%s', (_, items, expected) => expect(faults(...items)).toEqual(expected))
})

test('what an item says beside its data is kept, and only a plain yes counts as one', () => {
  const said = { IsPersistent: true, Order: 3, ParentId: 2, isStatic: true, linkRequiresPermission: true, carrierCode: ' AAA ' }
  const [whole, empty] = readNavigation([
    { Id: 4, ItemType: 5, Route: ' /service-team ', ...said },
    { Id: 5, ItemType: 5, IsPersistent: 'true', Order: '3', ParentId: '2', isStatic: 1, linkRequiresPermission: 'yes', carrierCode: ' ' },
  ])
  expect(whole).toMatchObject({ ...said, carrierCode: 'AAA', Route: '/service-team' })
  expect(empty).toMatchObject({
    IsPersistent: false,
    Order: 0,
    ParentId: 0,
    isStatic: false,
    linkRequiresPermission: false,
    carrierCode: null,
  })
})
