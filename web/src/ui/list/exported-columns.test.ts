import { expect, test } from 'vitest'
import { exportedColumns } from './exported-columns.ts'

const city = { key: 'city', header: 'City', exportAs: ['city', 'stateCode'] }
const state = { key: 'stateCode', header: 'State' }
const carriers = { key: 'carriers', header: 'Carriers', exportAs: ['carrierNames'] }

test('an export is headed with the words of the page, also for a field whose own column is hidden', () =>
  expect(exportedColumns([city, carriers], [city, state, carriers])).toEqual(['city:City', 'stateCode:State', 'carrierNames:Carriers']))

test('a field that two columns export stands in the file once', () =>
  expect(exportedColumns([city, state])).toEqual(['city:City', 'stateCode:State']))

test('of a column made of several fields only the one that it is named for has its heading', () =>
  expect(
    exportedColumns([
      { key: 'cashSurrenderValueCents', header: 'Cash surrender value', exportAs: ['cashSurrenderValueCents', 'valueAsOf'] },
      { key: 'typeCode', header: 'Type', exportAs: ['typeCode', 'typeName'] },
      { key: 'open', header: '', exportAs: ['id'] },
    ]),
  ).toEqual(['cashSurrenderValueCents:Cash surrender value', 'valueAsOf', 'typeCode', 'typeName', 'id']))
