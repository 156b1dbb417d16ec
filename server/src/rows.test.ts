/** Records that calls without an id show: for clients their own institution, for staff their own site, and nothing else for anybody. */
import { testRows } from './test/rows.ts'

testRows()
