/** The review of a questionnaire leads to each answer that is left. */
import { useEffect } from 'react'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'

const url = { question: optionalText, row: optionalText }

/** The question, or the row of it, that a link of the review leads to: in sight, and ready for its answer. */
export function useAskedQuestion(): void {
  const [{ question, row }] = useUrlSearch(url)
  useEffect(() => {
    if (question === undefined) return
    const place = among(document, 'question', question)
    const asked = (row === undefined ? undefined : among(place, 'row', row)) ?? place
    // After the router has put the new page at its top.
    const frame = requestAnimationFrame(() => {
      asked?.scrollIntoView({ block: 'center' })
      asked?.querySelector<HTMLElement>(':is(input, select, textarea, button):not([disabled])')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [question, row])
}

/** Codes and keys are compared, not written into a selector, which would have to escape them. */
const among = (scope: ParentNode | undefined, name: 'question' | 'row', value: string) =>
  [...(scope?.querySelectorAll<HTMLElement>(`[data-${name}]`) ?? [])].find(({ dataset }) => dataset[name] === value)
