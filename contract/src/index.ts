/** Every endpoint there is, by feature: what the server must bind, the access matrix visits, and the API description prints. */
import * as activity from './activity.ts'
import * as announcements from './announcements.ts'
import * as annualReviews from './annual-reviews.ts'
import * as apiKeys from './api-keys.ts'
import * as assetReports from './asset-reports.ts'
import * as auditSettings from './audit-settings.ts'
import * as auditSignOffs from './audit-sign-offs.ts'
import * as auditing from './auditing.ts'
import * as bankUploads from './bank-uploads.ts'
import * as boardBooks from './board-books.ts'
import * as callReports from './call-reports.ts'
import * as carrierTerms from './carrier-terms.ts'
import * as carriers from './carriers.ts'
import * as charts from './charts.ts'
import * as choices from './choices.ts'
import * as clientMenus from './client-menus.ts'
import * as clientReports from './client-reports.ts'
import * as dashboard from './dashboard.ts'
import * as dataFeeds from './data-feeds.ts'
import * as documents from './documents.ts'
import * as downloads from './downloads.ts'
import * as drafts from './drafts.ts'
import * as emailChanges from './email-changes.ts'
import * as emailTemplates from './email-templates.ts'
import * as feedArrivals from './feed-arrivals.ts'
import * as feedColumns from './feed-columns.ts'
import * as feedLayouts from './feed-layouts.ts'
import * as feedLines from './feed-lines.ts'
import * as feedPasswords from './feed-passwords.ts'
import * as feedPosting from './feed-posting.ts'
import * as financialImpact from './financial-impact.ts'
import * as form8925 from './form-8925.ts'
import * as institutionTerms from './institution-terms.ts'
import * as institutions from './institutions.ts'
import * as jobs from './jobs.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import * as ledgerAccounts from './ledger-accounts.ts'
import * as mfa from './mfa.ts'
import * as notifications from './notifications.ts'
import * as onboarding from './onboarding.ts'
import * as periodLocks from './period-locks.ts'
import * as profile from './profile.ts'
import * as questionnaireDecisions from './questionnaire-decisions.ts'
import * as questionnaireSheet from './questionnaire-sheet.ts'
import * as questionnaires from './questionnaires.ts'
import * as rateTable from './rate-table.ts'
import * as register from './register.ts'
import * as registerBacking from './register-backing.ts'
import * as registerHoldings from './register-holdings.ts'
import * as registerPolicies from './register-policies.ts'
import * as reportRecords from './report-records.ts'
import * as reportSchedules from './report-schedules.ts'
import * as reportTypes from './report-types.ts'
import * as reviewWords from './review-words.ts'
import * as rights from './rights.ts'
import * as salesforce from './salesforce.ts'
import * as savedViews from './saved-views.ts'
import * as search from './search.ts'
import * as serviceDesk from './service-desk.ts'
import * as serviceDeskIntake from './service-desk-intake.ts'
import * as serviceTeam from './service-team.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as sites from './sites.ts'
import * as states from './states.ts'
import * as uploads from './uploads.ts'
import * as users from './users.ts'
import * as viewers from './viewers.ts'

export interface NamedEndpoint {
  feature: string
  name: string
  endpoint: Endpoint
}

const FEATURES: Record<string, Record<string, unknown>> = {
  session,
  settings,
  mfa,
  'period-locks': periodLocks,
  profile,
  'single-sign-on': singleSignOn,
  'asset-reports': { ...assetReports.assetReports, ...assetReports },
  'form-8925': { ...form8925.form8925Reports, ...form8925 },
  'annual-reviews': { ...annualReviews.annualReviews, ...annualReviews },
  'data-feeds': { ...dataFeeds, ...feedArrivals, ...feedColumns, ...feedLayouts, ...feedLines, ...feedPasswords, ...feedPosting },
  jobs,
  salesforce,
  'client-reports': clientReports,
  'client-menus': clientMenus,
  viewers,
  search,
  'report-records': reportRecords,
  'report-schedules': reportSchedules,
  'report-configuration': { ...states, ...callReports, ...ledgerAccounts },
  questionnaires,
  'review-words': reviewWords,
  'questionnaire-sheet': questionnaireSheet,
  'questionnaire-decisions': questionnaireDecisions,
  uploads,
  documents,
  'bank-uploads': bankUploads,
  downloads,
  charts: { ...charts, ...dashboard },
  'financial-impact': financialImpact,
  'board-books': boardBooks,
  notifications,
  onboarding,
  institutions,
  'institution-terms': institutionTerms,
  'service-desk': serviceDesk,
  'service-desk-intake': serviceDeskIntake,
  'service-team': serviceTeam,
  register,
  'register-backing': registerBacking,
  'register-holdings': registerHoldings,
  'register-policies': registerPolicies,
  carriers,
  'carrier-terms': carrierTerms,
  'rate-table': rateTable,
  'report-types': reportTypes,
  sites,
  users,
  'api-keys': apiKeys,
  'email-changes': emailChanges,
  rights,
  'email-templates': emailTemplates,
  announcements,
  activity,
  auditing,
  'audit-settings': auditSettings,
  'audit-sign-offs': auditSignOffs,
  drafts,
  'saved-views': savedViews,
  choices,
}

export const ENDPOINTS: readonly NamedEndpoint[] = Object.entries(FEATURES).flatMap(([feature, exported]) =>
  Object.entries(exported).flatMap(([name, value]) => {
    if (isEndpoint(value)) return [{ feature, name, endpoint: value }]
    if (isResource(value))
      return Object.entries(value.endpoints).flatMap(([call, endpoint]) =>
        isEndpoint(endpoint) ? [{ feature, name: `${name}.${call}`, endpoint }] : [],
      )
    return []
  }),
)

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value &&
    'input' in value &&
    'reply' in value
  )
}

function isResource(value: unknown): value is { endpoints: Record<string, unknown> } {
  return typeof value === 'object' && value !== null && 'model' in value && 'endpoints' in value && typeof value.endpoints === 'object'
}
