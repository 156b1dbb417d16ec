/** The names a carrier's file may use, and the mappings that are kept of its columns. */

import { COLUMN_FORMS } from '@corridor/domain/data-feeds/cell-values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ColumnForms } from './checking/column-forms.ts'
import type { Directory } from './checking/directory.ts'
import type { Mapping } from './checking/header.ts'

export async function readDirectory(trx: Trx, scope: Scope): Promise<Directory> {
  const [carriers, institutions] = [
    await trx.selectFrom('carrier').select(['code', 'legalName', 'shortName', 'naicCompanyCode']).orderBy('code').execute(),
    await trx
      .selectFrom('institution')
      .innerJoin('institutionSite', 'institutionSite.institutionId', 'institution.id')
      .where('institutionSite.siteId', '=', scope.siteId)
      .leftJoin(
        (of) =>
          of
            .selectFrom('callReportBank')
            .select(['fdicCert', sql<number>`life_general_cents + life_separate_cents + life_hybrid_cents`.as('filedCents')])
            .where('reportDate', '=', (last) =>
              last.selectFrom('callReportImport').select((date) => date.fn.max('reportDate').as('reportDate')),
            )
            .as('filed'),
        (join) => join.on(sql<boolean>`filed.fdic_cert::text = ltrim(institution.fdic_cert, '0')`),
      )
      .select(['institution.id', 'name', 'legalName', 'institution.fdicCert as fdicCertificate', 'filed.filedCents'])
      .orderBy('institution.id')
      .execute(),
  ]
  return { carriers, institutions }
}

/** The kept mapping of each carrier's columns: the latest of the site. */
export async function readKeptMappings(
  trx: Trx,
  scope: Scope,
): Promise<{ carrierCode: string; version: number; mapping: Mapping; forms: ColumnForms }[]> {
  const rows = await trx
    .selectFrom('columnMapping')
    .distinctOn('carrierCode')
    .select(['carrierCode', 'version', 'mapping', 'forms'])
    .where('siteId', '=', scope.siteId)
    .orderBy('carrierCode')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ carrierCode, version, mapping, forms }) => ({
    carrierCode,
    version,
    mapping: asMapping(mapping),
    forms: asForms(forms),
  }))
}

/** A mapping as stored: header to field or null. */
export function asMapping(value: unknown): Mapping {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([header, field]) => [header, typeof field === 'string' ? field : null]))
}

const storedForms = z.record(z.string(), z.enum(COLUMN_FORMS)).catch({})
/** How columns are read, as stored: header to form. */
export const asForms = (value: unknown): ColumnForms => storedForms.parse(value)

/** The forms that a file was read in, as its `summary.forms` has them: header to form and where it came from. */
export function formsRead(summary: unknown): ColumnForms {
  if (typeof summary !== 'object' || summary === null || !('forms' in summary)) return {}
  const { forms } = summary
  if (typeof forms !== 'object' || forms === null) return {}
  return asForms(
    Object.fromEntries(
      Object.entries(forms).flatMap(([header, decided]) =>
        typeof decided === 'object' && decided !== null && 'form' in decided ? [[header, decided.form]] : [],
      ),
    ),
  )
}
