/** The pictures on a paper's cover: the firm's and the institution's, each with the ground that it stays legible on. */
import type { FileStore } from '../../platform/files/file-store.ts'
import { isLightPicture } from '../../platform/files/images.ts'
import type { LogoHashes } from '../../shared/institutions/portals.ts'

export interface Logo {
  /** A PNG (platform/files/images.ts). */
  content: Uint8Array
  /** Drawn for a dark ground: on white it would be lost. */
  isLight: boolean
}
export interface Logos {
  firm?: Logo
  institution?: Logo
}

/** A batch prints one firm's picture many times over; what lies under a hash does not change. */
const known = new Map<string, Promise<Logo>>()
const KEPT = 64

export async function logosOf(files: Pick<FileStore, 'read'>, { firm, institution }: LogoHashes): Promise<Logos> {
  return {
    ...(firm === undefined ? {} : { firm: await logoOf(files, firm) }),
    ...(institution === undefined ? {} : { institution: await logoOf(files, institution) }),
  }
}

function logoOf(files: Pick<FileStore, 'read'>, sha256: string): Promise<Logo> {
  const kept = known.get(sha256)
  if (kept) return kept
  if (known.size >= KEPT) known.clear()
  const logo = files.read(sha256).then(async (content) => ({ content, isLight: await isLightPicture(content) }))
  known.set(sha256, logo)
  logo.catch(() => known.delete(sha256))
  return logo
}
