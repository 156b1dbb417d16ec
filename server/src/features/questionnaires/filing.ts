/**
 * A returned questionnaire becomes its institution's record of type AQU: printed as it was signed, with salaries and without, found in
 * menu, search and lists from then on. Opened again the record is withdrawn, and back with the next return. Nobody is written to: those who have the
 * record signed it themselves.
 */
import { partsOf } from '@corridor/contract/questionnaire-sheet.ts'
import type { Level } from '@corridor/domain/access/access.ts'
import { monthOf } from '@corridor/domain/primitives/period.ts'
import { buildQuestionnaire, type QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { StoredFile } from '../../platform/files/file-store.ts'
import { keepFile } from '../../platform/files/files.ts'
import { portalLabel } from '../../platform/http/found-session.ts'
import { inScope, type Scope, scopeOfSystem, visible } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { logosOf } from '../../reporting/pdf/logos.ts'
import { renderPdf } from '../../reporting/pdf/pool.ts'
import { selectLogos } from '../../shared/institutions/portals.ts'
import { seesPersonal } from '../../shared/visibility/salaries.ts'
import { paper } from './print.ts'
import { lockQuestionnaires, questionnaireName, selectReturns } from './queries.ts'
import { type Reader, readSheet } from './sheet.ts'

const TYPE_CODE = 'AQU'
/** Printed in one run; the others come with the next. */
const AT_MOST = 100

/** Queued with each return, and looked at again every minute: what is on file already is left alone, so that it is done once wherever a process died. */
export const fileQuestionnaires: JobDefinition<Record<string, never>> = {
  name: 'file-questionnaires',
  title: 'Filing of questionnaires',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 3,
  schedule: '* * * * *',
  run: async (kernel, _, { signal }) => {
    const { rows: due } = await sql<{ id: number; siteId: number }>`
      select q.id, q.site_id from questionnaire_return r
      join questionnaire q on q.institution_id = r.institution_id and q.id = r.questionnaire_id
      join institution_site s on s.institution_id = q.institution_id and s.site_id = q.site_id
      where r.pdf_sha256 is null and q.status = 2 and exists (select from report_type where code = ${TYPE_CODE})
        and r.number = (select max(number) from questionnaire_return l where l.institution_id = q.institution_id and l.questionnaire_id = q.id)
      order by r.signed_at, q.id limit ${AT_MOST}`.execute(kernel.ownerDb)
    const failures: unknown[] = []
    for (const { id, siteId } of due) {
      if (signal.aborted) return
      // One that cannot be printed keeps no other waiting.
      await fileOne(kernel, scopeOfSystem(siteId), id).catch((cause: unknown) => failures.push(cause))
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} returned questionnaires could not be put on file`)
  },
}

async function fileOne(kernel: Kernel, scope: Scope, id: number): Promise<void> {
  const read = (level: Level) => viewFor(kernel, scope, id, level)
  const [plain, personal] = [await read(0), await read(2)]
  if (!plain || !personal) return
  // Printing takes longer than a row may be held.
  const logos = await logosOf(kernel.files, plain.logos)
  const store = async (view: QuestionnaireView) => kernel.files.put((await renderPdf(paper, view, logos)).bytes)
  const files = { plain: await store(plain.view), personal: await store(personal.view) }
  await inScope(kernel.db, scope, async (trx) => {
    const [row] = await lockQuestionnaires(trx, scope, [id])
    const [signed] = await selectReturns(trx, scope, [id])
    // Opened again, or signed anew, while it was printed; or another worker was first.
    if (!row || row.status !== 2 || !signed || signed.number !== plain.number || signed.number !== personal.number) return
    await keepFile(trx, files.plain, 'application/pdf')
    await keepFile(trx, files.personal, 'application/pdf')
    const { numUpdatedRows } = await trx
      .updateTable('questionnaireReturn')
      .set({ pdfSha256: files.plain.sha256, personalPdfSha256: files.personal.sha256 })
      .where('siteId', '=', scope.siteId)
      .where('questionnaireId', '=', id)
      .where('number', '=', signed.number)
      .where('pdfSha256', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    await enterRecord(kernel, trx, scope, { ...row, signed, file: files.plain })
    await recordSystemActivity(trx, {
      action: 'questionnaire.filed',
      entity: 'questionnaire',
      entityId: id,
      siteId: scope.siteId,
      institutionId: row.institutionId,
      after: { year: row.year, return: signed.number, sha256: files.plain.sha256 },
    })
  })
}

/** As the product itself reads it. @param level of INSTITUTIONS: with 2 there are salaries in it */
async function viewFor(kernel: Kernel, scope: Scope, id: number, level: Level) {
  return inScope(
    kernel.db,
    scope,
    async (trx) => {
      const { siteName } = await trx
        .selectFrom('site')
        .select('displayName as siteName')
        .where('id', '=', scope.siteId)
        .executeTakeFirstOrThrow()
      const session: Reader = {
        userId: 0,
        userRole: 'b',
        siteName,
        permissions: [{ code: 'INSTITUTIONS', access: level }],
        reportTypeCodes: [],
      }
      const sheet = await readSheet({ kernel, trx, scope, session }, id)
      const [signed] = sheet.returns
      if (sheet.questionnaire.status !== 2 || !signed) return undefined
      const logos = await selectLogos(trx, scope.siteId, sheet.questionnaire.institutionId)
      return { number: signed.number, logos, view: buildQuestionnaire(partsOf(sheet, portalLabel(scope.siteId))) }
    },
    'one moment',
  )
}

async function enterRecord(
  { now }: Kernel,
  trx: Trx,
  { siteId }: Scope,
  {
    id,
    institutionId,
    year,
    period,
    signed,
    file,
  }: Awaited<ReturnType<typeof lockQuestionnaires>>[number] & { signed: { number: number; signedAt: string }; file: StoredFile },
): Promise<void> {
  const displayName = questionnaireName(year)
  const name = displayName.replaceAll(' ', '_')
  const uploadName = `${fileNameOf(institutionId, year, name)}.pdf`
  const version = { fileSha256: file.sha256, sizeBytes: file.sizeBytes, sourceVersion: signed.number, withdrawnAt: null }
  await trx
    .insertInto('clientReport')
    .values({
      ...version,
      institutionId,
      siteId,
      typeCode: TYPE_CODE,
      uploadName,
      yearOverride: year,
      name,
      displayName,
      extension: 'pdf',
      path: `/clients/${institutionId}/${year}/${String(monthOf(period)).padStart(2, '0')}/${uploadName}`,
      sourceQuestionnaireId: id,
      createdAt: signed.signedAt,
      updatedAt: signed.signedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['institutionId', 'sourceQuestionnaireId'])
        .where('sourceQuestionnaireId', 'is not', null)
        .doUpdateSet({ ...version, updatedAt: now().toISOString() }),
    )
    .execute()
}

/** Hides the record from everybody; its files stay with what was signed. In the transaction that opens the questionnaire again. */
export async function withdrawRecord({ now }: Pick<Kernel, 'now'>, trx: Trx, { siteId }: Scope, id: number): Promise<void> {
  const at = now().toISOString()
  await trx
    .updateTable('clientReport')
    .set({ withdrawnAt: at, updatedAt: at })
    .where('siteId', '=', siteId)
    .where('sourceQuestionnaireId', '=', id)
    .execute()
}

/** The file of a returned questionnaire as its reader may have it; undefined until it is on file. */
export async function selectFiled(trx: Trx, scope: Scope, session: Reader, id: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('questionnaireReturn as r')
    .innerJoin('questionnaire as q', (join) =>
      join.onRef('q.institutionId', '=', 'r.institutionId').onRef('q.id', '=', 'r.questionnaireId'),
    )
    .select(seesPersonal(session) ? 'r.personalPdfSha256 as sha256' : 'r.pdfSha256 as sha256')
    .where(visible(scope, 'r'))
    .where('r.questionnaireId', '=', id)
    .where('q.status', '=', 2)
    .orderBy('r.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sha256 ?? undefined
}

/** The form that files of an institution are uploaded by: its id, the type, the year, the name. */
export const fileNameOf = (institutionId: number, year: number, name: string): string =>
  `${institutionId}-${TYPE_CODE}-${String(year).slice(-2)}-${name}`.replace(/[^A-Za-z0-9-]+/g, '_')
