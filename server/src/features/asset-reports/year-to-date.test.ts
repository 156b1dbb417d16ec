/** Every institution of the demo book, and each subsidiary that is reported apart: the year to date foots to the cent on screen, in the PDF and in the workbook. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { readAssetReportView, type YearToDateView } from '@corridor/domain/reports/asset-report/view.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../db/seeds/demo.ts'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'

const server = useServer()
beforeAll(async () => loadDemo(server.ownerDb, server.kernel), 120_000)

/** Amounts from the opening to the closing value, with their signs. */
const SIGNS = { yearStartValue: 1, ytdAdditions: 1, ytdIncrease: 1, ytdWithdrawals: -1, ytdRemoved: -1, ytdUnopened: 1 } as const
const closingOf = (amounts: Readonly<Record<string, unknown>>): number =>
  Object.entries(SIGNS).reduce((sum, [key, sign]) => sum + sign * Number(amounts[key] ?? 0), 0)
const linesOf = ({ table: { rows, total } }: YearToDateView) => [...rows, ...(total ? [total] : [])]

/** The sheet's lines by column, in cents; a formula counts with its kept result. */
async function sheetOf({ table: { columns, rows } }: YearToDateView, bytes: Buffer): Promise<Record<string, number>[]> {
  const sheet = (await workbookOf(bytes)).getWorksheet('Year to date')
  return [...rows, null].map((_, line) =>
    Object.fromEntries(
      columns.slice(1).map(({ key }, index) => {
        const { result, value } = sheet?.getRow(line + 2).getCell(index + 2) ?? {}
        return [key, Math.round(Number(result ?? value) * 100)]
      }),
    ),
  )
}

test.each([
  [1, 12],
  [2, 5],
])(
  'on site %i, all %i reports',
  async (siteId, count) => {
    const staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { ASSET_REPORT: 2 } })
    const asked = { period: '2026-09-30', ReportType: 'AssetReport' as const }
    const { records } = (await server.callAs(staff, assetReports.listInstitutionsToGenerate, asked)).body
    const institutions = records.map(({ id, subsidary_id }) => ({ id, subsidary_id }))
    const { id: batch } = (await server.callAs(staff, assetReports.generateReports, { ...asked, institutions })).body
    while ((await generateSome(server.kernel, scopeOfSystem(siteId), batch)) > 0) continue
    const reports = (await server.callAs(staff, assetReports.listReports, { batch, ReportType: 'AssetReport', take: 100 })).body.records
    expect(reports.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'Ready'))
    const withClaims: string[] = []
    for (const { id, reportName } of reports) {
      const { body } = await server.callAs(staff, assetReports.getReport, { batch, report: id })
      const view = readAssetReportView(body.view)
      const year = view?.yearToDate
      if (!view || !year) throw new Error(`${reportName} has no year to date.`)
      for (const { id: line, cells } of linesOf(year)) expect(closingOf(cells), `${reportName} ${line}`).toBe(cells.cashSurrenderValue)
      expect(year.table.total?.cells, reportName).toMatchObject({
        cashSurrenderValue: view.totals.cashSurrenderValue,
        ytdIncrease: view.totals.ytdIncrease,
      })
      const isApart = year.table.columns.some(({ key }) => key === 'ytdUnopened')
      expect(/opening value at .* stated apart/.test(year.note ?? ''), reportName).toBe(isApart)
      if (year.note?.includes('The gain on death claims')) withClaims.push(reportName)
      const file = async (format: 'pdf' | 'xlsx') =>
        (await server.callAs(staff, assetReports.downloadReports, { batch, reportIds: String(id), format })).bytes
      const printed = (await pdfText(await file('pdf'))).split(/\s+/)
      expect(printed.join(' '), reportName).toContain(year.note ?? '')
      const words = new Set(printed)
      const amounts = linesOf(year).flatMap(({ cells }) => year.table.columns.slice(1).map(({ key }) => Number(cells[key])))
      expect(
        amounts.map((amount) => formatAmount(cents(amount))).filter((amount) => !words.has(amount)),
        reportName,
      ).toEqual([])
      const read = await sheetOf(year, await file('xlsx'))
      expect(
        read.flatMap((line) => Object.values(line)),
        reportName,
      ).toEqual(amounts)
      for (const line of read) expect(closingOf(line), reportName).toBe(line.cashSurrenderValue)
    }
    expect(withClaims.length > 0).toBe(siteId === 1)
  },
  120_000,
)
