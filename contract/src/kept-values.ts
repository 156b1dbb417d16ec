/** Every amount and rate that a carrier's row brings and a posted value keeps. */
import { KEPT_KEYS } from '@corridor/domain/data-feeds/kept-values.ts'
import { eachOf } from '@corridor/domain/primitives/codes.ts'
import { z } from 'zod'
import { summed } from './kernel/list-cells.ts'

export const keptValues = eachOf(KEPT_KEYS, (key) => (key.endsWith('Cents') ? summed(z.int().nullable()) : z.number().nullable()))
