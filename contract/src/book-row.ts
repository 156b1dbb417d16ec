/** The row of a firm's book that a value was imported from. */
import { z } from 'zod'

export const bookRow = z.object({
  importId: z.int(),
  importName: z.string(),
  source: z.string().meta({ description: 'The file, and of a workbook its sheet: `Book.xlsx/Values`.' }),
  row: z.int().nullable(),
  record: z.string().nullable().meta({ description: 'Of a record of another system: its own source, `Policy_Value__c/a01…/2`.' }),
})
export type BookRow = z.infer<typeof bookRow>
