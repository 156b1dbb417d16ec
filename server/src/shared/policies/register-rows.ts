/** Rows of the register as the domain's rules ask for them, whether a form or a sheet fills them. */
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { z } from 'zod'

export const day = z.string().transform((text): PlainDate => plainDate(text))
export const money = z.number().transform((amount): Cents => cents(amount))

export const insuredRow = z.looseObject({
  dateOfBirth: day.nullable(),
  hireDate: day.nullable(),
  insuredRole: z.string(),
  employmentStatus: z.string(),
  employmentStatusDate: day.nullable(),
  dateOfDeath: day.nullable(),
  deathSource: z.string().nullable(),
  annualCompensationCents: z.number().nullable(),
  compensationAsOf: day.nullable(),
})
