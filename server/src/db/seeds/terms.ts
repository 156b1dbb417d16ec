/** The three sizes of book. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import type { BookTerms } from './book.ts'
import { DEMO_INSTITUTIONS, SMALL_INSTITUTIONS } from './demo-institutions.ts'
import { inventedInstitution } from './institution-terms.ts'
import { AUDITED_PLANTS, DEMO_PLANTS } from './plants.ts'

const SEED = 'corridor 2026'
const UNTIL = plainDate('2026-09-30')

/** The month whose feeds lie in demo/feeds. */
export const DEMO_NEXT_MONTH = plainDate('2026-10-31')
/** The carrier whose October file is left for the person at the demo to import. */
export const UNPOSTED_CARRIER = 'STONE'

/** 12 institutions, 900 policies, 36 months; October posted but for one carrier. */
export const demoTerms = (keys: BookTerms['keys']): BookTerms => ({
  seed: SEED,
  institutions: DEMO_INSTITUTIONS,
  window: { from: plainDate('2023-10-31'), until: UNTIL, simulated: DEMO_NEXT_MONTH },
  keys,
  posts: ({ product }, month) => month <= UNTIL || product.carrierCode !== UNPOSTED_CARRIER,
  plants: DEMO_PLANTS,
  lockedYears: [plainDate('2023-12-31'), plainDate('2024-12-31'), plainDate('2025-12-31')],
  keepContent: true,
})

/** The same with what its audits find in the files received. */
export const auditedTerms = (keys: BookTerms['keys']): BookTerms => ({ ...demoTerms(keys), plants: [...DEMO_PLANTS, ...AUDITED_PLANTS] })

/** 3 institutions, 20 policies, 14 months. */
export const smallTerms = (keys?: BookTerms['keys']): BookTerms => ({
  seed: SEED,
  institutions: SMALL_INSTITUTIONS,
  window: { from: plainDate('2025-08-31'), until: UNTIL, simulated: UNTIL },
  keys,
  posts: () => true,
  plants: [],
  lockedYears: [],
  keepContent: true,
})

/** A bank with 3 policies, one with 60 and one with 2,000, and all that the demo tells of its banks: what docs/pictures/*-printed.png are made of. */
export const printedTerms = (keys: BookTerms['keys']): BookTerms => ({
  ...demoTerms(keys),
  institutions: [3, 60, 2000].map((policies, index) => inventedInstitution(SEED, index + 1, policies)),
  plants: DEMO_PLANTS.filter(({ institutionId }) => institutionId > 3),
})

/** 500 institutions with 200 policies each, 13 months. */
export const largeTerms = (institutions = 500, policiesEach = 200): BookTerms => ({
  seed: SEED,
  institutions: Array.from({ length: institutions }, (_, index) => inventedInstitution(SEED, index + 1, policiesEach)),
  window: { from: plainDate('2025-09-30'), until: UNTIL, simulated: UNTIL },
  keys: undefined,
  posts: () => true,
  plants: [],
  lockedYears: [],
  keepContent: false,
})
