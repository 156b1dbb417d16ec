/** The whole server without a port: what every request passes through, then the features, one line each. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { activityRoutes } from './features/activity/routes.ts'
import { announcementRoutes } from './features/announcements/routes.ts'
import { annualReviewRoutes } from './features/annual-review/routes.ts'
import { apiDescriptionRoutes } from './features/api-description/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { assetReportRoutes } from './features/asset-reports/routes.ts'
import { tellAssignees } from './features/auditing/digest.ts'
import { reviewRoutes } from './features/auditing/review-routes.ts'
import { auditingRoutes } from './features/auditing/routes.ts'
import { selectReview } from './features/auditing/sign-offs.ts'
import { tellServiceTeams } from './features/bank-uploads/mail.ts'
import { bankUploadRoutes } from './features/bank-uploads/routes.ts'
import { makeBoardBook } from './features/board-books/make.ts'
import { boardBookRoutes } from './features/board-books/routes.ts'
import { carrierRoutes } from './features/carriers/routes.ts'
import { chartRoutes } from './features/charts/routes.ts'
import { choiceRoutes } from './features/choices/routes.ts'
import { clientMenuRoutes } from './features/client-menus/routes.ts'
import { reportRecordRoutes } from './features/client-reports/record-routes.ts'
import { clientReportRoutes } from './features/client-reports/routes.ts'
import { periodLockRoutes } from './features/close-board/locks.ts'
import { closeBoardRoutes } from './features/close-board/routes.ts'
import { dryRun } from './features/data-feeds/dry-run.ts'
import { fileJobs } from './features/data-feeds/file-jobs.ts'
import { lookIntoInbox } from './features/data-feeds/inbox.ts'
import { noteLocksOfWaitingFiles } from './features/data-feeds/locked-months.ts'
import { readCarrierFile, receiveFile, sweepCarrierFiles } from './features/data-feeds/receive.ts'
import { dataFeedRoutes } from './features/data-feeds/routes.ts'
import { settleArrivedFile } from './features/data-feeds/settle-arrived.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { downloadRoutes } from './features/downloads/routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { emailChangeRoutes } from './features/email-changes/routes.ts'
import { emailTemplateRoutes } from './features/email-templates/routes.ts'
import { financialImpactRoutes } from './features/financial-impact/routes.ts'
import { stateEmployees } from './features/form-8925/employee-counts.ts'
import { form8925Routes } from './features/form-8925/routes.ts'
import { correctInstitution } from './features/institutions/correct.ts'
import { keepTerm } from './features/institutions/dated-terms.ts'
import { institutionRoutes } from './features/institutions/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { importJobs } from './features/onboarding/import-jobs.ts'
import { runOnboarding } from './features/onboarding/job.ts'
import { onboardingRoutes } from './features/onboarding/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { fileQuestionnaires } from './features/questionnaires/filing.ts'
import { remindOfQuestionnaires } from './features/questionnaires/reminders.ts'
import { questionnaireRoutes } from './features/questionnaires/routes.ts'
import { correctInsured } from './features/register/correct-insured.ts'
import { removeBroughtPolicy } from './features/register/remove-policy-of-file.ts'
import { registerRoutes } from './features/register/routes.ts'
import { reportConfigurationRoutes } from './features/report-configuration/routes.ts'
import { runReportSchedules } from './features/report-schedules/job.ts'
import { reportScheduleRoutes } from './features/report-schedules/routes.ts'
import { reportTypeRoutes } from './features/report-types/routes.ts'
import { reviewWordRoutes } from './features/review-words/routes.ts'
import { rightsRoutes } from './features/rights/routes.ts'
import { acceptSalesforce } from './features/salesforce/accept.ts'
import { acceptJobs } from './features/salesforce/accept-jobs.ts'
import { pullFromSalesforce } from './features/salesforce/pull-job.ts'
import { pullJobs } from './features/salesforce/pull-jobs.ts'
import { salesforceRoutes } from './features/salesforce/routes.ts'
import { savedViewRoutes } from './features/saved-views/routes.ts'
import { readFiles } from './features/search/extraction.ts'
import { searchRoutes } from './features/search/routes.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { forgetWaitingFiles } from './features/service-desk/files.ts'
import { serviceDeskRoutes } from './features/service-desk/routes.ts'
import { serviceTeamRoutes } from './features/service-team/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts'
import { siteRoutes } from './features/sites/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { viewerRoutes } from './features/viewers/routes.ts'
import { keyOf } from './platform/http/api-keys.ts'
import { keepBareAnswerSafe, keepBrowsersSafe } from './platform/http/browser-safety.ts'
import { answerFailure, answerFailures } from './platform/http/failures.ts'
import { watchHealth } from './platform/http/health.ts'
import { sessionRowOf } from './platform/http/sessions.ts'
import { dropSlowReaders } from './platform/http/slow-readers.ts'
import { noticeOtherProxies, trustOf } from './platform/http/trusted-proxies.ts'
import { dropUnreadBodies } from './platform/http/unread-bodies.ts'
import { serveWeb, WEB_DIST } from './platform/http/web-pages.ts'
import { type AnyJob, job } from './platform/jobs/jobs.ts'
import type { Kernel } from './platform/kernel.ts'
import { sendMails } from './platform/mail/mail.ts'
import { batchJobs } from './reporting/batch-jobs.ts'
import { tellBatchMakers } from './reporting/batch-notices.ts'
import { generateReports } from './reporting/generation.ts'
import { sweepReports } from './reporting/sweeper.ts'
import { auditEachNight, runAudit } from './shared/auditing/audit-run.ts'
import { keepHouse } from './shared/housekeeping.ts'
import { mailBells } from './shared/notifications/bell-mails.ts'
import { sendDigests } from './shared/notifications/file-digests.ts'
import { tellDueBatches } from './shared/notifications/file-mails.ts'
import { sendResetLink } from './shared/people/password-links.ts'
import { scanHeldFiles } from './shared/quarantine.ts'

export type Feature = (app: FastifyInstance, kernel: Kernel) => void

const pullSalesforce = pullFromSalesforce(receiveFile)

/** Features, each binding its own endpoints. */
const FEATURES: readonly Feature[] = [
  sessionRoutes,
  settingsRoutes,
  secondFactorRoutes,
  profileRoutes,
  singleSignOnRoutes,
  institutionRoutes,
  serviceTeamRoutes,
  serviceDeskRoutes,
  registerRoutes,
  siteRoutes,
  userRoutes,
  apiKeyRoutes,
  emailChangeRoutes,
  rightsRoutes,
  carrierRoutes,
  reportConfigurationRoutes,
  reportTypeRoutes,
  emailTemplateRoutes,
  announcementRoutes,
  assetReportRoutes,
  form8925Routes,
  reportScheduleRoutes,
  annualReviewRoutes,
  questionnaireRoutes({ correctInstitution, keepTerm, stateEmployees, correctInsured }),
  reviewWordRoutes,
  clientMenuRoutes,
  clientReportRoutes,
  reportRecordRoutes,
  viewerRoutes,
  uploadRoutes,
  documentRoutes,
  bankUploadRoutes,
  downloadRoutes,
  searchRoutes,
  chartRoutes,
  financialImpactRoutes,
  boardBookRoutes,
  closeBoardRoutes,
  periodLockRoutes(noteLocksOfWaitingFiles, selectReview),
  dataFeedRoutes(removeBroughtPolicy),
  jobRoutes(() => JOBS),
  salesforceRoutes(pullSalesforce, dryRun),
  notificationRoutes,
  onboardingRoutes,
  auditingRoutes,
  reviewRoutes,
  activityRoutes,
  draftRoutes,
  savedViewRoutes,
  choiceRoutes,
  apiDescriptionRoutes,
]

