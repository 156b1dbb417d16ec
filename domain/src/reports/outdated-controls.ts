/** Controls that a report prints as they stood when it was generated, and that were decided since: in words for staff, who may generate it again before it is released. */
import { counted } from '../primitives/counted.ts'

export interface OutdatedControls {
  /** Exceptions that it prints as open and that are not any more. */
  decided: number
  /** Exceptions that were opened again, or decided otherwise than it prints. */
  changed: number
  /** Audits whose sign-off was given or withdrawn. */
  signOffs: number
}

/** "2 exceptions were decided after this report was generated; its controls still show them open. Regenerate it to print the decisions." Null where nothing was. */
export function outdatedControlsText({ decided, changed, signOffs }: OutdatedControls): string | null {
  const them = (count: number) => (count === 1 ? 'it' : 'them')
  const were = (count: number) => (count === 1 ? 'was' : 'were')
  const parts = [
    decided > 0 && [`${counted(decided, 'exception')} ${were(decided)} decided`, `its controls still show ${them(decided)} open`],
    changed > 0 && [
      `${counted(changed, 'exception')} ${were(changed)} reopened or decided differently`,
      `its controls show ${them(changed)} as before`,
    ],
    signOffs > 0 && [
      `${signOffs === 1 ? 'the sign-off of 1 audit was' : `the sign-offs of ${signOffs} audits were`} given or withdrawn`,
      `its controls do not show ${them(signOffs)}`,
    ],
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  const said = parts.map(
    ([done, shown], index) => `${index === 0 ? `${done} after this report was generated` : `${done} since then`}; ${shown}.`,
  )
  const print = decided + changed > 0 ? 'the decisions' : 'how its audits stand now'
  return [...said.map(begun), `Regenerate it to print ${print}.`].join(' ')
}

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
