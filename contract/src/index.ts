/** Every endpoint there is, by feature: what the server must bind, the access matrix visits, and the API description prints. */
import * as activity from './activity.ts'
import * as assetReports from './asset-reports.ts'
import * as carriers from './carriers.ts'
import * as charts from './charts.ts'
import * as choices from './choices.ts'
import * as clientReports from './client-reports.ts'
import * as dataFeeds from './data-feeds.ts'
import * as drafts from './drafts.ts'
import * as emailTemplates from './email-templates.ts'
import * as institutionTerms from './institution-terms.ts'
import * as institutions from './institutions.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import * as mfa from './mfa.ts'
import * as profile from './profile.ts'
import * as register from './register.ts'
import * as registerHoldings from './register-holdings.ts'
import * as registerPolicies from './register-policies.ts'
import * as reportTypes from './report-types.ts'
import * as rights from './rights.ts'
import * as savedViews from './saved-views.ts'
import * as serviceTeam from './service-team.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as sites from './sites.ts'
import * as users from './users.ts'

export interface NamedEndpoint {
  feature: string
  name: string
  endpoint: Endpoint
}

const FEATURES: Record<string, Record<string, unknown>> = {
  session,
  settings,
  mfa,
  profile,
  'single-sign-on': singleSignOn,
  'asset-reports': assetReports,
  'data-feeds': dataFeeds,
  'client-reports': clientReports,
  charts,
  institutions,
  'institution-terms': institutionTerms,
  'service-team': serviceTeam,
  register,
  'register-holdings': registerHoldings,
  'register-policies': registerPolicies,
  carriers,
  'report-types': reportTypes,
  sites,
  users,
  rights,
  'email-templates': emailTemplates,
  activity,
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
