/** The meaning of file names (institutionId-typeCode-YY-name.ext), and the reasons why one is refused: asked before a byte is sent, and again when it came. */
import type { CheckedName } from '@corridor/contract/report-records.ts'
import { refusalByName } from '@corridor/domain/files/name-and-size-checks.ts'
import { parseReportFileName, titleOfReport } from '@corridor/domain/files/report-file-names.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'

/** In the order of the names; of equal ones the second is the repetition. @param thisYear decides how far ahead a year may be */
export async function checkNames(trx: Trx, scope: Scope, fileNames: readonly string[], thisYear: number): Promise<CheckedName[]> {
  const read = fileNames.map((fileName) => ({ fileName, said: parseReportFileName(fileName, thisYear) }))
  const said = read.flatMap(({ said }) => ('message' in said ? [] : [said]))
  const institutions = await selectInstitutions(trx, scope, [...new Set(said.map(({ institutionId }) => institutionId))])
  const types = await selectTypes(trx)
  const stored = await selectStored(trx, scope, fileNames)
  const seen = new Set<string>()
  return read.map(({ fileName, said }) => {
    const blank = {
      fileName,
      institutionId: null,
      institutionName: null,
      typeCode: null,
      typeName: null,
      yearOverride: null,
      displayName: null,
    }
    const none = { duplicateOf: null, inTrash: false }
    if ('message' in said) return { ...blank, ...none, problem: 'name', message: said.message }
    const key = fileName.toLowerCase()
    const institutionName = institutions.get(said.institutionId) ?? null
    const typeName = types.get(said.typeCode) ?? null
    const duplicateOf = stored.find((row) => row.key === key && !row.deleted)?.id ?? null
    const refused = refusalByName(fileName, 1)
    const repeated = seen.has(key)
    seen.add(key)
    const found: [CheckedName['problem'], string] | undefined =
      institutionName === null
        ? ['institution', `${fileName}: Institution ${said.institutionId} is not on this site.`]
        : typeName === null
          ? ['type', `${fileName}: There is no report type ${said.typeCode}.`]
          : refused
            ? ['kind', `${fileName}: ${refused.sentence}`]
            : duplicateOf !== null
              ? [
                  'duplicate',
                  `${fileName}: A report with this name is already stored. Rename the file, or replace the file of that report.`,
                ]
              : repeated
                ? ['repeated', `${fileName}: Another file in this upload has the same name.`]
                : undefined
    return {
      fileName,
      institutionId: said.institutionId,
      institutionName,
      typeCode: said.typeCode,
      typeName,
      yearOverride: said.year,
      displayName: titleOfReport(said.name),
      problem: found?.[0] ?? null,
      message: found?.[1] ?? null,
      duplicateOf,
      inTrash: stored.some((row) => row.key === key && row.deleted),
    }
  })
}

async function selectInstitutions(trx: Trx, scope: Scope, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('institution as i')
    .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
    .select(['i.id', 'i.name'])
    .where('s.siteId', '=', scope.siteId)
    .where('i.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const selectTypes = async (trx: Trx): Promise<Map<string, string>> =>
  new Map((await trx.selectFrom('reportType').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]))

/** Uploads of these names, those in the trash among them. */
async function selectStored(trx: Trx, scope: Scope, fileNames: readonly string[]) {
  const keys = [...new Set(fileNames.map((name) => name.toLowerCase()))]
  const { rows } = await sql<{ id: number; key: string; deleted: boolean }>`
    select c.id, lower(c.upload_name) as key, c.deleted_at is not null as deleted from client_report c
    where ${visible(scope, 'c')} and c.origin = 'UPLOADED' and lower(c.upload_name) = any(${keys}::text[])`.execute(trx)
  return rows
}
