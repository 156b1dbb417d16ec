/** Makes the asset report and the summary asset report from their stored inputs (domain.md 2.1 to 2.3). */
export type { AssetReportSnapshot } from './asset-report-snapshot.ts'
export { readAssetReportSnapshot } from './asset-report-snapshot.ts'
export type { AssetReportView } from './asset-report-view.ts'
export { formatCell, formatFigure } from './cells.ts'
