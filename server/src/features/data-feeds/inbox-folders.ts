/**
 * The folder that is watched (INBOX_DIR), as one look finds it: a folder for each carrier's code, inside `site-<id>` where there are several portals.
 * Files that are still being written are passed over; anything in a wrong place comes with the sentence that refuses it.
 */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Trx } from '../../platform/database/database.ts'
import { MAX_FEED_BYTES } from '../../platform/formats/reading/open.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'

export const TAKEN = 'taken'
export const REFUSED = 'refused'
const DONE = '.done'

/** One thing in the inbox that is to be moved out of the way, sooner or later. */
export interface InboxEntry {
  /** Its place below INBOX_DIR, by which it is remembered. */
  path: string
  /** The folder that it lies in. */
  folder: string
  name: string
  sizeBytes: number
  modifiedMs: number
  /** Its sender says that it is complete, by an empty file of the same name with `.done` behind it. */
  isDone: boolean
  siteId: number | null
  carrierCode: string | null
  /** Why it can never be taken. */
  refusal: string | null
}

interface Places {
  /** Active ones. */
  siteIds: readonly number[]
  /** Active carriers' codes, in the letters that they are kept in. */
  carrierCodes: readonly string[]
}

interface Where {
  root: string
  folder: string
  siteId: number | null
  carrierCode: string | null
  refusal: string | null
}

/** @throws Error when INBOX_DIR itself cannot be read */
export async function listInbox(root: string, places: Places): Promise<InboxEntry[]> {
  const [only, ...more] = places.siteIds
  const entries: InboxEntry[] = []
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (isPassedOver(entry)) continue
    const folder = join(root, entry.name)
    if (!entry.isDirectory()) {
      const refusal = 'Files belong into the folder of their carrier, which is named with the carrier’s code.'
      entries.push(...(await entriesOf({ root, folder: root, siteId: null, carrierCode: null, refusal }, [entry])))
    } else if (isSite(entry.name)) entries.push(...(await listSite(root, folder, Number(entry.name.slice(SITE.length)), places)))
    else {
      const refusal =
        more.length > 0 ? `There are several portals. Put files of ${entry.name} into ${namesOf(places.siteIds, entry.name)}.` : null
      entries.push(...(await listCarrier(root, folder, entry.name, more.length > 0 ? null : (only ?? null), places, refusal)))
    }
  }
  return entries
}

const SITE = 'site-'
const isSite = (name: string) => /^site-\d{1,9}$/.test(name)
const namesOf = (siteIds: readonly number[], carrier: string) => siteIds.map((id) => `${SITE}${id}/${carrier}`).join(' or ')

async function listSite(root: string, folder: string, siteId: number, places: Places): Promise<InboxEntry[]> {
  const known = places.siteIds.includes(siteId) ? siteId : null
  const refusal = known === null ? `There is no portal ${siteId}, or it is not active.` : null
  const entries: InboxEntry[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (isPassedOver(entry)) continue
    if (entry.isDirectory()) entries.push(...(await listCarrier(root, join(folder, entry.name), entry.name, known, places, refusal)))
    else {
      const misplaced = refusal ?? 'Files belong into the folder of their carrier, which is named with the carrier’s code.'
      entries.push(...(await entriesOf({ root, folder, siteId: known, carrierCode: null, refusal: misplaced }, [entry])))
    }
  }
  return entries
}

async function listCarrier(
  root: string,
  folder: string,
  name: string,
  siteId: number | null,
  { carrierCodes }: Places,
  refusal: string | null,
): Promise<InboxEntry[]> {
  const carrierCode = carrierCodes.find((code) => code.toUpperCase() === name.toUpperCase()) ?? null
  const unknown = carrierCode === null ? `No active carrier has the code ${name}. Name the folder with the code that Carriers shows.` : null
  const found = (await readdir(folder, { withFileTypes: true })).filter((entry) => !isPassedOver(entry))
  return entriesOf({ root, folder, siteId, carrierCode, refusal: refusal ?? unknown }, found)
}

async function entriesOf({ root, folder, refusal, ...of }: Where, found: readonly Dirent[]): Promise<InboxEntry[]> {
  const entries = await Promise.all(
    found.map(async ({ name }): Promise<InboxEntry[]> => {
      const place = join(folder, name)
      const stats = await lstat(place).catch(() => undefined)
      if (!stats) return []
      const isDone = stats.isFile() && ((await lstat(`${place}${DONE}`).catch(() => undefined))?.isFile() ?? false)
      const kind = stats.isSymbolicLink() ? 'A link' : stats.isDirectory() ? 'A folder' : stats.isFile() ? null : 'This'
      const wrong = kind === null ? null : `${kind} is not taken: put the file itself into the carrier’s folder.`
      const large =
        stats.isFile() && stats.size > MAX_FEED_BYTES
          ? 'The file is larger than 200 MB. Ask the carrier to split it, for example by client.'
          : null
      const sizes = { sizeBytes: stats.size, modifiedMs: Math.round(stats.mtimeMs) }
      return [{ ...of, ...sizes, path: relative(root, place), folder, name, isDone, refusal: wrong ?? refusal ?? large }]
    }),
  )
  return entries.flat().sort((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1))
}

/** Things moved out of the way already, markers, and names under which programs write until a file is whole. */
const isPassedOver = (entry: Dirent): boolean =>
  (entry.isDirectory() && (entry.name === TAKEN || entry.name === REFUSED)) ||
  /^[.~]|\.(part|partial|filepart|tmp|temp|crdownload|done)$/i.test(entry.name)

/** The folder for a site as its people are told it, and what is wrong with it. */
export async function inboxOf(
  { configuration }: Kernel,
  trx: Trx,
  scope: Scope,
): Promise<{ folder: string; problem: string | null } | null> {
  const root = configuration.inboxDirectory
  if (root === undefined) return null
  const sites = await trx.selectFrom('site').select('id').where('status', '=', 'ACTIVE').execute()
  const problem = await readdir(root).then(
    () => null,
    () => 'The folder cannot be read. Whoever operates the server sees to it that it is there and open to it.',
  )
  return { folder: sites.length > 1 ? join(root, `${SITE}${scope.siteId}`) : root, problem }
}
