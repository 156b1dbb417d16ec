/** A statement signed by typing one's name: what is sent to sign it, and what is kept of it. */
import { z } from 'zod'
import { oneLine } from './fields.ts'

export const signing = {
  signerName: oneLine(z.string().trim().min(3, 'Enter your full name').max(120)),
  signerTitle: oneLine(z.string().trim().min(2, 'Enter your title').max(120)),
  /** The attestation is agreed to. */
  agreed: z.literal(true, 'Confirm the statement'),
  /** Hash of the answers as the signer saw them. */
  answersSha256: z.string().length(64),
}

export const signature = z.object({
  number: z.int(),
  signerName: z.string(),
  signerTitle: z.string(),
  attestation: z.string(),
  signedAt: z.string(),
  answersSha256: z.string(),
})
