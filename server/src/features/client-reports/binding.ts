/** Client reports as a generic resource: their fields, who reaches them, and what a change must keep true. */
import { reports } from '@corridor/contract/report-records.ts'
import { VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { visible } from '../../platform/http/scope.ts'
import type { ChangeCall, Key, ResourceBinding } from '../../platform/records/resource-rows.ts'
import { pathOfUpload } from '../../shared/papers/client-reports.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { ownReportTypes } from '../../shared/visibility/report-types.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'
import { reportSizeFor } from '../../shared/visibility/salaries.ts'

const personName = (column: string) =>
  sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(`t.${column}`)})`
const ofSource = (expression: RawBuilder<unknown>) =>
  sql`(select ${expression} from report_version v where v.institution_id = t.institution_id and v.report_id = t.source_report_id and v.version = t.source_version)`

/** Fields that are not columns; `t` is the record. */
const FIELDS: NonNullable<ResourceBinding['fields']> = {
  sizeBytes: (session) => reportSizeFor(session, 't'),
  typeName: sql`(select ${typeNameOf('k', 'r')} from report_type k left join report r on r.institution_id = t.institution_id and r.id = t.source_report_id
    where k.code = t.type_code)`,
  institutionName: sql`(select i.name from institution i where i.id = t.institution_id)`,
  isCarrier: sql`(t.carrier_code is not null and t.carrier_code <> ${sql.lit(VENDOR_CODE)})`,
  isVendor: sql`(t.carrier_code is not distinct from ${sql.lit(VENDOR_CODE)})`,
  restated: sql`coalesce(${ofSource(sql`v.restated`)}, false)`,
  sourceBatchId: ofSource(sql`v.batch_id`),
  safety: sql`(select s.safety from stored_file s where s.sha256 = t.file_sha256)`,
  readers: sql`(select count(*)::int from file_opening o where o.institution_id = t.institution_id and o.site_id = t.site_id and o.kind = 'REPORT' and o.file_id = t.id)`,
  createdBy: personName('createdBy'),
  deletedBy: personName('deletedBy'),
}

export const reportBinding: ResourceBinding = {
  resource: reports,
  table: 'clientReport',
  key: 'id',
  trash: true,
  fields: FIELDS,
  reach: (scope) => sql`${visible(scope, 't')} and t.withdrawn_at is null`,
  own: (session, scope) => visibleReports(scope, ownReportTypes(session), 't'),
  search: ['displayName', 'uploadName', 'institutionName'],
  dependants: [],
  nameOf: ({ displayName }) => String(displayName),
  check: checkReport,
  link: setPath,
}

/** The logical name follows type and year. */
async function setPath({ trx, key }: ChangeCall & { key: Key }): Promise<void> {
  const row = await trx
    .selectFrom('clientReport')
    .select(['institutionId', 'yearOverride', 'typeCode', 'uploadName'])
    .where('id', '=', Number(key))
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('clientReport')
    .set({ path: pathOfUpload(row) })
    .where('id', '=', Number(key))
    .execute()
}

async function checkReport({ trx, before, after }: ChangeCall): Promise<void> {
  if (before?.origin === 'RELEASED')
    throw new AppError('wrong_status', {
      message:
        before.typeCode === 'AQU'
          ? 'This record is a questionnaire as it was signed. It is withdrawn when the questionnaire is reopened.'
          : after
            ? 'This record follows the report it was released from. Correct that report, and release it again.'
            : 'A released report is never deleted. Withdraw it in its batch instead.',
    })
  if (typeof after?.typeCode !== 'string') return
  const type = await trx.selectFrom('reportType').select('id').where('code', '=', after.typeCode).executeTakeFirst()
  if (!type) throw inputError({ typeCode: ['No report type has this code.'] })
}
