/**
 * `node tools/report-prints.ts FILE [--keep FOLDER]`: makes reports of every family from the demo book and writes the SHA-256 of each as screen, PDF,
 * workbook and CSV, the contents themselves into FOLDER. `node tools/report-prints.ts --compare ONE OTHER` names what differs between two such files and
 * exits 1: a rearrangement of the code that changes no figure and no byte leaves both the same.
 */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { type Endpoint, fillPath, type InputOf, type ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { downloadQuestionnaires, getQuestionnaireResults, partsOf } from '@corridor/contract/questionnaire-sheet.ts'
import { listQuestionnairesOfInstitution } from '@corridor/contract/questionnaires.ts'
import type { ReportCalls } from '@corridor/contract/reports.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { buildQuestionnaire } from '@corridor/domain/questionnaires/view.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { buildApp, JOBS } from '../server/src/app.ts'
import { loadDemo } from '../server/src/db/seeds/demo.ts'
import { addDemoAssessment } from '../server/src/db/seeds/demo-assessment.ts'
import { addDemoQuestionnaires } from '../server/src/db/seeds/demo-questionnaires.ts'
import { scopeOfSystem } from '../server/src/platform/http/scope.ts'
import { cookieName } from '../server/src/platform/http/sessions.ts'
import { generateSome } from '../server/src/reporting/generation.ts'
import { closePdfWorkers } from '../server/src/reporting/pdf/pool.ts'
import { createKernel } from '../server/src/start/create-kernel.ts'
import { signedInAs } from '../server/src/test/builders.ts'
import { testConfiguration } from '../server/src/test/configuration.ts'
import { unzipped } from '../server/src/test/report-files.ts'
import { startTestCluster } from '../server/src/test/test-cluster.ts'

/** The day that stands on the papers as the one they were made. */
const NOW = new Date('2026-11-24T15:00:00Z')
/** On the BOLI portal the demo's client, a fiscal year that ends in June, a bank over its limit and one with a portal of each kind; on the COLI portal a bank and one with a subsidiary. */
const PORTALS = [
  { siteId: 1, name: 'boli', institutions: [1, 2, 5, 11] },
  { siteId: 2, name: 'coli', institutions: [3, 11] },
]
interface Wanted {
  calls: ReportCalls
  type: ReportTypeName
  period: string
  isQuarterly?: true
  /** A paper beside the report. */
  document?: string
}
const WANTED: readonly Wanted[] = [
  { calls: assetReports, type: 'AssetReport', period: '2026-09-30' },
  { calls: assetReports, type: 'AssetReport', period: '2026-06-30', isQuarterly: true },
  // One carrier's values are not posted yet: banks that hold its policies have no report, and the reason is printed.
  { calls: assetReports, type: 'AssetReport', period: '2026-10-31' },
  { calls: assetReports, type: 'AssetSummaryReport', period: '2026-09-30' },
  { calls: form8925Reports, type: 'C8925Report', period: '2025-12-31' },
  { calls: form8925Reports, type: 'C8925Report', period: '2026-06-30' },
  { calls: annualReviews, type: 'AnnualBoliReview', period: '2024-12-31', document: 'ExecutiveSummary' },
  { calls: annualReviews, type: 'AnnualBoliReview', period: '2025-12-31', document: 'ExecutiveSummary' },
  { calls: annualReviews, type: 'AnnualBoliReview', period: '2026-06-30', document: 'ExecutiveSummary' },
]

type Print = (name: string, content: Buffer | string, compared?: Buffer) => void
type Asked = Record<string, unknown>
interface Caller {
  json: <Input extends Endpoint['input'], Reply extends Endpoint['reply']>(
    endpoint: Endpoint<Input, Reply>,
    input: InputOf<Endpoint<Input, Reply>> & Asked,
  ) => Promise<ReplyOf<Endpoint<Input, Reply>>>
  file: <E extends Endpoint>(endpoint: E, input: InputOf<E> & Asked) => Promise<Buffer>
}
type Portal = (typeof PORTALS)[number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, compare: { type: 'boolean', default: false } },
})
const [file, other] = positionals
if (file === undefined || (other === undefined) === values.compare || positionals.length > 2) {
  console.error('Usage: node tools/report-prints.ts FILE [--keep FOLDER], or: node tools/report-prints.ts --compare ONE OTHER')
  process.exitCode = 2
} else if (other === undefined) await take(file, values.keep)
else compare(file, other)

