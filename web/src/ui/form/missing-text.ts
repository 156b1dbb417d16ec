/** The sentence at a required field that is empty. */

const VERBS: Readonly<Record<string, string>> = { select: 'Choose', dropdown: 'Choose', many: 'Choose', check: 'Confirm' }

/** "Enter the policy number", unless the field has a sentence of its own. */
export const missingText = ({ kind, label, missing }: { kind: string; label: string; missing?: string | undefined }): string =>
  missing ?? `${VERBS[kind] ?? 'Enter'} ${named(label)}`

/** A label that is no noun, such as "Effective from" or "Where the value goes", is quoted. */
const named = (label: string) => (NO_NOUN.test(label) ? `“${label}”` : `the ${lowerFirst(label)}`)
const NO_NOUN =
  /^(an?|the|your|from|as|for|how|that|what|when|where|why|never|paid)\b|\b(as|begins|by|ended|from|in|is|issued|of|on|than)$|\?$/i

/** Abbreviations keep their capitals. */
const lowerFirst = (label: string) => (/^[A-Z](?![A-Z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)
