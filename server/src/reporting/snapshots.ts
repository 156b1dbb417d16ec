/** The identity of a snapshot: a hash that comes out the same before it is stored and after it is read back. */
import { createHash } from 'node:crypto'

/** @param snapshot plain JSON values; undefined members count as absent, as they do in JSON */
export function snapshotHash(snapshot: unknown): string {
  return createHash('sha256').update(canonical(snapshot)).digest('hex')
}

/** JSON with members in the order of their names: jsonb does not keep the order they were written in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item === undefined ? null : item)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
