/** Open items of a Form 8925 as a list of things to do says them: each one sentence about people, with what can be done. */
import { consentsToMend } from '../../policies/consent-mending.ts'
import { counted } from '../../primitives/counted.ts'
import { formatDate } from '../../primitives/period.ts'
import { openItemsOf } from './open-items.ts'
import type { Form8925Finding } from './rules.ts'
import type { Form8925Snapshot } from './snapshot.ts'

/** As many sentences as the form has open items, in its order. An item that also concerns people of another portal keeps the form's words, which count them too. */
export function openItemsInShort(snapshot: Form8925Snapshot, findings: readonly Form8925Finding[]): string[] {
  const sentences: Partial<Record<string, string | null>> = {
    CONSENT: consentsInShort(findings),
    FORMER: formerInShort(findings, snapshot),
  }
  return openItemsOf(snapshot, findings).map(({ key, text }) => sentences[key] ?? text)
}

function consentsInShort(findings: readonly Form8925Finding[]): string | null {
  const invalid = findings.filter(({ consent }) => consent !== null && consent.status !== 'VALID')
  return invalid.some(isElsewhere)
    ? null
    : consentsToMend(byPerson(invalid).map((theirs) => theirs.flatMap(({ consent }) => consent?.flaws ?? [])))
}

function formerInShort(findings: readonly Form8925Finding[], { period }: Form8925Snapshot): string | null {
  const former = findings.filter(({ reason }) => reason === 'FORMER_EMPLOYEE')
  if (former.some(isElsewhere)) return null
  return `${counted(byPerson(former).length, 'former employee')}: confirm that they had left by ${formatDate(period)}.`
}

const isElsewhere = ({ elsewhere }: Form8925Finding): boolean => elsewhere !== null
const byPerson = (findings: readonly Form8925Finding[]) => [...Map.groupBy(findings, ({ insured }) => insured.personId).values()]
