/** The first records by a mapping, checked as a file is checked, of which nothing is kept. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { DryFinding, MappingPreview, previewMapping } from '@corridor/contract/salesforce.ts'
import { pullFields, recordTypeOfPull } from '@corridor/domain/onboarding/salesforce.ts'
import { createTokenizer } from '../../platform/formats/reading/delimited.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dryImport } from './book-rows.ts'
import { askNow } from './connection.ts'
import { refuseUnreadable } from './mappings.ts'
import { type RecordFile, readRecords } from './read-records.ts'

export type DryRun = (
  kernel: Kernel,
  scope: Scope,
  path: string,
  reading: RecordFile['reading'],
) => Promise<{ findings: DryFinding[]; refusal: string | null }>

const MOST = 50
const MASKED = '•••'

/** @param seesPersonal whether dates of birth and the like are shown (INSTITUTIONS 2) */
export async function preview(
  kernel: Kernel,
  scope: Scope,
  input: ParsedOf<typeof previewMapping>,
  seesPersonal: boolean,
  dryRun: DryRun,
): Promise<MappingPreview> {
  refuseUnreadable(input)
  const folder = await mkdtemp(join(tmpdir(), 'corridor-salesforce-'))
  try {
    const path = join(folder, 'records.csv')
    const { total, columns, reading } = await askNow(kernel, (client, signal) => readRecords(input, { client, signal, path, most: MOST }))
    const lines = await linesOf(path)
    const header = lines[0]?.cells ?? []
    const personal = new Set(pullFields(input.type).flatMap(({ name, personal }) => (personal && !seesPersonal ? [name] : [])))
    const masked = new Set(columns.filter(({ field }) => personal.has(field)).map((column) => column.path))
    // A finding names a column by the file's header, or by the portal's own.
    const isMasked = (column: string | null) =>
      columns.some(({ field, label, path: header }) => personal.has(field) && (column === header || column === label))
    const recordType = recordTypeOfPull(input.type)
    const { findings, refusal } = recordType
      ? {
          findings: await dryImport(kernel, scope, { type: recordType, object: input.object, mapping: reading.mapping, path }),
          refusal: null,
        }
      : await dryRun(kernel, scope, path, reading)
    return {
      total,
      headers: columns,
      rows: lines.slice(1).map(({ line, cells }) => ({
        line,
        recordId: cells[0] ?? '',
        cells: columns.map((column) => (masked.has(column.path) ? MASKED : (cells[header.indexOf(column.path)] ?? ''))),
      })),
      findings: [
        ...(refusal === null ? [] : [{ line: null, column: null, value: null, severity: 'error' as const, message: refusal }]),
        // Policies that fifty records do not name are no finding of theirs.
        ...findings
          .filter(({ line }) => line !== null)
          .map((finding) => (isMasked(finding.column) ? { ...finding, value: MASKED } : finding)),
      ],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function linesOf(path: string) {
  const tokenizer = createTokenizer({ separator: ',', newline: '\n' })
  const lines = []
  for await (const text of createReadStream(path, 'utf8')) lines.push(...tokenizer.push(String(text)))
  return [...lines, ...tokenizer.end()]
}
