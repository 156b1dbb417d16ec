/** A cost-of-insurance table from a file: a rate per $1,000 for each sex, smoker class and attained age; compared with the table that it follows. */
import {
  type CostOfInsuranceRate,
  type CostOfInsuranceTable,
  rateKey,
  SMOKER_CLASSES,
  TABLE_SEXES,
} from '../calculations/interest-credited.ts'
import { findColumns, type LineProblem, numberIn, type ReadTable, type TextRow } from './table-file.ts'

export interface ReadCharge extends CostOfInsuranceRate {
  line: number
}

const COLUMNS = {
  sex: { label: 'Sex', headers: ['sex', 'gender'], isNeeded: false },
  smokerClass: { label: 'Smoker class', headers: ['smoker class', 'smoker', 'class', 'smoking', 'tobacco', 'risk class'], isNeeded: false },
  attainedAge: { label: 'Attained age', headers: ['attained age', 'age'], isNeeded: true },
  rate: {
    label: 'Rate per 1000',
    headers: [
      'rate',
      'coi rate',
      'rate per 1 000',
      'rate per 1000',
      'annual rate',
      'monthly rate',
      'annual rate per 1 000',
      'annual rate per 1000',
      'monthly rate per 1 000',
      'monthly rate per 1000',
    ],
    isNeeded: true,
  },
} as const
const FIELDS = ['sex', 'smokerClass', 'attainedAge', 'rate'] as const

const SEX_WORDS: Readonly<Record<string, ReadCharge['sex']>> = {
  m: 'M',
  male: 'M',
  f: 'F',
  female: 'F',
  u: 'UNISEX',
  unisex: 'UNISEX',
}
const CLASS_WORDS: Readonly<Record<string, ReadCharge['smokerClass']>> = {
  n: 'NONSMOKER',
  ns: 'NONSMOKER',
  nonsmoker: 'NONSMOKER',
  'non-smoker': 'NONSMOKER',
  s: 'SMOKER',
  sm: 'SMOKER',
  smoker: 'SMOKER',
  c: 'COMPOSITE',
  composite: 'COMPOSITE',
  aggregate: 'COMPOSITE',
}
const OLDEST = 130
const DEAREST = 1000
export const SEX_NAMES = { M: 'Male', F: 'Female', UNISEX: 'Unisex' } as const
export const CLASS_NAMES = { NONSMOKER: 'Nonsmoker', SMOKER: 'Smoker', COMPOSITE: 'Composite' } as const

/** @param per the time that a rate of the table pays for, as the person says */
export function readCharges(rows: readonly TextRow[], per: CostOfInsuranceTable['per']): ReadTable<ReadCharge> {
  const { cellOf, headerOf, body, problems, notes } = findColumns(rows, COLUMNS, FIELDS)
  const said = /annual|year/i.test(headerOf('rate')) ? 'YEAR' : /month/i.test(headerOf('rate')) ? 'MONTH' : null
  if (said !== null && said !== per)
    problems.push({
      line: 1,
      message: `The column “${headerOf('rate')}” says rates of a ${said === 'YEAR' ? 'year' : 'month'}; you chose rates of a ${per === 'YEAR' ? 'year' : 'month'}.`,
    })
  const lines: ReadCharge[] = []
  const seen = new Map<string, number>()
  const [bySex, byClass] = [headerOf('sex') !== '', headerOf('smokerClass') !== '']
  if (body.length > 0 && !bySex) notes.push('No column Sex: the rates are read as unisex, and hold for everybody.')
  if (body.length > 0 && !byClass)
    notes.push('No column Smoker class: the rates are read as composite, and hold for smokers and nonsmokers.')
  for (const row of body) {
    const found: string[] = []
    const [sexCell, classCell] = [cellOf(row, 'sex'), cellOf(row, 'smokerClass')]
    const sex = bySex ? SEX_WORDS[sexCell.toLowerCase()] : 'UNISEX'
    if (!sex) found.push(`“${sexCell}” is not a sex. Write M, F or Unisex.`)
    const smokerClass = byClass ? CLASS_WORDS[classCell.toLowerCase()] : 'COMPOSITE'
    if (!smokerClass) found.push(`“${classCell}” is not a smoker class. Write Nonsmoker, Smoker or Composite.`)
    const age = numberIn(cellOf(row, 'attainedAge'))
    if (age === undefined || !Number.isInteger(age) || age < 0 || age > OLDEST)
      found.push(`“${cellOf(row, 'attainedAge')}” is not an age from 0 to ${OLDEST}.`)
    const rate = numberIn(cellOf(row, 'rate').replace(/^\$/, ''))
    if (rate === undefined || rate < 0 || rate > DEAREST)
      found.push(`“${cellOf(row, 'rate')}” is not a rate in dollars per $1,000, from 0 to ${DEAREST.toLocaleString('en-US')}.`)
    if (found.length === 0 && sex && smokerClass && age !== undefined && rate !== undefined) {
      const key = rateKey({ sex, smokerClass, attainedAge: age })
      const before = seen.get(key)
      if (before === undefined) seen.set(key, row.line)
      else found.push(`Line ${before} has a rate for this sex, smoker class and age already.`)
      lines.push({ line: row.line, sex, smokerClass, attainedAge: age, rate })
    }
    problems.push(...found.map((message): LineProblem => ({ line: row.line, message })))
  }
  return problems.length > 0 ? { lines: [], problems, notes } : { lines, problems, notes: [...notes, ...doubtsOf(lines)] }
}

/** Ages left out between others, and rates that fall as people grow older: either may be so, and neither is usual. */
function doubtsOf(lines: readonly ReadCharge[]): string[] {
  const doubts: string[] = []
  for (const sex of TABLE_SEXES)
    for (const smokerClass of SMOKER_CLASSES) {
      const of = lines
        .filter((line) => line.sex === sex && line.smokerClass === smokerClass)
        .toSorted((one, other) => one.attainedAge - other.attainedAge)
      const who = `${SEX_NAMES[sex]}, ${CLASS_NAMES[smokerClass].toLowerCase()}`
      for (const [place, line] of of.entries()) {
        const next = of[place + 1]
        if (next && next.attainedAge > line.attainedAge + 1)
          doubts.push(
            `${who}: no rate between age ${line.attainedAge} and age ${next.attainedAge}. Policies at these ages are not recomputed.`,
          )
        if (next && next.rate < line.rate)
          doubts.push(`${who}: the rate falls from age ${line.attainedAge} to age ${next.attainedAge}. Is that correct?`)
      }
    }
  return doubts
}

export type ChargeChange = 'NEW' | 'CHANGED' | 'SAME'
export interface ComparedCharge extends ReadCharge {
  change: ChargeChange
  before: number | null
}

/** @param held the table that held until then, its rates for the same time; null for none */
export function compareCharges(
  lines: readonly ReadCharge[],
  held: CostOfInsuranceTable | null,
  per: CostOfInsuranceTable['per'],
): { lines: ComparedCharge[] /** Rates of the held table that the new one has not. */; gone: number } {
  const factor = held === null || held.per === per ? 1 : per === 'MONTH' ? 1 / 12 : 12
  const keys = new Set(lines.map(rateKey))
  return {
    lines: lines.map((line) => {
      const rate = held?.rates.get(rateKey(line))
      const before = rate === undefined ? null : Number((rate * factor).toFixed(10))
      return { ...line, before, change: before === null ? 'NEW' : Math.abs(before - line.rate) < 1e-9 ? 'SAME' : 'CHANGED' }
    }),
    gone: [...(held?.rates.keys() ?? [])].filter((key) => !keys.has(key)).length,
  }
}
