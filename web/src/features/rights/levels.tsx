/** Permissions as one field of a form: how they stand in it, how they are sent, and the matrix that changes them. */
import { type Level, PERMISSION_CODES, type PermissionCode, type PermissionEntry, type Role } from '@corridor/domain/access/access.ts'
import { entriesOf, type Levels, levelsOf } from '@corridor/domain/access/permission-catalog.ts'
import { LEVEL_NAMES, PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { OwnKind, Value } from '../../ui/form/form-fields.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'

/**
 * @param holder whose rights they are: a Team Member is offered what the client side has
 * @param limit what the person at the form may give at most
 */
export const levelsKind = (holder: Role | null, limit?: Levels): OwnKind => ({
  typed: (stored) => textsOf(levelsOf(entriesIn(stored))),
  sent: (value) => entriesOf(readLevels(value)).filter(({ access }) => access > 0),
  words: (value) => wordsOf(readLevels(value)),
  Control: ({ value, onChange, error }) => (
    <PermissionMatrix
      levels={readLevels(value)}
      holder={holder}
      {...(limit ? { limit } : {})}
      {...(onChange ? { onChange: (levels: Levels) => onChange(textsOf(levels)) } : {})}
      error={error}
    />
  ),
})

export const wordsOf = (levels: Levels): string =>
  PERMISSION_CODES.flatMap((code) => (levels[code] > 0 ? [`${PERMISSION_WORDS[code].name}: ${LEVEL_NAMES[levels[code]]}`] : [])).join(
    ', ',
  ) || MISSING

/** In a form they stand as texts, "USERS 2": what a draft keeps and a merge compares. */
const textsOf = (levels: Levels): string[] => entriesOf(levels).flatMap(({ code, access }) => (access > 0 ? [`${code} ${access}`] : []))

function readLevels(value: Value): Levels {
  const texts: readonly unknown[] = Array.isArray(value) ? value : []
  return levelsOf(
    texts.flatMap((text) => {
      const [code, access] = String(text).split(' ')
      return entryOf(code, Number(access))
    }),
  )
}

const entriesIn = (stored: unknown): PermissionEntry[] => {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : []
  return list.flatMap((item) =>
    typeof item === 'object' && item !== null && 'code' in item && 'access' in item ? entryOf(item.code, item.access) : [],
  )
}

function entryOf(code: unknown, access: unknown): PermissionEntry[] {
  const known: PermissionCode | undefined = PERMISSION_CODES.find((each) => each === code)
  const level: Level | undefined = LEVELS.find((each) => each === access)
  return known && level !== undefined ? [{ code: known, access: level }] : []
}
const LEVELS: readonly Level[] = [0, 1, 2]
