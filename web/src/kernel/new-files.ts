/** New files of a client, as every page marks them: those that came since the person's first visit and that they have not opened; the server knows both. */
import { newFiles } from '@corridor/contract/client-menus.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { changeCached, type EndpointQuery, useEndpoint } from './use-endpoint.ts'

/** The part of the dashboard that lists all new files. */
export const NEW_FILES = 'new-files'

export const useNewFiles = (enabled = true): EndpointQuery<typeof newFiles> => useEndpoint(newFiles, {}, { enabled })

/** The ids of one kind that are new. */
export const newIds = (reply: ReplyOf<typeof newFiles> | undefined, kind: 'REPORT' | 'DOCUMENT'): ReadonlySet<number> =>
  new Set(reply?.files.filter((file) => file.kind === kind).map(({ id }) => id))

/** The person has a file before them: its mark goes at once, here as on the server. */
export const noteOpened = (kind: 'REPORT' | 'DOCUMENT', id: number): void =>
  changeCached(newFiles, {}, (reply) => {
    const files = reply.files.filter((file) => file.kind !== kind || file.id !== id)
    return { ...reply, files, total: reply.total - (reply.files.length - files.length) }
  })
