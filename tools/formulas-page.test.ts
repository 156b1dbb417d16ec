import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderFormulasPage, workedNumbers } from './formulas-page.ts'

test('docs/reference/formulas.md is what the formulas and rules of domain say: `npm run generate`', () =>
  expect(renderFormulasPage()).toBe(readFileSync(new URL('../docs/reference/formulas.md', import.meta.url), 'utf8')))

// Worked by hand, apart from the code.
test.each([
  ['increase', '$9,706.52'],
  ['weightedBegin', '$3,098,387.10'],
  ['netYield', '3.7471%'],
  ['weightedRate', '3.8748%'],
  ['combinedTaxRate', '25.7400%'],
  ['taxEquivalentYieldOf', '4.6077%'],
  ['concentration', '24.4709%'],
  ['headroom', '$317,455.19'],
  ['herfindahl', '3392'],
  ['chargeBasisPoints', '27.75'],
  ['internalRateOfReturn', '2.1379%'],
  ['embeddedGain', '$559,706.52'],
  ['surrenderOfAll', '$2,859,667.41'],
  ['imputedIncome', '$1,825.00'],
  ['separateAccountRiskWeightedAssets', '$1,372,885.29'],
  ['breakEvenYears', '4.79'],
])('the worked number of %s is %s', (by, result) => expect(workedNumbers().find((row) => row.by === by)?.result).toBe(result))

test('every formula has a name, a wording and a source', () => {
  const rows = renderFormulasPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows.length).toBeGreaterThan(150)
  const lacking = rows.filter((row) =>
    row
      .slice(2, -2)
      .split(' | ')
      .some((cell) => ['', '-', 'undefined', 'null'].includes(cell.trim())),
  )
  expect(lacking).toEqual([])
})
