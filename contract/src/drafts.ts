/** Typed work that is not saved yet, kept on the server for the person who typed it: it survives an expired session, a closed tab, a crash. */
import { signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, nothing } from './kernel/endpoint.ts'

/** Days after which a draft nobody came back to is forgotten. */
export const DRAFT_DAYS = 30
/** Characters of a draft's content as JSON. */
export const DRAFT_MOST = 500_000

/** Names the form and its record: "users.17", "users.new". */
const key = z.string().regex(/^[a-z0-9][A-Za-z0-9:._-]{0,119}$/, 'Enter a key of letters, digits and : . _ -')
/** One open form; each keeps a draft of its own. */
const writer = z.uuid()
const content = z.record(z.string().max(100), z.unknown())

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/drafts/:key',
  summary: 'One’s own drafts of a form, the latest first.',
  access: signedIn(),
  background: true,
  input: z.strictObject({ key }),
  reply: z.object({ records: z.array(z.object({ writer, content, savedAt: z.string() })) }),
})
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/drafts/:key',
  summary: 'Keep what is typed so far.',
  access: signedIn(),
  /** `version` counts up in the writer: what overtakes a later one on its way is dropped. */
  input: z.strictObject({ key, writer, version: z.int().min(0), content }),
  reply: z.object({ savedAt: z.string() }),
})
export const discardDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:key',
  summary: 'Forget a draft: it was saved, or is not wanted.',
  access: signedIn(),
  input: z.strictObject({ key, writer }),
  reply: nothing,
  success: 204,
})
