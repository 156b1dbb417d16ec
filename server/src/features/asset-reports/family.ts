/** The asset reports as a family of the batch engine: AssetReport and AssetSummaryReport, monthly and quarterly. */
import { REPORT_TYPES } from '@corridor/contract/asset-reports.ts'
import { addMonthEnds, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { compareAssetReports } from '@corridor/domain/reports/asset-report/comparison.ts'
import { assetReportAs } from '@corridor/domain/reports/asset-report/controls-view.ts'
import type { AssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { bytesFrom, offThread } from '../../platform/jobs/off-thread.ts'
import { defineFamily } from '../../reporting/family.ts'
import { prepareAssetReports } from '../../reporting/holdings/snapshot.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { renderPdf } from '../../reporting/pdf/pool.ts'
import { renderCsv } from './csv.ts'
import { paper } from './print.ts'
import { paper as summaryPaper } from './summary-print.ts'
import { renderXlsx } from './xlsx.ts'

const isSummary = (type: string): boolean => type === 'AssetSummaryReport'

/** Policies whose workbook would hold up other requests for longer than anybody should notice. */
const LARGE = 200
const WORKBOOKS = new URL('./xlsx.ts', import.meta.url)

export const assetReportFamily = defineFamily<AssetReportSnapshot, AssetReportView>({
  reportTypes: REPORT_TYPES,
  totalsOf: ({ rows = null, cashSurrenderValueCents = null, deathBenefitCents = null, increaseCents = null }) => ({
    totalCashSurrenderValueCents: cashSurrenderValueCents,
    totalDeathBenefitCents: deathBenefitCents,
    monthlyIncreaseCents: increaseCents,
    policyCount: rows,
  }),
  leadingAmount: { figure: 'totalCashSurrenderValueCents', label: 'Cash surrender value' },
  prepare: prepareAssetReports,
  read: readAssetReportSnapshot,
  build: buildAssetReport,
  asReleased: assetReportAs,
  print: async (snapshot, type, files, release) => {
    const { site, institution } = readAssetReportSnapshot(snapshot)
    const logos = await logosOf(files, { firm: site.logo, institution: institution.logo })
    const {
      controlTotals: { rows = null, cashSurrenderValue = null, deathBenefit = null, increase = null },
      ...printed
    } = await renderPdf(isSummary(type) ? summaryPaper : paper, release ? { snapshot, release } : { snapshot }, logos)
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
