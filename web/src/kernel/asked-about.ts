/** The figure, report or document that a person is about to ask the service team about: carried from its page to the form, in this tab alone, gone at logout. */
import type { Session } from '@corridor/contract/session.ts'
import { ABOUT_KINDS, type SubjectMatter } from '@corridor/domain/service-requests/subject-matter.ts'
import * as z from 'zod/mini'

const KEY = 'corridor-asked-about'
const subjectMatter = z.object({ kind: z.enum(ABOUT_KINDS), title: z.string(), text: z.nullable(z.string()), link: z.string() })

export function askedAbout(session: Session): SubjectMatter | null {
  try {
    const kept = z.safeParse(z.object({ of: z.string(), about: subjectMatter }), JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return kept.success && kept.data.of === ownerOf(session) ? kept.data.about : null
  } catch {
    return null
  }
}

export function carryAbout(session: Session, about: SubjectMatter): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ of: ownerOf(session), about }))
  } catch {
    // Storage can be switched off; then the form opens without it, and says nothing of it.
  }
}

export function forgetAbout(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

const ownerOf = ({ userId, siteId, institutionId }: Session): string => `${userId} ${siteId} ${institutionId}`