/** Every kind of job there is. */
export const JOBS: readonly AnyJob[] = [
  job({ ...generateReports, ...batchJobs }),
  job(sweepReports),
  job(tellBatchMakers),
  job(sendMails),
  job(forgetWaitingFiles),
  job(tellDueBatches),
  job(sendDigests),
  job(mailBells),
  job(sendResetLink),
  job(keepHouse),
  job(lookIntoInbox),
  job({ ...readCarrierFile, ...fileJobs }),
  job(settleArrivedFile),
  job(sweepCarrierFiles),
  job({ ...pullSalesforce, ...pullJobs(pullSalesforce) }),
  job({ ...acceptSalesforce, ...acceptJobs }),
  job(readFiles),
  job(makeBoardBook),
  job(scanHeldFiles),
  job(tellServiceTeams),
  job(runReportSchedules),
  job(remindOfQuestionnaires),
  job(fileQuestionnaires),
  job(runAudit),
  job(auditEachNight),
  job(tellAssignees),
  job({ ...runOnboarding(noteLocksOfWaitingFiles), ...importJobs }),
]

export interface AppOptions {
  logger?: FastifyServerOptions['logger']
  /** True once the end began: /readyz says so to a load balancer. */
  stopping?: () => boolean
  webDist?: string
  slow?: typeof SLOW
  /** Beside the product's own: endpoints that a test binds. */
  alsoBind?: Feature
}

