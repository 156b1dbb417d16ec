/** Where the page of a record of the log is, by the entity's name there; only what the person may open is linked. */
import type { ActivityDetail } from '@corridor/contract/activity.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, type PermissionCode, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { isReportTypeName, REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { paths } from '../../paths.ts'

type Entry = Pick<ActivityDetail, 'entity' | 'entityId' | 'place'>
interface Page {
  /** The right that opens the page to staff, as the route table has it. */
  code: PermissionCode
  address: (id: number) => string
}

const USER: Page = { code: 'USERS', address: (id) => paths.user(id) }
const INSTITUTION: Page = { code: 'INSTITUTIONS', address: (id) => paths.institution(id) }
const SITE: Page = { code: 'SITES', address: (id) => paths.site(id) }
const PAGES: Readonly<Record<string, Page>> = {
  users: USER,
  user: USER,
  institutions: INSTITUTION,
  institution: INSTITUTION,
  sites: SITE,
  site: SITE,
  carriers: { code: 'CARRIERS', address: (id) => paths.carrier(id) },
  'email-templates': { code: 'EMAIL_TEMPLATES', address: (id) => paths.emailTemplate(id) },
  states: { code: 'REPORT_CONFIGURATION', address: (id) => paths.state(id) },
  announcements: { code: 'ANNOUNCEMENTS', address: (id) => paths.announcement(id) },
  documents: { code: 'DOCUMENT_CENTER', address: (id) => paths.editDocument(id) },
  questionnaire: { code: 'ANNUAL_QUESTIONNAIRE', address: (id) => paths.questionnaireResults(0, id) },
  review: { code: 'ANNUAL_BOLI_REVIEW', address: (id) => paths.reviewConfig(0, id) },
  carrierFile: { code: 'ASSET_REPORT', address: (id) => paths.dataFeed(id) },
}

/** Null where the record has no page, or none that opens to this person. */
export function recordAddress(entry: Entry, session: Session): string | null {
  const { entity, entityId } = entry
  if (entity === null || entityId === null || !/^\d{1,9}$/.test(entityId)) return null
  const page = PAGES[entity] ?? reportPage(entry)
  return page && allows(session, permission(page.code, 1, STAFF_ROLES)) ? page.address(Number(entityId)) : null
}

function reportPage({ entity, place }: Entry): Page | undefined {
  const family = place?.family
  if (!place || !family || !isReportTypeName(family)) return undefined
  const code = REPORT_FAMILIES[family].permission
  if (entity === 'report') return { code, address: (id) => paths.madeReport(place.batchId, id, family) }
  return entity === 'report_batch' ? { code, address: (id) => paths.reportBatch(id, family) } : undefined
}
