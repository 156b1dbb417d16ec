/** Form 8925 reports for the shared pages of report families. */
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import { lazy } from 'react'
import type { ReportPages } from '../../reporting/family.ts'

export const form8925Pages: ReportPages = {
  reportType: 'C8925Report',
  ...REPORT_FAMILIES.C8925Report,
  calls: form8925Reports,
  figures: [
    { key: 'employees', header: 'Employees (1)', kind: 'count' },
    { key: 'insuredEmployees', header: 'Insured (2)', kind: 'count' },
    { key: 'insuranceInForceCents', header: 'In force (3) ($)', kind: 'money' },
    { key: 'withoutConsent', header: 'Without consent (4b)', kind: 'count' },
    { key: 'openItems', header: 'Open items', kind: 'count' },
  ],
  downloads: [
    { format: 'pdf', label: 'Report (PDF)' },
    { format: 'xlsx', label: 'Excel workbook with e-file data (XLSX)' },
    { format: 'csv', label: 'Insured schedule, spreadsheet (.csv)' },
  ],
  quarterlyHint: null,
  headingOf: (view) => readForm8925View(view)?.header ?? null,
  Body: lazy(() => import('./Form8925Body.tsx').then((file) => ({ default: file.Form8925Body }))),
}
