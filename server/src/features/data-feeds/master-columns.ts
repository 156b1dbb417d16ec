/** A row's statement of a new policy, as the check stored it. */
import { z } from 'zod'

const text = z.string().nullable().catch(null).default(null)
export const masterColumns = z.object({
  institutionName: text,
  fdicCertificate: text,
  planName: text,
  productName: text,
  issueDate: text,
  insuredFirstName: text,
  insuredLastName: text,
  insuredDateOfBirth: text,
  insuredGender: z.enum(['M', 'F']).nullable().catch(null).default(null),
  insuredSsnLast4: text,
  mecIndicator: z.boolean().nullable().catch(null).default(null),
})
export type MasterColumns = z.infer<typeof masterColumns>
