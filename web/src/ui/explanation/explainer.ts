/** How a family answers where a figure comes from: loaded at the first press. */
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import type { Explanation } from '@corridor/domain/reports/explanation/explanation.ts'

export type Explainer = (address: FigureAddress) => Explanation | null
