/** Fields that many contracts share, and shapes that TypeScript forgets on the way: fields that may be left out. */
import { z } from 'zod'

export const activeStatus = z.enum(['ACTIVE', 'INACTIVE'])

/** Text on one line, as names are: a second line could pass for another paragraph of a mail that quotes it. */
export const oneLine = (text: z.ZodString) => text.regex(/^[^\r\n\u2028\u2029]*$/, 'Enter it on one line')

/** TypeScript loses the fields of a generic object under `partial`; these are they. */
export const optionalFields = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object(fields).partial().shape as { [Name in keyof Fields]: z.ZodOptional<Fields[Name]> }
