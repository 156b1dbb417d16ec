/** Permissions of a key: a row each, in which its level is chosen, with the calls that the level opens. */
import type { listApiKeyScopes } from '@corridor/contract/api-keys.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { isStaff, type Level, type PermissionCode } from '@corridor/domain/access/access.ts'
import { LEVEL_NAMES, PERMISSION_GROUPS, PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { useSession } from '../../kernel/session.ts'
import css from './api-keys.module.css'

type Scope = ReplyOf<typeof listApiKeyScopes>['scopes'][number]
export type Levels = Partial<Record<PermissionCode, Level>>

const LEVELS: readonly Level[] = [0, 1, 2]

interface ScopeTableProps {
  scopes: readonly Scope[]
  levels: Levels
  onLevel: (code: PermissionCode, level: Level) => void
}

export function ScopeTable({ scopes, levels, onLevel }: ScopeTableProps) {
  // The sentences speak of what staff do with a permission.
  const staff = isStaff(useSession().userRole)
  const groups = PERMISSION_GROUPS.map(({ name, codes }) => ({
    name,
    codes: codes.filter((code) => scopes.some((one) => one.code === code)),
  }))
  return (
    <table className={css.scopeTable}>
      <thead>
        <tr>
          <th scope="col">Permission</th>
          {LEVELS.map((level) => (
            <th key={level} scope="col">
              {LEVEL_NAMES[level]}
            </th>
          ))}
        </tr>
      </thead>
      {groups
        .filter(({ codes }) => codes.length > 0)
        .map(({ name, codes }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={LEVELS.length + 1}>
                {name}
              </th>
            </tr>
            {codes.map((code) => (
              <Row
                key={code}
                code={code}
                offered={scopes.filter((one) => one.code === code)}
                level={levels[code] ?? 0}
                isExplained={staff}
                onLevel={(level) => onLevel(code, level)}
              />
            ))}
          </tbody>
        ))}
    </table>
  )
}

interface RowProps {
  code: PermissionCode
  offered: readonly Scope[]
  level: Level
  isExplained: boolean
  onLevel: (level: Level) => void
}

function Row({ code, offered, level, isExplained, onLevel }: RowProps) {
  const { name, sentence } = PERMISSION_WORDS[code]
  return (
    <tr data-given={level > 0 || undefined}>
      <th scope="row">
        {name}
        {isExplained ? <small>{sentence}</small> : null}
        <Calls calls={offered.filter(({ access }) => access <= level).flatMap((one) => one.calls)} />
      </th>
      {LEVELS.map((each) => (
        <td key={each}>
          {each === 0 || offered.some(({ access }) => access === each) ? (
            <label>
              <input type="radio" name={`scope-${code}`} checked={each === level} onChange={() => onLevel(each)} />
              <span className="visually-hidden">{`${name}: ${LEVEL_NAMES[each]}`}</span>
            </label>
          ) : null}
        </td>
      ))}
    </tr>
  )
}

function Calls({ calls }: { calls: Scope['calls'] }) {
  if (calls.length === 0) return null
  return (
    <details>
      <summary>{calls.length === 1 ? 'Opens 1 call' : `Opens ${calls.length} calls`}</summary>
      <ul>
        {calls.map(({ method, path, summary }) => (
          <li key={`${method} ${path}`}>
            <code>
              {method} {path}
            </code>{' '}
            {summary}
          </li>
        ))}
      </ul>
    </details>
  )
}
