/** Words before anything is typed into the command palette: they promise what it finds for the person, and nothing else. */
import type { Session } from '@corridor/contract/session.ts'
import { commandsFor } from './palette-actions.ts'
import { findsInstitutions, findsPeople } from './palette-names.ts'

const typesFor = (start: string) => (session: Session) => commandsFor(session).some(({ types }) => types === start)

const KINDS: readonly { one: string; isFound?: (session: Session) => boolean }[] = [
  { one: 'a page' },
  // A view as a client changes nothing.
  { one: 'an action', isFound: ({ actingAs }) => actingAs === null },
  { one: 'an institution', isFound: findsInstitutions },
  { one: 'a file' },
  { one: 'a person', isFound: findsPeople },
  { one: 'a policy', isFound: typesFor('Policy ') },
  { one: 'a month', isFound: typesFor('Month ') },
]

/** "A page, an action or a file" */
export function promiseOf(session: Session): string {
  const kinds = KINDS.filter(({ isFound }) => isFound?.(session) ?? true).map(({ one }) => one)
  return `A${kinds.slice(0, -1).join(', ').slice(1)} or ${kinds.at(-1)}`
}
