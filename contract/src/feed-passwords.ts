/** Workbooks that a carrier protected with a password. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { carrierFile } from './carrier-file.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'

export const unlockFile = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/unlock',
  summary: 'Open a workbook that came with a password, and read it. The password is used once and kept nowhere.',
  access: permission('ASSET_REPORT', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({
    id: idParam,
    // Excel takes up to 255 characters.
    password: z.string().min(1, 'Enter the password').max(255),
    updatedAt: z.iso.datetime().optional(),
  }),
  reply: carrierFile,
})
