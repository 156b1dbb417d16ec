/** Interface by which the platform asks the business, given to every process that serves or works. */
import { sql } from 'kysely'
import type { Business } from '../platform/kernel.ts'
import { recallMail } from '../shared/notifications/file-mail-recall.ts'
import { letterheadOf } from '../shared/notifications/letterhead.ts'
import { countCall, findKey, keyUsed } from '../shared/people/key-lookup.ts'
import { findSession } from '../shared/people/session-lookup.ts'
import { noteVisit } from '../shared/visibility/first-visits.ts'

export const BUSINESS: Business = {
  findSession,
  findKey,
  keyUsed,
  countCall,
  noteVisit,
  recallMail,
  letterheadOf,
  isFed: (sha256) =>
    sql<boolean>`(exists (select from carrier_file where carrier_file.sha256 = ${sha256} or carrier_file.opened_sha256 = ${sha256}) or exists (select from onboarding_source where onboarding_source.file_sha256 = ${sha256}))`,
}
