/** The two keys personal data is protected with, and those a demo makes for itself. */
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { prepareDataDirectory } from '../database/data-directory.ts'
import { StartRefused } from '../start-refused.ts'

/** 32 bytes each: one encrypts what must be read again, the other keys the hash that finds an insured by SSN. */
export type Keys = Readonly<{ encryption: Buffer; ssnHash: Buffer }>

/** A key as `openssl rand -base64 32` prints it; undefined when the text is anything else. */
export function keyFromText(text: string): Buffer | undefined {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text.trim() ? bytes : undefined
}

/**
 * The demo's keys, from `<DATA_DIR>/keys.json`; made once, readable to this user only.
 * @returns undefined when there are none and none are to be made
 */
export function demoKeys(dataDirectory: string, { make }: { make: boolean }): Keys | undefined {
  const path = join(dataDirectory, 'keys.json')
  if (make) place(prepareDataDirectory(dataDirectory), path)
  const text = readIfThere(path)
  if (text === undefined) return undefined
  const file = fileShape.safeParse(parse(text))
  const encryption = file.success ? keyFromText(file.data.encryptionKey) : undefined
  const ssnHash = file.success ? keyFromText(file.data.ssnHashKey) : undefined
  if (!encryption || !ssnHash)
    throw new StartRefused(`${path} is damaged. Restore it from a backup: without it the demo's encrypted values cannot be read.`)
  return { encryption, ssnHash }
}

/** After a change of keys: the demo's file in one step, so that there is no moment without one. */
export function replaceDemoKeys(dataDirectory: string, keys: Keys): void {
  const path = join(dataDirectory, 'keys.json')
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, textOf(keys.encryption.toString('base64'), keys.ssnHash.toString('base64')), { mode: 0o600, flush: true })
  renameSync(draft, path)
}

const textOf = (encryptionKey: string, ssnHashKey: string): string => `${JSON.stringify({ encryptionKey, ssnHashKey }, undefined, 2)}\n`

const fileShape = z.object({ encryptionKey: z.string(), ssnHashKey: z.string() })

/** Two processes may start at once: a link never replaces, so both read the file of the first. */
function place(dataDirectory: string, path: string): void {
  if (readIfThere(path) !== undefined) return
  const draft = join(dataDirectory, `keys.json.${randomUUID()}`)
  const fresh = () => randomBytes(32).toString('base64')
  try {
    writeFileSync(draft, textOf(fresh(), fresh()), { mode: 0o600, flush: true })
    linkSync(draft, path)
  } catch (cause) {
    if (readIfThere(path) === undefined)
      throw new StartRefused(`${path} cannot be written. Set DATA_DIR to a folder this user can write to.`, { cause })
  } finally {
    rmSync(draft, { force: true })
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
