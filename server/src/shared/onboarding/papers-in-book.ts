/** Statements on the reports and documents of a book on their way in: the staged rows, what the portal has in their place, and what was found of each. */
import { documents } from '@corridor/contract/documents.ts'
import { reports } from '@corridor/contract/report-records.ts'
import { PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { sourceText } from './staging.ts'

type PaperKind = 'REPORT' | 'DOCUMENT'
export interface StagedPaper {
  n: number
  source: string
  isWhole: boolean
  file: string | null
  kind: PaperKind | null
  /** As the row gives them; the numbers and codes beside them are those that were found. */
  institutionName: string | null
  institutionId: number | null
  bankName: string | null
  carrierName: string | null
  carrierCode: string | null
  vendorName: string | null
  typeCode: string | null
  yearOverride: number | null
  displayName: string | null
  description: string | null
}

export async function selectStaged(trx: Trx, from: number, limit: number): Promise<StagedPaper[]> {
  const { rows } = await sql
    .raw<StagedPaper>(
      `select s.n, ${sourceText('s', 'c')} as source, s.is_whole, s.file, s.kind, s.institution_name, s.institution_id, coalesce(b.name, i.name) as bank_name,
         s.carrier_name, s.carrier_code, s.vendor_name, s.type_code, s.year_override, s.display_name, s.description
       from (select * from staged_files where n >= ${from} order by n limit ${limit}) s join onboarding_source c on c.id = s.origin
       left join staged_institutions b on b.record_id = s.institution_id left join institution i on i.id = s.institution_id order by s.n`,
    )
    .execute(trx)
  return rows
}

export const reportTypeCodes = async (trx: Trx): Promise<Set<string>> =>
  new Set((await trx.selectFrom('reportType').select('code').execute()).map(({ code }) => code))

/** Bringing a file asks for the right of uploading it. @returns the sentence for what whoever imports may not bring */
export async function missingRights(trx: Trx, { userId }: Scope): Promise<Record<PaperKind, string | null>> {
  const held = await trx.selectFrom('userPermission').select(['code', 'access']).where('userId', '=', userId).execute()
  const sentence = ({ anyOf, minimum }: { anyOf: readonly (keyof typeof PERMISSION_WORDS)[]; minimum: number }) =>
    held.some(({ code, access }) => anyOf.some((asked) => asked === code) && access >= minimum)
      ? null
      : `asks for level ${minimum} of ${anyOf.map((code) => PERMISSION_WORDS[code].name).join(' or ')}, which you do not hold`
  return { REPORT: sentence(reports.endpoints.create.access), DOCUMENT: sentence(documents.endpoints.create.access) }
}

interface Place {
  kind: PaperKind
  institutionId: number | null
  carrierCode: string | null
  vendorName: string | null
  typeCode: string
  yearOverride: number
  uploadName: string
}
interface FiledPaper {
  id: number
  sha256: string
}

/** Records in the place of a paper; those in the trash are not there. */
export async function selectFiled(trx: Trx, scope: Scope, place: Place): Promise<FiledPaper[]> {
  const { kind, institutionId, carrierCode, vendorName, typeCode, yearOverride, uploadName } = place
  const { rows } = await (kind === 'REPORT'
    ? sql<FiledPaper>`select c.id, c.file_sha256 as sha256 from client_report c where ${visible(scope, 'c')} and c.institution_id = ${institutionId}
        and c.origin = 'UPLOADED' and c.deleted_at is null and lower(c.upload_name) = lower(${uploadName})`
    : sql<FiledPaper>`select d.id, d.file_sha256 as sha256 from document d where ${visible(scope, 'd')} and d.institution_id is not distinct from ${institutionId}
        and d.carrier_code is not distinct from ${carrierCode} and d.vendor_name is not distinct from ${vendorName} and d.type_code = ${typeCode}
        and d.year_override = ${yearOverride} and d.deleted_at is null and lower(d.upload_name) = lower(${uploadName}) order by d.id`
  ).execute(trx)
  return rows
}

/** The outcome of a file, or why it is refused. */
export interface PaperFinding {
  path?: string
  listedIn?: string | null
  kind: PaperKind | null
  institutionId: number | null
  institutionName: string | null
  carrierCode: string | null
  vendorName: string | null
  typeCode: string | null
  yearOverride: number | null
  uploadName?: string
  displayName?: string | null
  description?: string | null
  fileSha256?: string
  sizeBytes?: number
  mediaType?: string
  safety?: 'PASSED' | 'HELD'
  outcome: 'NEW' | 'VERSION' | 'SAME' | 'REFUSED'
  reason?: string
  recordId?: number | null
}

export async function keepFindings(trx: Trx, scope: Scope, importId: number, findings: readonly PaperFinding[]): Promise<void> {
  if (findings.length === 0) return
  await trx
    .insertInto('onboardingFile')
    .values(findings.map(({ path = '', ...found }) => ({ importId, siteId: scope.siteId, path, ...found })))
    .execute()
}
