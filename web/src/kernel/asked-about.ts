/** The figure, report or document that a person is about to ask the service team about: carried from its page to the form, in this tab alone. */
import type { Session } from '@corridor/contract/session.ts'
import { ABOUT_KINDS, type SubjectMatter } from '@corridor/domain/service-requests/subject-matter.ts'
import * as z from 'zod/mini'
import { forgetInTab, keepInTab, keptInTab } from './tab-memory.ts'

const KEY = 'asked-about'
const subjectMatter = z.object({ kind: z.enum(ABOUT_KINDS), title: z.string(), text: z.nullable(z.string()), link: z.string() })

export const askedAbout = (session: Session): SubjectMatter | null => z.safeParse(subjectMatter, keptInTab(session, KEY)).data ?? null

export const carryAbout = (session: Session, about: SubjectMatter): void => keepInTab(session, KEY, about)

export const forgetAbout = (): void => forgetInTab(KEY)
