/** The asset reports as a family of the batch engine: AssetReport and AssetSummaryReport, monthly and quarterly. */
import { REPORT_TYPES } from '@corridor/contract/asset-reports.ts'
import { addMonthEnds, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { compareAssetReports } from '@corridor/domain/reports/asset-report/comparison.ts'
import type { AssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { prepareAssetReports } from '../../reporting/asset-snapshot/snapshot.ts'
import { renderCsv } from '../../reporting/csv.ts'
import { defineFamily } from '../../reporting/family.ts'
import { bytesFrom, offThread } from '../../reporting/off-thread.ts'
import { renderPdf } from '../../reporting/pdf.ts'
import { renderXlsx } from '../../reporting/xlsx.ts'

const isSummary = (type: string): boolean => type === 'AssetSummaryReport'

/** Policies whose workbook would hold up other requests for longer than anybody should notice. */
const LARGE = 200
const WORKBOOKS = new URL('../../reporting/xlsx.ts', import.meta.url)

export const assetReportFamily = defineFamily<AssetReportSnapshot, AssetReportView>({
  reportTypes: REPORT_TYPES,
  totalsOf: ({ rows = null, cashSurrenderValueCents = null, deathBenefitCents = null, increaseCents = null }) => ({
    totalCashSurrenderValueCents: cashSurrenderValueCents,
    totalDeathBenefitCents: deathBenefitCents,
    monthlyIncreaseCents: increaseCents,
    policyCount: rows,
  }),
  prepare: prepareAssetReports,
  read: readAssetReportSnapshot,
  build: buildAssetReport,
  print: async (snapshot, type, files) => {
    const { logo } = readAssetReportSnapshot(snapshot).institution
    const stored = { snapshot, ...(logo === undefined ? {} : { logo: await files.read(logo) }) }
    const {
      controlTotals: { rows = null, cashSurrenderValue = null, deathBenefit = null, increase = null },
      ...printed
    } = await renderPdf(isSummary(type) ? 'asset-summary-report' : 'asset-report', stored)
    return {
      ...printed,
      controlTotals: { rows, cashSurrenderValueCents: cashSurrenderValue, deathBenefitCents: deathBenefit, increaseCents: increase },
    }
  },
  xlsx: async (view) => (view.controlTotals.rows > LARGE ? bytesFrom(await offThread(WORKBOOKS, 'renderXlsx', view)) : renderXlsx(view)),
  csv: renderCsv,
  compare: compareAssetReports,
  traced: {
    monthEnds: ({ period, isQuarterly, fiscalYearEndMonth }) => [
      priorFiscalYearEnd(period, fiscalYearEndMonth),
      addMonthEnds(period, isQuarterly ? -3 : -1),
      addMonthEnds(period, -1),
      period,
    ],
    withSubsidiaries: false,
  },
})
