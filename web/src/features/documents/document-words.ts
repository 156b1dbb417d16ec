/** Labels of the Document Center's pages: owners, states of a file, and the record in full as staff see it. */

import type { DocumentRecord, documents } from '@corridor/contract/documents.ts'
import { DOCUMENT_SAFETY_WORDS, OWNER_WORDS } from '@corridor/contract/words.ts'
import type { DocumentOwner } from '@corridor/domain/files/document-paths.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { z } from 'zod'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export type StaffDocument = z.output<typeof documents.record>
export const isStaffDocument = (row: DocumentRecord | StaffDocument): row is StaffDocument => 'owner' in row

export const OWNER_CHOICES = Object.entries(OWNER_WORDS).map(([value, label]) => ({ value, label }))

export const SAFETY: StatusTable<StaffDocument['safety']> = {
  TRUSTED: { label: DOCUMENT_SAFETY_WORDS.TRUSTED, tone: 'good' },
  PASSED: { label: DOCUMENT_SAFETY_WORDS.PASSED, tone: 'good' },
  HELD: { label: DOCUMENT_SAFETY_WORDS.HELD, tone: 'busy' },
  REFUSED: { label: DOCUMENT_SAFETY_WORDS.REFUSED, tone: 'bad' },
}

/** Whom a document of that owner is shown to, in a sentence. */
export function seenBy(owner: DocumentOwner, name: string | undefined): string {
  if (owner === 'institution') return `Seen only by the people of ${name ?? 'that institution'} who may see the type.`
  if (owner === 'carrier') return `Seen by every institution with policies of ${name ?? 'that carrier'}, if its people may see the type.`
  return 'Seen by every institution of the site, if its people may see the type.'
}

export const documentCount = (count: number): string => counted(count, 'document')
