/** The identity of a snapshot: a hash that comes out the same before it is stored and after it is read back, though jsonb reorders members. */
import { createHash } from 'node:crypto'
import { canonical } from '../kernel/idempotency.ts'

export const snapshotHash = (snapshot: unknown): string => createHash('sha256').update(canonical(snapshot)).digest('hex')
