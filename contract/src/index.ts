/** Every endpoint there is, by feature: what the server must bind, the access matrix visits, and the API description prints. */
import * as assetReports from './asset-reports.ts'
import * as charts from './charts.ts'
import * as clientReports from './client-reports.ts'
import * as dataFeeds from './data-feeds.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import { resourceEndpoints } from './resources.ts'
import * as session from './session.ts'

export interface NamedEndpoint {
  feature: string
  name: string
  endpoint: Endpoint
}

const features: Record<string, Record<string, unknown>> = {
  session,
  'asset-reports': assetReports,
  'data-feeds': dataFeeds,
  'client-reports': clientReports,
  charts,
}

export const ENDPOINTS: readonly NamedEndpoint[] = [
  ...Object.entries(features).flatMap(([feature, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => (isEndpoint(value) ? [{ feature, name, endpoint: value }] : [])),
  ),
  ...resourceEndpoints,
]

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value && 'input' in value && 'reply' in value
}
