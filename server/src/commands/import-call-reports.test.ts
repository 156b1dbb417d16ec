/** Call Reports in the FFIEC's bulk format: whole dates or nothing, the same files once, and errors that say where and what to do. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comparePeers, peerGroupOf } from '@corridor/domain/calculations/peers.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../test/database.ts'
import { callReportPath, type Filed, writeCallReports } from '../test/ffiec-files.ts'
import { sharedData } from '../test/shared-data.ts'
import { CallReportProblem } from './call-report-files.ts'
import { importCallReports } from './import-call-reports.ts'

const database = useDatabase()
const root = mkdtempSync(join(tmpdir(), 'corridor-call-reports-'))
afterAll(() => rmSync(root, { recursive: true }))
let folder = ''
beforeEach(async () => {
  await database.reset()
  folder = mkdtempSync(join(root, 'ffiec-'))
})

const INVENTED: readonly Filed[] = [
  {
    idRssd: 11,
    name: 'FELLHOLM BANK',
    stateCode: 'GA',
    form: '051',
    cert: 9001,
    assets: 600_000,
    general: 9_000,
    separate: 0,
    hybrid: 1_000,
    tier1: 60_000,
    total: 66_000,
  },
  {
    idRssd: 12,
    name: '"QUOTED" TRUST, THE',
    stateCode: 'GA',
    form: '041',
    assets: 550_000,
    general: 0,
    separate: 0,
    hybrid: 0,
    tier1: 50_000,
  },
  {
    idRssd: 13,
    name: 'GREATER MERE BANK',
    stateCode: 'NY',
    form: '031',
    assets: 9_000_000,
    general: 500_000,
    separate: 200_000,
    hybrid: 1,
    tier1: 900_000,
    total: 1_000_000,
  },
  { idRssd: 14, name: 'TRUSTS ONLY COMPANY', stateCode: 'OH', form: '041' },
]
const pathOf = (schedule: string, day = '12312025') => callReportPath(folder, schedule, day)
const write = (banks: readonly Filed[], day = '12312025') => writeCallReports(folder, banks, day)
const stored = () => database.ownerDb.selectFrom('callReportBank').selectAll().orderBy('reportDate').orderBy('idRssd').execute()
const failures = async () => (await importCallReports(database.ownerDb, folder)).failed.map(({ message }) => message)

test('every bank with a balance sheet and capital is kept, to the dollar, whichever form it files', async () => {
  write(INVENTED)
  const outcome = await importCallReports(database.ownerDb, folder)
  expect(outcome).toEqual({ imported: [{ date: '2025-12-31', banks: 3, holders: 2, leftOut: 1, changed: true }], failed: [] })
  const rows = await stored()
  expect(rows.map(({ idRssd, name, fdicCert, form }) => [idRssd, name, fdicCert, form])).toEqual([
    [11, 'FELLHOLM BANK', 9001, '051'],
    [12, '"QUOTED" TRUST, THE', null, '041'],
    [13, 'GREATER MERE BANK', null, '031'],
  ])
  expect(rows[0]).toMatchObject({
    totalAssetsCents: 60_000_000_000,
    lifeGeneralCents: 900_000_000,
    lifeHybridCents: 100_000_000,
    tier1Cents: 6_000_000_000,
  })
  expect(rows[1]).toMatchObject({ totalCapitalCents: null })
  expect(rows[2]).toMatchObject({ lifeSeparateCents: 20_000_000_000, lifeHybridCents: 100_000, totalCapitalCents: 100_000_000_000 })
})

test('the same files a second time change nothing; other files of the date take the place of the first', async () => {
  write(INVENTED)
  await importCallReports(database.ownerDb, folder)
  const before = await database.ownerDb.selectFrom('callReportImport').selectAll().execute()
  expect((await importCallReports(database.ownerDb, folder)).imported).toMatchObject([{ banks: 3, changed: false }])
  expect(await database.ownerDb.selectFrom('callReportImport').selectAll().execute()).toEqual(before)
  write(INVENTED.slice(1))
  expect((await importCallReports(database.ownerDb, folder)).imported).toMatchObject([{ banks: 2, changed: true }])
  expect((await stored()).map(({ idRssd }) => idRssd)).toEqual([12, 13])
})

test('a date with a fault is left as it was, whole, while the others are imported', async () => {
  write(INVENTED)
  await importCallReports(database.ownerDb, folder)
  write(INVENTED.slice(0, 1))
  const broken = readFileSync(pathOf('RC'), 'utf8').replace('600000', '600O00')
  writeFileSync(pathOf('RC'), broken)
  write(INVENTED, '03312026')
  const outcome = await importCallReports(database.ownerDb, folder)
  expect(outcome.imported.map(({ date }) => date)).toEqual(['2026-03-31'])
  expect(outcome.failed).toEqual([
    {
      date: '2025-12-31',
      message:
        'FFIEC CDR Call Schedule RC 12312025.txt, line 3: RCON2170 of bank 11 is “600O00”, not a whole number of thousands of dollars. Download the file again; nothing of this date was imported.',
    },
  ])
  expect((await stored()).filter(({ reportDate }) => reportDate === plainDate('2025-12-31'))).toHaveLength(3)
})

const change = (schedule: string, turn: (text: string) => string) =>
  writeFileSync(pathOf(schedule), turn(readFileSync(pathOf(schedule), 'utf8')))
test.each<[string, () => void, RegExp]>([
  [
    'a schedule that is missing',
    () => rmSync(pathOf('RCRI')),
    /^December 31, 2025 lacks “FFIEC CDR Call Schedule RCRI 12312025\.txt”\. Download .*tab delimited/,
  ],
  [
    'a part that is missing',
    () => writeFileSync(pathOf('RCF', '12312025(1 of 2)'), readFileSync(pathOf('RCF'))),
    /lacks “FFIEC CDR Call Schedule RCF 12312025\(2 of 2\)\.txt”/,
  ],
  [
    'a column that is missing',
    () => change('RCF', (text) => text.replaceAll('K270', 'K999')),
    /RCF 12312025\.txt: no column is named RCFDK270 or RCONK270 \(hybrid account life insurance assets\)/,
  ],
  [
    'commas in place of tabs',
    () => change('RC', (text) => text.replaceAll('\t', ',')),
    /RC 12312025\.txt, line 1: the columns are not separated by tabs/,
  ],
  [
    'another file under the name',
    () => change('POR', (text) => text.replace('IDRSSD', 'BANK')),
    /POR 12312025\.txt, line 1: the first column is not named IDRSSD/,
  ],
  [
    'a list of filers without names',
    () => change('POR', (text) => text.replace('Institution Name', 'Institution Title')),
    /line 1: no column is named “Financial Institution Name”/,
  ],
  [
    'a line that is cut off',
    () => change('RC', (text) => text.replace(/\r\n13\t.*\r\n/, '\r\n13\t5\r\n')),
    /RC 12312025\.txt, line 5: the line is cut off after 2 of at least 5 values/,
  ],
  [
    'a bank without a number',
    () => change('RC', (text) => text.replace('\r\n12\t', '\r\nTwelve\t')),
    /line 4: “Twelve” stands where a bank’s RSSD number belongs/,
  ],
  ['a bank twice', () => appendFileSync(pathOf('POR'), '11\t0\t0\tAGAIN\tPORT\tGA\t051\n'), /line 6: bank 11 stands in the file twice/],
  ['an empty file', () => writeFileSync(pathOf('POR'), ''), /POR 12312025\.txt, line 1: the file is empty/],
])('%s is told with what to do, and nothing is imported', async (_, harm, message) => {
  write(INVENTED)
  harm()
  expect(await failures()).toEqual([expect.stringMatching(message)])
  expect(await stored()).toEqual([])
})

test('a folder without such files, or none at all, is told', async () => {
  writeFileSync(join(folder, 'readme.txt'), 'FFIEC')
  await expect(importCallReports(database.ownerDb, folder)).rejects.toThrow(/holds no file such as “FFIEC CDR Call Bulk POR 12312019\.txt”/)
  await expect(importCallReports(database.ownerDb, join(folder, 'nowhere'))).rejects.toThrow(CallReportProblem)
})

test('folders below are read too, and Schedule RC-R of before 2014 under its old name', async () => {
  const root = folder
  folder = join(root, '2012 quarter 4')
  mkdirSync(folder)
  write(INVENTED, '12312012')
  writeFileSync(
    pathOf('RCR', '12312012'),
    readFileSync(pathOf('RCRI', '12312012'), 'utf8').replaceAll('RCFA', 'RCFD').replaceAll('RCOA', 'RCON'),
  )
  rmSync(pathOf('RCRI', '12312012'))
  expect((await importCallReports(database.ownerDb, root)).imported).toMatchObject([{ date: '2012-12-31', banks: 3 }])
})

test('a file of 64 MB is never in memory as a whole', async () => {
  write(INVENTED)
  // Columns and filers that nobody asks for, as the FFIEC's files are mostly made of.
  const filler = Array.from({ length: 250 }, (_, index) => `${1_000 + index}${'\t0'.repeat(16_000)}`).join('\n')
  for (let part = 0; part < 8; part += 1) appendFileSync(pathOf('RCF'), `${filler}\n`)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  expect((await importCallReports(database.ownerDb, folder)).imported).toMatchObject([{ banks: 3 }])
  clearInterval(watch)
  expect(most - before).toBeLessThan(150e6)
})

const sample = sharedData('data/us_banks/boli_call_report_2019q4_sample.csv')
test.skipIf(!sample)(
  '99 real banks come out as they were filed, and their shares of capital as published (skipped where ../shared is absent)',
  async () => {
    const [, ...lines] = readFileSync(String(sample), 'utf8').trim().split('\n')
    const filed = lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replaceAll('"', '')))
    const number = (text: string | undefined) => Number(text)
    const form = (text: string | undefined) => (text === '031' || text === '041' ? text : '051')
    write(
      filed.map(([idRssd, cert, name = '', , stateCode = '', , ffiecForm, , assets, , total, tier1, , , general, separate, hybrid]) => ({
        idRssd: number(idRssd),
        cert: number(cert),
        name,
        stateCode,
        form: form(ffiecForm),
        assets: number(assets),
        general: number(general),
        separate: number(separate),
        hybrid: number(hybrid),
        tier1: number(tier1),
        total: number(total),
      })),
      '12312019',
    )
    const outcome = await importCallReports(database.ownerDb, folder)
    expect(outcome).toMatchObject({ imported: [{ date: '2019-12-31', banks: 99, holders: 88, leftOut: 0 }], failed: [] })
    const published = new Map(filed.map((cells) => [Number(cells[0]), Number(cells.at(-2))]))
    const banks = (await stored()).map((row) => ({
      idRssd: row.idRssd,
      name: row.name,
      stateCode: row.stateCode,
      totalAssets: row.totalAssetsCents,
      lifeInsurance: cents(row.lifeGeneralCents + row.lifeSeparateCents + row.lifeHybridCents),
      tier1: row.tier1Cents,
      totalCapital: row.totalCapitalCents,
    }))
    for (const bank of banks)
      expect([bank.idRssd, Number(((bank.lifeInsurance / bank.tier1) * 100).toFixed(4))]).toEqual([bank.idRssd, published.get(bank.idRssd)])
    const over = banks.filter((bank) => bank.lifeInsurance / bank.tier1 > 0.25)
    expect([over.length, over.some(({ name }) => name === 'BANK OF ANGUILLA')]).toEqual([13, true])
    const anguilla = banks.find(({ name }) => name === 'BANK OF ANGUILLA')
    if (!anguilla) throw new Error('no Bank of Anguilla')
    const group = peerGroupOf(anguilla, banks)
    expect(comparePeers(anguilla, group.banks, 'tier1')).toMatchObject({ rank: 1, percentile: 1, peers: group.banks.length })
  },
)
