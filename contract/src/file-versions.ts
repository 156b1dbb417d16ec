/** The files that a document or a client report has had, and the form that puts another in the present one's place. */
import { z } from 'zod'

/** Newest first. */
export const fileVersions = z.object({
  records: z.array(
    z.object({
      version: z.int(),
      current: z.boolean(),
      uploadName: z.string(),
      extension: z.string(),
      sizeBytes: z.int(),
      safety: z.string(),
      createdBy: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
})
/** Beside the file: the record as the person saw it. */
export const replaceForm = z.strictObject({ updatedAt: z.iso.datetime() })