/** Milliseconds after which a slow client is cut off. */
export const SLOW = {
  headers: 15_000,
  /** A JSON body in full; the pause within a file. */
  body: 15_000,
  /** A whole request, files of 200 MB on a slow line included. */
  request: 300_000,
  /** A reader of whom no byte of an answer is taken. */
  reader: 20_000,
  /** The rest of a body whose call is answered already. */
  unread: 5_000,
}

/** JSON bodies; files come as multipart, under limits of their own. */
const BODY_LIMIT = 4 * 1024 * 1024

export async function buildApp(
  kernel: Kernel,
  { logger = false, stopping = () => false, webDist = WEB_DIST, slow = SLOW, alsoBind }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustOf(kernel.configuration.trustedProxies),
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A client that sends its headers by the drop is cut off; who keeps a call open by the drop, by dropSlowBodies.
    http: { headersTimeout: slow.headers, connectionsCheckingInterval: Math.min(2_000, slow.headers) },
    requestTimeout: slow.request,
    keepAliveTimeout: 72_000,
    frameworkErrors: (failure, request, reply) => {
      keepBareAnswerSafe(request, reply, kernel.configuration)
      void answerFailure(failure, request, reply)
    },
  })
  answerFailures(app, kernel)
  acceptOnlyJson(app)
  dropSlowBodies(app, slow.body)
  dropSlowReaders(app, slow.reader)
  dropUnreadBodies(app, slow.unread)
  await keepBrowsersSafe(app, kernel.configuration)
  noticeOtherProxies(app, kernel)
  await app.register(cookie)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false,
    // Text that is made for one answer: 4 of 11 costs a tenth of the time and a few percent of the size.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(rateLimit, { global: false })
  await app.register(multipart, { limits: { files: 1, fields: 20, fieldSize: 100_000, parts: 25, headerPairs: 100 } })
  logRequests(app)
  watchHealth(app, kernel, stopping)
  for (const feature of FEATURES) feature(app, kernel)
  alsoBind?.(app, kernel)
  serveWeb(app, webDist)
  return app
}

/** A form or plain text is what another site's page could send without asking; JSON is not. An empty body is an empty object. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {})
    else void parse(request, body.toString(), done)
  })
  // A file as the body, of a script: read by its one route as well.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  // A mail is read by its one route, once it is known who brings it; no page of another site can send this type without asking.
  app.addContentTypeParser('message/rfc822', (_request, payload, done) => done(null, payload))
}

/** JSON is small: it is here at once or somebody is playing. A file may take its time on a slow line, but not stand still. */
function dropSlowBodies(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.method === 'GET' || raw.method === 'HEAD') return
    if (/^(multipart\/|message\/rfc822|application\/octet-stream)/.test(headers['content-type'] ?? '')) {
      // Counted from the last byte; once the file is here the work on it may take its time.
      const limit = (time: number) => {
        // A request made in memory (tests) has no socket that could time out.
        if ('setTimeout' in raw.socket) raw.socket.setTimeout(time)
      }
      limit(milliseconds)
      raw.once('end', () => limit(0))
      return
    }
    const timer = setTimeout(() => raw.destroy(), milliseconds)
    const done = () => clearTimeout(timer)
    raw.once('end', done).once('close', done)
  })
}

/** One line a request, with the route's pattern in place of its address: paths may hold an email address or a phone number. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: sessionRowOf(request)?.actorId ?? keyOf(request)?.ownerId,
        key: keyOf(request)?.id,
      },
      'request',
    )
  })
}
