/** Lists by the names that their pages give them: for the file of an export, and for the log, whose entries of before know the path alone. */

/** By the path below "/api/", where its last part does not name the list. */
const TITLES: Readonly<Record<string, string>> = {
  '8925-reports': 'Batches of Form 8925 reports',
  '8925-reports/:batch/reports': 'Form 8925 reports',
  '8925-reports/:batch/reports/:report/changes': 'Changes of a Form 8925 report',
  activity: 'Activity report',
  'annual-boli-review': 'Batches of annual reviews',
  'annual-boli-review/:batch/reports': 'Annual reviews',
  'annual-boli-review/:batch/reports/:report/changes': 'Changes of an annual review',
  'annual-questionnaire': 'Batches of annual questionnaires',
  'annual-questionnaire/:batch': 'Annual questionnaires',
  'api-keys': 'API keys',
  'asset-reports': 'Batches of asset reports',
  'asset-reports/:batch/reports': 'Asset reports',
  'asset-reports/:batch/reports/:report/changes': 'Changes of an asset report',
  'carriers/:id/institutions': 'Institutions with a carrier’s policies',
  'client-menus/history': 'History of the client menu',
  'etl/Salesforce/deletions': 'Records deleted in Salesforce',
  'etl/Salesforce/pulls': 'Salesforce pulls',
  'etl/Salesforce/pulls/:id/problems': 'Problems of a Salesforce pull',
  'etl/arrivals': 'Carriers whose files arrive by themselves',
  'etl/files': 'Carrier files',
  'etl/files/:id/findings': 'Findings of a carrier file',
  'etl/files/:id/rows': 'Rows of a carrier file',
  'exceptions/clients-to-policies': 'Policies by client',
  'exceptions/openings': 'Opening balances',
  'institutions/:id/documents': 'Documents of an institution',
  'institutions/:id/register/agreements': 'Split-dollar agreements',
  'institutions/:id/register/seven-pay': '7-pay premiums',
  onboarding: 'Imports of a firm’s book',
  'onboarding/:id/files': 'Reports and documents of a firm’s book',
  'onboarding/:id/problems': 'Problems of a firm’s book',
  'onboarding/:id/records': 'Records of a firm’s book with their sources',
  'onboarding/:id/totals': 'Totals of a firm’s book by institution and month',
  'rate-table/changes': 'Changes of the rate table',
  'rate-table/charges': 'Cost-of-insurance tables',
  'rate-table/rates': 'Declared rates',
  'report-schedules': 'Schedules of reports',
  'report-schedules/:id/runs': 'Runs of a schedule',
  reports: 'Client reports',
  'search/unread': 'Files that could not be read',
}

export function listTitle(path: string): string {
  const words = path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? 'list'
  return TITLES[path.replace(/^\/api\//, '')] ?? `${words.charAt(0).toUpperCase()}${words.slice(1).replaceAll('-', ' ')}`
}
