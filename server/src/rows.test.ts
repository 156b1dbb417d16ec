/** What calls without an id show: of clients their own institution, of staff their own site, and of nobody anything else. */
import { testRows } from './test/rows.ts'

testRows()
