/** A firm's book as the files that it would fill in: banks, people, carriers, policies and month-end values, of any size. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import ExcelJS from 'exceljs'

export interface FirmSize {
  banks: number
  policies: number
  months: number
}
/** A sheet: its headers and its rows. */
export type Sheets = Record<string, (string | number)[][]>

const STATES = ['OH', 'NC', 'IA', 'PA', 'GA']
const LAST = plainDate('2026-09-30')
const months = (count: number): PlainDate[] => Array.from({ length: count }, (_none, index) => addMonthEnds(LAST, index - count + 1))
const dollars = (cents: number): string => (cents / 100).toFixed(2)
const bankOf = (policy: number, { banks }: FirmSize): number => policy % banks
const valueOf = (policy: number, month: number): number => 10_000_000 + policy * 137 + month * 31_250
export const policyNumber = (policy: number): string => `NB-${String(policy).padStart(7, '0')}`

/** All sheets but the values, which a large firm brings in files of their own. */
export function firmSheets(size: FirmSize): Sheets {
  const banks = Array.from({ length: size.banks }, (_none, index) => index)
  const policies = Array.from({ length: size.policies }, (_none, index) => index)
  const number = (bank: number) => String(1001 + bank)
  return {
    Institutions: [
      ['Institution number', 'Name', 'Legal name', 'City', 'State', 'Institution type', 'EIN', 'Total assets'],
      ...banks.map((bank) => [
        number(bank),
        `Northbound Bank ${bank + 1}`,
        `Northbound Bank ${bank + 1}, N.A.`,
        'Easton',
        STATES[bank % 5] ?? 'OH',
        'Bank',
        `12-${String(3_000_000 + bank)}`,
        '900000000.00',
      ]),
    ],
    'Tax profiles': [
      ['Institution', 'Effective from', 'Federal rate', 'State rate', 'State', 'Source'],
      ...banks.map((bank) => [number(bank), '2016-01-01', '21%', '0.05', STATES[bank % 5] ?? 'OH', 'Tax return']),
    ],
    Capital: [
      ['Institution', 'As of', 'Tier 1 capital', 'Total assets'],
      ...banks.map((bank) => [number(bank), '2026-06-30', '90000000.00', '900000000.00']),
    ],
    Carriers: [
      ['Carrier code', 'Legal name', 'Short name', 'NAIC company code'],
      ['NORTHB', 'Northbound Life Insurance Company', 'Northbound Life', '99991'],
    ],
    Ratings: [
      ['Carrier', 'Agency', 'Effective from', 'Rating', 'Source'],
      ['NORTHB', 'AM Best', '2025-01-15', 'A+', 'AM Best, 01/15/2025'],
    ],
    Products: [
      ['Carrier', 'Product', 'Account type', 'Policy form', 'Rate method'],
      ['99991', 'Northbound Select', 'General', 'Universal life', 'Portfolio'],
    ],
    Plans: [
      ['Institution', 'Plan', 'Plan type', 'Effective from', 'Business purpose'],
      ...banks.map((bank) => [number(bank), 'Benefit Recovery', 'BOLI, cost recovery', '2014-03-01', 'Recovers the cost of benefits.']),
    ],
    People: [
      ['Email address', 'First name', 'Last name', 'Role', 'Institution'],
      ...banks.map((bank) => [`officer${bank + 1}@northbound${bank + 1}.example`, 'Pat', `Officer ${bank + 1}`, 'Client', number(bank)]),
    ],
    Memberships: [['Institution', 'Report types'], ...banks.map((bank) => [number(bank), 'MBR; SMB'])],
    Insureds: [
      ['Institution', 'Insured number', 'First name', 'Last name', 'Date of birth', 'Gender'],
      ...policies.map((policy) => [
        number(bankOf(policy, size)),
        `E-${policy}`,
        'Morgan',
        `Insured ${policy}`,
        '1970-05-17',
        policy % 2 ? 'Male' : 'F',
      ]),
    ],
    Policies: [
      [
        'Institution',
        'Carrier',
        'Policy number',
        'Product',
        'Plan',
        'Insured number',
        'Issue date',
        'Face amount',
        'Initial premium',
        'Cost basis',
      ],
      ...policies.map((policy) => [
        number(bankOf(policy, size)),
        'NORTHB',
        policyNumber(policy),
        'Northbound Select',
        'Benefit Recovery',
        `E-${policy}`,
        '2014-03-15',
        '500000.00',
        '100000.00',
        '100000.00',
      ]),
    ],
    Consents: [
      [
        'Institution',
        'Insured number',
        'Notice date',
        'Consent date',
        'Maximum face disclosed',
        'Beneficiary disclosed',
        'Continues after termination',
      ],
      ...policies.map((policy) => [number(bankOf(policy, size)), `E-${policy}`, '2014-02-01', '2014-02-08', '750000.00', 'Yes', 'Yes']),
    ],
    Transactions: [
      ['Carrier', 'Policy number', 'Date', 'Type', 'Amount'],
      ...policies.map((policy) => ['NORTHB', policyNumber(policy), '2014-03-15', 'Premium', '100000.00']),
    ],
  }
}

export const VALUE_HEADERS = ['Carrier', 'Policy number', 'Month end', 'Cash surrender value', 'Death benefit']

/** Rows of values, month after month. */
export function* firmValues(size: FirmSize): Generator<(string | number)[]> {
  for (const [index, month] of months(size.months).entries())
    for (let policy = 0; policy < size.policies; policy++)
      yield ['NORTHB', policyNumber(policy), month, dollars(valueOf(policy, index)), '500000.00']
}

export function firmTotals(size: FirmSize): (string | number)[][] {
  const rows: (string | number)[][] = [['Institution', 'Month end', 'Policies with a value', 'Cash surrender value', 'Death benefit']]
  for (const [index, month] of months(size.months).entries())
    for (let bank = 0; bank < size.banks; bank++) {
      let [count, surrender] = [0, 0]
      for (let policy = bank; policy < size.policies; policy += size.banks) {
        count++
        surrender += valueOf(policy, index)
      }
      rows.push([String(1001 + bank), month, count, dollars(surrender), dollars(count * 50_000_000)])
    }
  return rows
}

/** The whole book, values and totals among its sheets. */
export const firmBook = (size: FirmSize): Sheets => ({
  ...firmSheets(size),
  Values: [VALUE_HEADERS, ...firmValues(size)],
  'Control totals': firmTotals(size),
})

/** The cell under a header, in a row counted from 1. @throws Error where there is none */
export function setCell(sheets: Sheets, sheet: string, row: number, header: string, value: string): void {
  const [headers, cells] = [sheets[sheet]?.[0], sheets[sheet]?.[row]]
  const column = headers?.indexOf(header) ?? -1
  if (!cells || column < 0) throw new Error(`${sheet} has no cell ${header} in row ${row}`)
  cells[column] = value
}

const csvCell = (cell: string | number): string => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))

export function writeFolder(folder: string, sheets: Sheets): string {
  mkdirSync(folder, { recursive: true })
  for (const [sheet, rows] of Object.entries(sheets))
    writeFileSync(join(folder, `${sheet}.csv`), rows.map((row) => row.map(csvCell).join(',')).join('\n'))
  return folder
}

/** The same as one workbook, a sheet each. */
export async function workbookOf(sheets: Sheets): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows)
  return Buffer.from(await book.xlsx.writeBuffer())
}
