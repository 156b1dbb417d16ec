/** Endpoints of the generic resources (seed 7 "Generic"), generated from the rows of data that the server's one mechanism serves. */
import type { NamedEndpoint } from './index.ts'

export const resourceEndpoints: readonly NamedEndpoint[] = []
