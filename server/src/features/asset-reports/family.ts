/** The asset reports as a family of the batch engine: AssetReport and AssetSummaryReport, monthly and quarterly. */

import { PERMISSION_OF, reportType } from '@corridor/contract/asset-reports.ts'
import { buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/asset-report.ts'
import type { AssetReportSnapshot } from '@corridor/domain/asset-report-snapshot.ts'
import type { AssetReportView } from '@corridor/domain/asset-report-view.ts'
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
  reportTypes: ['AssetReport', 'AssetSummaryReport'],
  permissionOf: (type) => PERMISSION_OF[reportType.parse(type)],
  typeCodeOf: (type, siteId) => (isSummary(type) ? 'SMB' : siteId === 1 ? 'MBR' : 'MCR'),
  titleOf: (type, isQuarterly) => `${isQuarterly ? 'Quarterly ' : ''}${isSummary(type) ? 'Summary Asset Report' : 'Asset Report'}`,
  pageOf: (type) => (isSummary(type) ? '/summary-asset-reporting' : '/asset-reporting'),
  prepare: prepareAssetReports,
  read: readAssetReportSnapshot,
  build: buildAssetReport,
  print: async (snapshot, type, files) => {
    const { logo } = readAssetReportSnapshot(snapshot).institution
    const stored = { snapshot, ...(logo === undefined ? {} : { logo: await files.read(logo) }) }
    const { controlTotals, ...printed } = await renderPdf(isSummary(type) ? 'asset-summary-report' : 'asset-report', stored)
    return {
      ...printed,
      controlTotals: {
        rows: controlTotals.rows,
        cashSurrenderValueCents: controlTotals.cashSurrenderValue,
        deathBenefitCents: controlTotals.deathBenefit,
        increaseCents: controlTotals.increase,
      },
    }
  },
  xlsx: async (view) => (view.controlTotals.rows > LARGE ? bytesFrom(await offThread(WORKBOOKS, 'renderXlsx', view)) : renderXlsx(view)),
  csv: renderCsv,
})
