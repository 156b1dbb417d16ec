/** The way from a value back to the row of the firm's book that it was imported from. */
import type { BookRow } from '@corridor/contract/book-row.ts'
import { sql } from 'kysely'

/** The row behind the value `v`; null where no import brought it. */
export const bookRowOfValue = sql<BookRow | null>`(select jsonb_build_object('importId', i.id, 'importName', i.name, 'source', s.name, 'row', v.line_number, 'record', v.source_text)
  from onboarding_source s join onboarding_import i on i.id = s.import_id where s.id = v.onboarding_source_id)`
