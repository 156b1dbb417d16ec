/** Dated terms of an institution: its tax profile, capital, policy limits. */
import type { ComponentProps } from 'react'
import { DatedRows } from '../../shared/dated-terms/DatedRows.tsx'
import { inForce, type TermWords, withDays } from './term-words.ts'

type Rows<Content> = ComponentProps<typeof DatedRows<Content & { effectiveOn: string }>>

interface TermsTabProps<Content> extends Pick<Rows<Content>, 'calls' | 'children'> {
  institutionId: number
  words: TermWords<Content & { effectiveOn: string }>
}

export function TermsTab<Content extends object>({ institutionId, words, ...rows }: TermsTabProps<Content>) {
  return (
    <DatedRows<Content & { effectiveOn: string }>
      {...rows}
      params={{ id: institutionId }}
      nameOf={({ effectiveOn }) => ({ date: effectiveOn })}
      words={withDays(words)}
      inForce={(records, today) => [inForce(records, today)].flatMap((now) => now ?? [])}
    />
  )
}
