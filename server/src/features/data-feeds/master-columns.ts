/** A row's statement of a new policy, as the check stored it. */
import type { NewPolicyField } from '@corridor/domain/data-feeds/new-policy-fields.ts'
import { STATUSES_AT_ISSUE } from '@corridor/domain/policies/consents.ts'
import { EMPLOYMENT_STATUSES, INSURED_ROLES } from '@corridor/domain/policies/register.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import { z } from 'zod'

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null).default(null)
const text = orNull(z.string())
const answer = orNull(z.boolean())
const amount = orNull(z.int().transform(cents))
const day = orNull(z.string().refine(isPlainDate))
const coded = <Code extends string>(words: Readonly<Record<Code, string>>) => orNull(z.enum(codesOf(words)))
export const masterColumns = z.object({
  institutionName: text,
  fdicCertificate: text,
  planName: text,
  productName: text,
  issueDate: text,
  insuredFirstName: text,
  insuredLastName: text,
  insuredDateOfBirth: text,
  insuredGender: orNull(z.enum(['M', 'F'])),
  insuredSsnLast4: text,
  mecIndicator: answer,
  insuredTitle: text,
  insuredRole: coded(INSURED_ROLES),
  employmentStatus: coded(EMPLOYMENT_STATUSES),
  employmentStatusDate: day,
  hireDate: day,
  annualCompensation: amount,
  compensationAsOf: day,
  stateOfResidence: text,
  noticeDate: day,
  consentDate: day,
  maxFaceDisclosed: amount,
  continueAfterTermination: answer,
  beneficiaryDisclosed: answer,
  statusAtIssue: coded(STATUSES_AT_ISSUE),
  consentKeptAt: text,
  isSection1035Replacement: answer,
  replacedCarrier: text,
  replacedIssueDate: day,
} satisfies Record<NewPolicyField, z.ZodType> & Record<string, z.ZodType>)
export type MasterColumns = z.infer<typeof masterColumns>
