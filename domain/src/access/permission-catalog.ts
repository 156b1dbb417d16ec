/** A person's permissions as a whole: what a template makes of them, what a change raises. Server and preview read the same functions. */

import { codesOf } from '../primitives/codes.ts'
import { type Level, PERMISSION_CODES, type PermissionCode, type PermissionEntry } from './access.ts'

/** Every code with its level; a code nobody named is 0. */
export type Levels = Readonly<Record<PermissionCode, Level>>

export const NO_LEVELS: Levels = {
  PERMISSION_TEMPLATES: 0,
  ANNOUNCEMENTS: 0,
  ASSET_REPORT: 0,
  ASSET_SUMMARY_REPORT: 0,
  C8925_REPORT: 0,
  ANNUAL_QUESTIONNAIRE: 0,
  ANNUAL_BOLI_REVIEW: 0,
  CLIENT_REPORTS: 0,
  CARRIERS: 0,
  CLIENT_MENU: 0,
  EMAIL_TEMPLATES: 0,
  INSTITUTIONS: 0,
  DOCUMENT_CENTER: 0,
  REPORT_TYPES: 0,
  SITES: 0,
  USERS: 0,
  ACTIVITY_REPORT: 0,
  REPORT_CONFIGURATION: 0,
  USR: 0,
}

export const levelsOf = (entries: readonly PermissionEntry[]): Levels =>
  eachCode((code) => entries.find((entry) => entry.code === code)?.access ?? 0)

/** As they travel and are stored: codes in the order of PERMISSION_CODES, those at 0 included. */
export const entriesOf = (levels: Levels): PermissionEntry[] => PERMISSION_CODES.map((code) => ({ code, access: levels[code] }))

/** Merge keeps the higher of both, replace takes the template alone. */
export const TEMPLATE_MODES = ['merge', 'replace'] as const
export type TemplateMode = (typeof TEMPLATE_MODES)[number]

export const withTemplate = (present: Levels, template: Levels, mode: TemplateMode): Levels =>
  eachCode((code) => (mode === 'replace' || template[code] > present[code] ? template[code] : present[code]))

export interface LevelChange {
  code: PermissionCode
  before: Level
  after: Level
}

export const changesBetween = (before: Levels, after: Levels): LevelChange[] =>
  PERMISSION_CODES.flatMap((code) => (before[code] === after[code] ? [] : [{ code, before: before[code], after: after[code] }]))

/** The codes at which `levels` goes beyond `limit`. */
export const beyond = (levels: Levels, limit: Levels): PermissionCode[] => PERMISSION_CODES.filter((code) => levels[code] > limit[code])

function eachCode(levelOf: (code: PermissionCode) => Level): Levels {
  const levels: Record<PermissionCode, Level> = { ...NO_LEVELS }
  for (const code of PERMISSION_CODES) levels[code] = levelOf(code)
  return levels
}

/** Levels of ASSET_REPORT by another name. */
const VARIANTS = { ASSET_REPORT_READ: 1, ASSET_REPORT_WRITE: 2 } as const
/** Other names of ASSET_REPORT at a level. */
export const VARIANT_CODES = codesOf(VARIANTS)

/** A variant that is held at all stands for its level of ASSET_REPORT; of several names the highest counts. */
export function withoutVariants(
  entries: readonly { code: PermissionCode | (typeof VARIANT_CODES)[number]; access: Level }[],
): PermissionEntry[] {
  const levels = new Map<PermissionCode, Level>()
  for (const { code, access } of entries) {
    const [known, level] =
      code === 'ASSET_REPORT_READ' || code === 'ASSET_REPORT_WRITE'
        ? (['ASSET_REPORT', access > 0 ? VARIANTS[code] : 0] as const)
        : ([code, access] as const)
    if (level >= (levels.get(known) ?? 0)) levels.set(known, level)
  }
  return [...levels].map(([code, access]) => ({ code, access }))
}
