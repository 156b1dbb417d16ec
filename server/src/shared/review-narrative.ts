/** Narrative of a review, as its snapshot takes it in and as its pages change it: the site's wording, the institution's own, management's. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { shippedWording } from '@corridor/domain/reports/annual-review/default-narrative.ts'
import { type OwnWording, type ReviewWording, type RiskRating, reviewTextsOf } from '@corridor/domain/reports/annual-review/narrative.ts'
import type {
  ManagementAssessment,
  ReviewFrame,
  ReviewItem,
  ReviewRiskCode,
  ReviewTexts,
} from '@corridor/domain/reports/annual-review/outline.ts'
import { isBoliSite } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { Scope } from '../platform/http/scope.ts'

export const frameOfSite = (siteId: number): ReviewFrame => (isBoliSite(siteId) ? 'BOLI' : 'COLI')

/** Everything that stands in one institution's review of a year beside its figures. */
export async function selectReviewTexts(trx: Trx, scope: Scope, institutionId: number, period: PlainDate): Promise<ReviewTexts> {
  const site = await selectSiteWording(trx, scope)
  const written = await selectWritten(trx, scope, institutionId, period)
  const management = await selectSigned(trx, scope, institutionId, period)
  return reviewTextsOf(frameOfSite(scope.siteId), site, { ...written, management })
}

/** As the site has it now; what ships while nobody has saved any. */
export const selectSiteWording = async (trx: Trx, scope: Scope): Promise<SiteWording> =>
  (await selectSiteVersion(trx, scope, null)) ?? { ...shippedWording(frameOfSite(scope.siteId)), version: 0 }

interface SiteWording extends ReviewWording {
  /** 0: what Corridor ships. */
  version: number
}

/** @param version null is the newest */
export async function selectSiteVersion(trx: Trx, { siteId }: Scope, version: number | null): Promise<SiteWording | undefined> {
  const { rows } = await sql<{ version: number; content: ReviewWording }>`
    select version, content from review_defaults where site_id = ${siteId} and (${version}::int is null or version = ${version}::int)
    order by version desc limit 1`.execute(trx)
  const [found] = rows
  return found && { ...found.content, version: found.version }
}

export interface WrittenReview {
  own: OwnWording
  /** The year whose sections and texts these are; null while none are the institution's own. */
  ownFrom: PlainDate | null
  risks: Partial<Record<ReviewRiskCode, RiskRating>>
  items: ReviewItem[]
  boardMeetingOn: PlainDate | null
  updatedBy: string | null
  /** Null while nothing was written for this year. */
  updatedAt: string | null
}

/** Sections and texts of the newest year that has its own; ratings, items and the board's day of this year alone. */
export async function selectWritten(trx: Trx, { siteId }: Scope, institutionId: number, period: PlainDate): Promise<WrittenReview> {
  const { rows } = await sql<{
    period: PlainDate
    configuration: OwnWording['configuration']
    narratives: OwnWording['narratives']
    risks: WrittenReview['risks']
    items: ReviewItem[]
    boardMeetingOn: PlainDate | null
    updatedBy: string | null
    updatedAt: string
  }>`
    select w.period, w.configuration, w.narratives, w.risks, w.items, w.board_meeting_on, w.updated_at,
      (select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = w.updated_by) as updated_by
    from review_words w where w.institution_id = ${institutionId} and w.site_id = ${siteId} and w.period <= ${period}
    order by w.period desc limit 1`.execute(trx)
  const [row] = rows
  if (!row) return NOTHING
  const own = { configuration: row.configuration, narratives: row.narratives }
  const hasOwn = own.configuration !== null || Object.keys(own.narratives).length > 0
  const wording = { own, ownFrom: hasOwn ? row.period : null }
  if (row.period !== period) return { ...NOTHING, ...wording }
  const { risks, items, boardMeetingOn, updatedBy, updatedAt } = row
  return { ...wording, risks, items, boardMeetingOn, updatedBy, updatedAt }
}
const NOTHING: WrittenReview = {
  own: { configuration: null, narratives: {} },
  ownFrom: null,
  risks: {},
  items: [],
  boardMeetingOn: null,
  updatedBy: null,
  updatedAt: null,
}

/** Management's conclusions as they were last signed; none while an assessment is open. */
async function selectSigned(
  trx: Trx,
  { siteId }: Scope,
  institutionId: number,
  period: PlainDate,
): Promise<Partial<Record<ReviewRiskCode, ManagementAssessment>>> {
  const { rows } = await sql<{ risk: ReviewRiskCode; text: string; signedBy: string; signedTitle: string; signedOn: PlainDate }>`
    select c.key as risk, c.value as text, s.signer_name as signed_by, s.signer_title as signed_title, s.signed_on
    from review_assessment a
    join lateral (select * from review_assessment_signature s where s.institution_id = a.institution_id and s.assessment_id = a.id order by s.number desc limit 1) s on true
    cross join lateral jsonb_each_text(s.conclusions) c
    where a.institution_id = ${institutionId} and a.site_id = ${siteId} and a.period = ${period} and a.status = 2`.execute(trx)
  return Object.fromEntries(rows.map(({ risk, ...signed }) => [risk, signed]))
}
