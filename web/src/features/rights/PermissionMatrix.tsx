/** Every permission as a row: what it is about, the level, and on demand what each level opens, read from the contracts by the server. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { listPermissionCodes } from '@corridor/contract/rights.ts'
import { isStaff, type Level, MEMBERSHIP_TYPES, mostOfClient, type PermissionCode, type Role } from '@corridor/domain/access/access.ts'
import type { Levels } from '@corridor/domain/access/permission-catalog.ts'
import { LEVEL_NAMES, PERMISSION_GROUPS, PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { useId } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import css from './rights.module.css'

interface PermissionMatrixProps {
  levels: Levels
  /** The person of the rights: null for a template, which may be anybody's. */
  holder: Role | null
  /** Levels the person at the form may give at most. */
  limit?: Levels
  /** Without it the matrix is only read. */
  onChange?: (levels: Levels) => void
  error?: string | undefined
}

type Opened = ReplyOf<typeof listPermissionCodes>['records'][number]
const LEVELS: readonly Level[] = [0, 1, 2]

export function PermissionMatrix({ levels, holder, limit, onChange, error }: PermissionMatrixProps) {
  const opened = useEndpoint(listPermissionCodes, {}).data?.records
  const of = (code: PermissionCode) => opened?.find((one) => one.code === code)
  return (
    <div className={css.matrix}>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
      {PERMISSION_GROUPS.map(({ name, codes }) => {
        const shown = codes.filter((code) => isOffered(code, holder, of(code)) || levels[code] > 0)
        return shown.length === 0 ? null : (
          <section key={name} aria-label={name}>
            <h3 className={css.group}>{name}</h3>
            {shown.map((code) => (
              <Row
                key={code}
                code={code}
                level={levels[code]}
                most={mostOf(code, holder, limit)}
                opened={of(code)}
                holder={holder}
                {...(onChange ? { onChange: (level: Level) => onChange({ ...levels, [code]: level }) } : {})}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

interface RowProps {
  code: PermissionCode
  level: Level
  most: Level
  opened: Opened | undefined
  holder: Role | null
  onChange?: (level: Level) => void
}

function Row({ code, level, most, opened, holder, onChange }: RowProps) {
  const id = useId()
  const { name, sentence } = PERMISSION_WORDS[code]
  return (
    <div className={css.row} data-level={level}>
      <div className={css.words}>
        <p id={id} className={css.name}>
          {name}
        </p>
        <div className={css.about}>
          <p id={`${id}-about`}>{sentence}</p>
          {opened ? <Opens name={name} opened={opened} holder={holder} /> : null}
        </div>
      </div>
      {onChange ? (
        <div className={css.levels} role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-about`}>
          {LEVELS.map((each) => (
            <label
              key={each}
              data-level={each}
              data-on={each === level || undefined}
              title={each > most ? 'Beyond what can be given here' : undefined}
            >
              <input
                type="radio"
                name={id}
                checked={each === level}
                disabled={each > most && each !== level}
                onChange={() => onChange(each)}
              />
              <span>{LEVEL_NAMES[each]}</span>
            </label>
          ))}
        </div>
      ) : (
        <span className={css.held} data-level={level}>
          {LEVEL_NAMES[level]}
        </span>
      )}
    </div>
  )
}

/** Calls that the levels open, in the words of the calls themselves. */
function Opens({ name, opened, holder }: { name: string; opened: Opened; holder: Role | null }) {
  const lists = [
    { level: 'View', calls: opened.view },
    { level: 'Change', calls: opened.change },
  ].map(({ level, calls }) => ({ level, calls: calls.filter(({ roles }) => holder === null || roles.includes(holder)) }))
  if (lists.every(({ calls }) => calls.length === 0)) return null
  return (
    <details className={css.opens}>
      <summary>
        What it opens<span className="visually-hidden">: {name}</span>
      </summary>
      {lists.map(({ level, calls }) =>
        calls.length === 0 ? null : (
          <div key={level}>
            <p>{level}</p>
            <ul>
              {calls.map(({ summary }) => (
                <li key={summary}>{summary}</li>
              ))}
            </ul>
          </div>
        ),
      )}
    </details>
  )
}

/** A Team Member is offered what the client side knows. */
function isOffered(code: PermissionCode, holder: Role | null, opened: Opened | undefined): boolean {
  if (holder === null || isStaff(holder)) return true
  return MEMBERSHIP_TYPES[code] !== undefined || (opened?.view.some(({ roles }) => roles.includes(holder)) ?? false)
}

/** On the client side one looks; what is also signed, at level 2, access knows. */
function mostOf(code: PermissionCode, holder: Role | null, limit: Levels | undefined): Level {
  const most: Level = holder === 'a' ? mostOfClient(holder, code) : 2
  return limit && limit[code] < most ? limit[code] : most
}
