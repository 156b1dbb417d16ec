/** Call Reports as the FFIEC publishes them, for tests: one file a schedule, of banks that a test makes up or reads elsewhere. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Filed {
  idRssd: number
  name: string
  stateCode: string
  form: '031' | '041' | '051'
  cert?: number
  /** Thousands of dollars, as filed; undefined is an item left empty. */
  assets?: number
  general?: number
  separate?: number
  hybrid?: number
  tier1?: number
  total?: number
}
const PREFIX = { '031': ['RCFD', 'RCFA'], '041': ['RCON', 'RCOA'], '051': ['RCON', 'RCOA'] } as const

export const callReportPath = (folder: string, schedule: string, day: string): string =>
  join(folder, `FFIEC CDR Call ${schedule === 'POR' ? 'Bulk POR' : `Schedule ${schedule}`} ${day}.txt`)

/** A schedule as the FFIEC writes it: both prefixes side by side, a line of descriptions, a tab at each end, Windows line ends. */
function schedule(
  banks: readonly Filed[],
  side: 0 | 1,
  items: readonly (readonly [code: string, of: (bank: Filed) => number | undefined])[],
): string {
  const prefixes = side === 0 ? ['RCFD', 'RCON'] : ['RCFA', 'RCOA']
  const columns = prefixes.flatMap((prefix) => items.map(([code, of]) => ({ prefix, code, of })))
  return [
    `"IDRSSD"\t${columns.map(({ prefix, code }) => `${prefix}${code}`).join('\t')}\tTEXT3549\t`,
    `\t${columns.map(({ code }) => `ITEM ${code}`).join('\t')}\tANY WORDS\t`,
    ...banks.map(
      (bank) =>
        `${bank.idRssd}\t${columns.map(({ prefix, of }) => (PREFIX[bank.form][side] === prefix ? (of(bank) ?? '') : '')).join('\t')}\tPrepaid\ttaxes\t`,
    ),
    '',
  ].join('\r\n')
}

/** Writes the four files of a date, MMDDYYYY. */
export function writeCallReports(folder: string, banks: readonly Filed[], day: string): void {
  const pathOf = (name: string) => callReportPath(folder, name, day)
  const header =
    '"IDRSSD"\tFDIC Certificate Number\tOCC Charter Number\tFinancial Institution Name\tFinancial Institution City\tFinancial Institution State\tFinancial Institution Filing Type'
  const filers = banks.map(
    ({ idRssd, cert, name, stateCode, form }) => `${idRssd}\t${cert ?? 0}\t0\t${name}\tPORT FELL \t${stateCode}\t${form}`,
  )
  writeFileSync(pathOf('POR'), [header, ...filers, ''].join('\n'))
  writeFileSync(
    pathOf('RC'),
    schedule(banks, 0, [
      ['0010', () => 5],
      ['2170', ({ assets }) => assets],
    ]),
  )
  writeFileSync(
    pathOf('RCF'),
    schedule(banks, 0, [
      ['K201', ({ general }) => general],
      ['K202', ({ separate }) => separate],
      ['K270', ({ hybrid }) => hybrid],
    ]),
  )
  writeFileSync(
    pathOf('RCRI'),
    schedule(banks, 1, [
      ['3792', ({ total }) => total],
      ['8274', ({ tier1 }) => tier1],
    ]),
  )
}
