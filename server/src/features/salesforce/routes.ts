/** Salesforce over HTTP: the connection, mappings with their preview, pulls, deletions. */
import {
  acceptPull,
  cancelPull,
  getMapping,
  getOrgObject,
  getSalesforce,
  listDeletions,
  listOrgObjects,
  listPullProblems,
  listPulls,
  previewMapping,
  saveMapping,
  settleDeletion,
  startPull,
} from '@corridor/contract/salesforce.ts'
import { levelOf } from '@corridor/domain/access/access.ts'
import { proposeFields } from '@corridor/domain/onboarding/salesforce.ts'
import type { FastifyInstance } from 'fastify'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { accept } from './accept.ts'
import { describeObject, listObjects } from './client/objects.ts'
import { askNow } from './connection.ts'
import { selectDeletions, settle } from './deletions.ts'
import { keepMapping, selectMapping } from './mappings.ts'
import { type DryRun, preview } from './preview.ts'
import { askForPulls, type PullPayload, selectProblems, selectPulls, selectTypes, stopPull } from './pulls.ts'

/** Each of these calls out, and Salesforce counts them. */
const LIMIT = { rateLimit: { max: 60, timeWindow: 60_000 } }

/** @param dryRun the data feeds' check of a file of which nothing is kept */
export const salesforceRoutes =
  (job: JobDefinition<PullPayload>, dryRun: DryRun) =>
  (app: FastifyInstance, kernel: Kernel): void => {
    const { salesforce } = kernel.configuration
    route(app, kernel, getSalesforce, async ({ trx, scope }) => ({
      connection: salesforce
        ? {
            host: new URL(salesforce.loginUrl).host,
            user: salesforce.credentials.kind === 'key' ? salesforce.credentials.user : null,
            apiVersion: salesforce.apiVersion,
            isTest: salesforce.testHost !== undefined,
          }
        : null,
      types: await selectTypes(trx, scope),
    }))
    route(app, kernel, startPull, (call) => askForPulls(call, job))
    route(app, kernel, listPulls, ({ trx, scope, input }) => selectPulls(trx, scope, input))
    route(app, kernel, cancelPull, stopPull)
    route(app, kernel, acceptPull, accept)
    route(app, kernel, listPullProblems, ({ trx, scope, input }) => selectProblems(trx, scope, input))
    rawRoute(app, kernel, listOrgObjects, async () => ({ records: await askNow(kernel, listObjects) }), LIMIT)
    rawRoute(
      app,
      kernel,
      getOrgObject,
      async ({ input }) => {
        const { name, label, fields } = await askNow(kernel, (client, signal) => describeObject(client, input.object, signal))
        return { name, label, fields, proposed: proposeFields(input.type, fields) }
      },
      LIMIT,
    )
    route(app, kernel, getMapping, ({ trx, scope, input }) => selectMapping(trx, scope, input.type))
    route(app, kernel, saveMapping, keepMapping)
    rawRoute(
      app,
      kernel,
      previewMapping,
      ({ input, scope, session }) => preview(kernel, scope, input, levelOf(session, 'INSTITUTIONS') >= 2, dryRun),
      LIMIT,
    )
    route(app, kernel, listDeletions, ({ trx, scope, input }) => selectDeletions(trx, scope, input))
    route(app, kernel, settleDeletion, settle)
  }
