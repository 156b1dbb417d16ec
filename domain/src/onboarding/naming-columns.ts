/** Columns by which the rows of many sheets name what they speak of. */
import { REQUIRED, reference } from './columns.ts'

/** Says by which words a cell names an institution; the same words stand in what is refused. */
export const NAMES_OF_INSTITUTIONS = 'write its number, FDIC and its certificate, or its name if no other institution has it'

export const institution = reference('institution', 'Institution', '1001', { ...REQUIRED, note: `Which one: ${NAMES_OF_INSTITUTIONS}.` })
export const NAMES_OF_CARRIERS = 'write its code, its NAIC number or its name'
export const carrier = reference('carrier', 'Carrier', 'CORVA', { ...REQUIRED, note: `Which one: ${NAMES_OF_CARRIERS}.` })

/** Only where one carrier uses the same number for two institutions. */
const owner = reference('institution', 'Institution', '1001', {
  isKept: true,
  note: 'Needed only where a carrier uses one policy number for two institutions.',
})

/** The columns that name a policy. */
export const ofPolicy = [carrier, reference('policy', 'Policy number', 'CV-0012345', REQUIRED), owner]