function compare(one: string, other: string): void {
  const [before, after] = [one, other].map((path): Record<string, string> => JSON.parse(readFileSync(path, 'utf8')))
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  const differing = names.filter((name) => before?.[name] !== after?.[name])
  for (const name of differing)
    console.error(
      before?.[name] === undefined ? `only in ${other}: ${name}` : after?.[name] === undefined ? `only in ${one}: ${name}` : name,
    )
  console.log(`${names.length - differing.length} of ${names.length} are the same.`)
  if (differing.length > 0 || names.length === 0) process.exitCode = 1
}

async function take(file: string, keep: string | undefined): Promise<void> {
  const prints = new Map<string, string>()
  if (keep !== undefined) mkdirSync(keep, { recursive: true })
  const print: Print = (name, content, compared) => {
    prints.set(
      name,
      createHash('sha256')
        .update(compared ?? content)
        .digest('hex'),
    )
    if (keep !== undefined) writeFileSync(join(keep, name.replaceAll(' ', '_')), content)
  }
  const cluster = await startTestCluster()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-prints-'))
  chmodSync(folder, 0o711)
  const { kernel, close } = await createKernel(testConfiguration(folder), {
    ownerUrl: cluster.ownerUrl,
    appUrl: cluster.appUrl,
    definitions: JOBS,
    now: () => NOW,
    log: { info: () => {}, error: (message, cause) => console.error(message, cause) },
  })
  try {
    await loadDemo(kernel.ownerDb, kernel)
    await addDemoQuestionnaires(kernel.ownerDb, kernel.configuration.keys)
    await addDemoAssessment(kernel.ownerDb, NOW)
    const app = await buildApp(kernel, { webDist: join(folder, 'no-web') })
    for (const portal of PORTALS) {
      const cookie = await signedInAs(kernel.ownerDb, 'b', {
        siteId: portal.siteId,
        permissions: Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2])),
        now: NOW,
      })
      const answer = async (endpoint: Endpoint, input: Asked) => {
        const { path, rest } = fillPath(endpoint.path, input)
        const query = new URLSearchParams(Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]))
        const reply = await app.inject({
          method: endpoint.method,
          url: endpoint.method === 'GET' ? `${path}?${query.toString()}` : path,
          cookies: { [cookieName(kernel.configuration)]: cookie },
          ...(endpoint.method === 'GET' ? {} : { payload: rest }),
        })
        if (reply.statusCode >= 300) throw new Error(`${endpoint.method} ${path} answered ${reply.statusCode} ${reply.body}`)
        return reply
      }
      const call: Caller = {
        json: async (endpoint, input) => endpoint.reply.parse((await answer(endpoint, input)).json()),
        file: async (endpoint, input) => (await answer(endpoint, input)).rawPayload,
      }
      const make = async (batchId: number) => {
        while ((await generateSome(kernel, scopeOfSystem(portal.siteId), batchId)) > 0) continue
      }
      for (const wanted of WANTED) await printReports(call, make, portal, wanted, print)
      for (const institutionId of portal.institutions) await printQuestionnaires(call, portal, institutionId, print)
    }
    await app.close()
  } finally {
    await closePdfWorkers()
    await close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const sorted = Object.fromEntries([...prints].sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
  console.log(`${prints.size} prints are in ${file}.`)
}

/** As drafts, and once they are released. */
async function printReports(
  call: Caller,
  make: (batchId: number) => Promise<void>,
  portal: Portal,
  wanted: Wanted,
  print: Print,
): Promise<void> {
  const { calls, type, document, ...when } = wanted
  const asked = { ...when, ReportType: type }
  const { records } = await call.json(calls.listInstitutionsToGenerate, asked)
  const institutions = records.filter(({ id }) => portal.institutions.includes(id)).map(({ id, subsidary_id }) => ({ id, subsidary_id }))
  if (institutions.length === 0) return
  const { id: batch } = await call.json(calls.generateReports, { ...asked, institutions })
  await make(batch)
  const listed = { batch, ReportType: type, take: 100 }
  const reports = (await call.json(calls.listReports, listed)).records
  if (reports.length !== institutions.length) throw new Error(`${reports.length} reports are there of ${institutions.length}`)
  const printAll = async (standing: string) => {
    for (const { id, institutionId, subsidary_id, status, failureReason } of reports) {
      const name = [portal.name, type, when.period, ...(when.isQuarterly ? ['quarterly'] : []), institutionId, subsidary_id ?? '', standing]
      const named = name.filter((part) => part !== '').join(' ')
      // A report that cannot be made says why; that has to stay the same as well.
      if (status === 'Failed') {
        if (standing === 'draft') print(`${named} failure.txt`, String(failureReason))
        continue
      }
      const { view } = await call.json(calls.getReport, { batch, report: id, ReportType: type })
      print(`${named} view.json`, JSON.stringify(view, null, 1))
      const download = { batch, reportIds: String(id), ReportType: type }
      for (const format of ['pdf', 'xlsx', 'csv'] as const)
        print(`${named} report.${format}`, await call.file(calls.downloadReports, { ...download, format }))
      if (document === undefined) continue
      const paper = { ...download, ReportType: document }
      const bytes = await call.file(calls.downloadReports, paper)
      print(`${named} ${document}.docx`, bytes, await withoutDates(bytes))
      print(`${named} ${document}.pdf`, await call.file(calls.downloadReports, { ...paper, needsConversion: true }))
    }
  }
  await printAll('draft')
  const ready = reports.filter(({ status }) => status === 'Ready').map(({ id }) => id)
  if (ready.length === 0) return
  const reasons = { overrideReason: 'Released to compare prints.', incompleteReason: 'Released to compare prints.' }
  const { refused } = await call.json(calls.releaseReports, { batch, reportIds: ready, ReportType: type, ...reasons })
  if (refused.length > 0) throw new Error(`${type} was not released: ${JSON.stringify(refused)}`)
  await printAll('released')
}

/** A Word document holds the time of its making, in its properties and its archive, so its bytes differ at each download. */
async function withoutDates(document: Buffer): Promise<Buffer> {
  const parts = [...(await unzipped(document))].filter(([name]) => name !== 'docProps/core.xml')
  return Buffer.concat(parts.flatMap(([name, content]) => [Buffer.from(name), content]))
}

async function printQuestionnaires(call: Caller, portal: Portal, institutionId: number, print: Print): Promise<void> {
  const { records } = await call.json(listQuestionnairesOfInstitution, { institutionId })
  for (const { id, batchId, year } of records) {
    const name = `${portal.name} Questionnaire ${year} ${institutionId}`
    const sheet = await call.json(getQuestionnaireResults, { batch: batchId, report: id })
    print(`${name} view.json`, JSON.stringify(buildQuestionnaire(partsOf(sheet, portal.name)), null, 1))
    for (const format of ['pdf', 'xlsx'] as const)
      for (const blank of [false, true]) {
        const bytes = await call.file(downloadQuestionnaires, { batch: batchId, reportIds: String(id), format, blank })
        print(`${name} ${blank ? 'blank' : 'answered'}.${format}`, bytes)
      }
  }
}
