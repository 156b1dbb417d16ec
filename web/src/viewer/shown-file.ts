/** A file on its way into the page: how its bytes are asked for, and everything that can keep it from being shown, in sentences. */

import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { ApiError } from '../kernel/api-error.ts'

/** @throws ApiError when the server refuses */
export type ReadFile = (range?: { first: number; last: number }, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>

export interface ShownFile {
  displayName: string
  extension: string
  sizeBytes: number
  read: ReadFile
}

export interface ViewProps {
  file: ShownFile
  onProblem: (problem: Problem) => void
}

export interface Problem {
  title: string
  why: string
  /** Whether the person may save it instead. */
  saved: boolean
}

/** A reader that gives up says why with one of these. */
export class ViewerError extends Error {
  override name = 'ViewerError'
  readonly problem: Problem

  constructor(name: keyof typeof PROBLEMS, options?: ErrorOptions) {
    super(PROBLEMS[name].title, options)
    this.problem = PROBLEMS[name]
  }
}

export const PROBLEMS = {
  empty: {
    title: 'This file is empty',
    why: 'It was stored without content. Ask your service team to send it again.',
    saved: false,
  },
  broken: {
    title: 'This file cannot be shown',
    why: 'It is damaged, or not what its name says. Download it and try the program it was made with, or ask your service team to send it again.',
    saved: true,
  },
  encrypted: {
    title: 'This file is protected with a password',
    why: 'The portal does not open password-protected files. Download it and open it with its password.',
    saved: true,
  },
  tooLarge: {
    title: 'This file is too large to be shown here',
    why: 'Download it and open it with the program it was made with.',
    saved: true,
  },
  unknown: {
    title: 'This kind of file cannot be shown here',
    why: 'Download it and open it with the program it was made with.',
    saved: true,
  },
  held: {
    title: 'This file is being checked',
    why: 'It can be opened as soon as the check has passed. Try again in a few minutes.',
    saved: false,
  },
  failed: {
    title: 'This file cannot be shown',
    why: 'Something went wrong while it was drawn. Download it instead, or load the page again.',
    saved: true,
  },
} satisfies Record<string, Problem>

/** A failure in words for the person who waits for the file. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ViewerError) return error.problem
  if (!(error instanceof ApiError)) return PROBLEMS.failed
  if (error.code === 'file_held') return PROBLEMS.held
  if (error.status === 0) return { title: 'No connection', why: error.message, saved: false }
  if (error.status === 404) return { title: 'Not found', why: error.message, saved: false }
  return { title: 'This file cannot be opened', why: error.message, saved: false }
}

/** Bytes that a page holds and draws at once; PDF is read in parts and knows no limit. */
export const SHOWN_BYTES = { sheet: 20_000_000, document: 20_000_000, image: 25_000_000, text: 2_000_000 }

/** The whole of a small file. @throws ViewerError tooLarge */
export async function readWhole(file: ShownFile, most: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (file.sizeBytes > most) throw new ViewerError('tooLarge')
  return file.read(undefined, signal)
}

/** The beginning of a text of any size, cut at the end of a line. */
export async function readText(file: ShownFile, signal: AbortSignal): Promise<{ text: string; cut: boolean }> {
  const cut = file.sizeBytes > SHOWN_BYTES.text
  const bytes = await file.read(cut ? { first: 0, last: SHOWN_BYTES.text - 1 } : undefined, signal)
  const text = decoded(bytes)
  return { text: cut ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text, cut }
}

/** UTF-8, UTF-16 with its mark, or what Windows writes. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // The last letter of a part may be cut in two: what is left of it is no reason to doubt the rest.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** "PDF document, 1.2 MB". */
export function kindAndSize(extension: string, sizeBytes: number): string {
  const words = kindOfExtension(extension)?.words ?? `${extension.toUpperCase()} file`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${fileSize(sizeBytes)}`
}
