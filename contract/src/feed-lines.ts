/** One line of a carrier's file: as received, as corrected, and the corrections that are likely; and reading the file once more. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { FEED_FIELD_NAMES } from '@corridor/domain/data-feeds/columns.ts'
import { z } from 'zod'
import { carrierFile } from './carrier-file.ts'
import { correctedCell } from './corrected-cell.ts'
import { fileFinding } from './data-feeds.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const change = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

export const getFileLine = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/lines/:line',
  summary: 'One line of a file as received, with its corrections and those that are likely, each with the fact it follows from.',
  access: view,
  input: z.strictObject({ id: idParam, line: idParam.meta({ description: 'As `line` in the lists of rows and findings.' }) }),
  reply: z.object({
    line: z.int(),
    lineNumber: z.int(),
    sheet: z.string().nullable(),
    policyNumber: z.string().nullable(),
    institutionName: z.string().nullable(),
    cells: z.array(
      z.object({
        header: z.string(),
        received: z.string().nullable(),
        field: z.enum(FEED_FIELD_NAMES).nullable(),
        correctable: z.boolean().meta({ description: 'The column is read, the caller may see it, and the file is not posted.' }),
      }),
    ),
    corrections: z.array(correctedCell),
    findings: z
      .array(fileFinding.pick({ id: true, columnName: true, ruleCode: true, ruleTitle: true, message: true }))
      .meta({ description: 'Those that are open, errors first.' }),
    likely: z.array(z.object({ header: z.string(), value: z.string(), reason: z.string() })).meta({
      description: 'The cell that keeps the line from footing stands first.',
    }),
    following: z.array(z.object({ header: z.string(), reason: z.string() })).meta({
      description: 'Cells that likely are right, or follow from a cell in doubt: no value is offered for them, but why.',
    }),
  }),
})
export const correctCells = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/corrections',
  summary:
    'Correct cells of one line with a reason; the line as received is kept, and the file is checked again. Null takes a correction back.',
  access: change,
  input: z.strictObject({
    id: idParam,
    line: idParam,
    cells: z
      .array(z.strictObject({ header: z.string().max(200), value: z.string().trim().max(200).nullable() }))
      .min(1)
      .max(100),
    reason: z.string().trim().min(5, 'Enter a reason in a few words').max(500),
    updatedAt: z.iso.datetime().optional(),
  }),
  reply: carrierFile,
})
export const checkFileAgain = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/check',
  summary: 'Read a file once more and check it against the register as it stands now; decisions and corrections are kept.',
  access: change,
  input: z.strictObject({ id: idParam, updatedAt: z.iso.datetime().optional() }),
  reply: carrierFile,
})
