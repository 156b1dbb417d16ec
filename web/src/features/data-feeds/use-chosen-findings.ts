/**
 * The findings of a file that somebody chose, as they are now. What is on another page or outside the filter stays chosen; what was resolved, or is gone
 * because its line was corrected, leaves the choice.
 */
import { type FileFinding, listFindings } from '@corridor/contract/data-feeds.ts'
import { TAKE_MAX } from '@corridor/contract/kernel/page.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'

interface ChosenFindings {
  selected: readonly FileFinding[]
  choose: (ids: ReadonlySet<number>) => void
  clear: () => void
}

/** @param shown those of the page */
export function useChosenFindings(fileId: number, shown: readonly FileFinding[]): ChosenFindings {
  // The findings themselves: a file that is read again gives the same ones other numbers, and what was chosen stays chosen.
  const [chosen, setChosen] = useState<readonly FileFinding[]>([])
  const nowOf = (finding: FileFinding, among: readonly FileFinding[]) => among.find((each) => isSame(each, finding))
  const isElsewhere = chosen.some((finding) => !nowOf(finding, shown))
  // Only all that are open tell what is gone from what is on another page.
  const open = useEndpoint(listFindings, { id: fileId, status: ['OPEN'], take: TAKE_MAX }, { enabled: isElsewhere, isQuiet: true })
  const all = open.data && open.data.page.totalRecords <= TAKE_MAX ? open.data.records : null
  const selected = chosen
    .flatMap((finding) => nowOf(finding, shown) ?? (all === null ? finding : (nowOf(finding, all) ?? [])))
    .filter(({ status }) => status === 'OPEN')
  return {
    selected,
    choose: (next) => {
      const ids = new Set(selected.map(({ id }) => id))
      setChosen([...selected.filter(({ id }) => next.has(id)), ...shown.filter(({ id }) => next.has(id) && !ids.has(id))])
    },
    clear: () => setChosen([]),
  }
}

/** As the server tells the same finding when it carries decisions over to the next reading. */
const isSame = (one: FileFinding, other: FileFinding): boolean =>
  one.id === other.id ||
  (one.ruleCode === other.ruleCode && one.line === other.line && one.columnName === other.columnName && one.message === other.message)
