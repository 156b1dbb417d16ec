/** docs/access.md: the access matrix as a page that a person can read. */
import { type Answer, accessMatrix, CELLS_PER_ENDPOINT, type MatrixRow } from '../contract/src/access-matrix.ts'
import { ROLE_NAMES, type Role } from '../domain/src/access/access.ts'

const ROLE_ORDER: readonly Role[] = ['b', 'd', 'c', 'a', 'e']

export function renderAccessPage(): string {
  const matrix = accessMatrix()
  const features = [...new Set(matrix.map(({ feature }) => feature))]
  const cells = matrix.length * CELLS_PER_ENDPOINT
  const undecided = matrix.flatMap(cellsOf).filter((cell) => cell === undefined).length
  return [
    '<!-- Made by `npm run generate` from the contracts; not edited by hand. -->',
    '# Who may call what',
    '',
    `${matrix.length} calls, ${cells.toLocaleString('en-US')} cells, ${undecided} undecided. Every cell is asked of a running server by the tests: callers by`,
    '`server/src/endpoints.test.ts`, rows by `server/src/reach.test.ts` and `server/src/rows.test.ts`; the database says the same again',
    '(`server/src/db/access.test.ts`). `npm run check` fails when this page is not what the contracts say.',
    '',
    '## How to read it',
    '',
    '| sign | what the caller gets |',
    '|---|---|',
    '| yes | the answer |',
    '| always, from 1, from 2, never | by the level held of the permission: 0, 1 (view) and 2 (change) answer; 0 does not, 1 and 2 do; only 2 does; none does (403) |',
    '| 401 | nobody is signed in |',
    '| mfa | 403 `mfa_required`: the second factor comes first |',
    '| 403 | this side never gets an answer |',
    '| 404 | the same body as for a row that never was |',
    '| – | the call touches no institution’s rows: one’s own things, or the firm’s |',
    '',
    `Roles: ${ROLE_ORDER.map((role) => `${ROLE_NAMES[role]} (\`${role}\`)`).join(', ')}. Client, Team Member and representative at level 0 have a membership without types,`,
    'at 1 and 2 one with every type; permission rows count for Team Members alone. *Client side*: a row of the own institution, of another one on the same site, and',
    'of another site. *Staff side*: a row of the active site, and of another site.',
    '',
    ...features.flatMap((feature) =>
      section(
        feature,
        matrix.filter((row) => row.feature === feature),
      ),
    ),
  ].join('\n')
}

function section(feature: string, rows: readonly MatrixRow[]): string[] {
  return [
    `## ${feature.charAt(0).toUpperCase()}${feature.slice(1).replaceAll('-', ' ')}`,
    '',
    `| call | nobody | pending | ${ROLE_ORDER.map((role) => ROLE_NAMES[role]).join(' | ')} | client side: own, other bank, other site | staff side: own, other site |`,
    `|---|---|---|${ROLE_ORDER.map(() => '---|').join('')}---|---|`,
    ...rows.map(
      ({ method, path, summary, nobody, pending, roles, clientRows, staffRows }) =>
        `| \`${method} ${path}\` ${summary} | ${SIGN[nobody]} | ${SIGN[pending]} | ${ROLE_ORDER.map((role) => byLevel(roles[role])).join(' | ')} | ${signs([clientRows.own, clientRows.otherInstitution, clientRows.otherSite])} | ${signs([staffRows.own, staffRows.otherSite])} |`,
    ),
    '',
  ]
}

const SIGN: Readonly<Record<Answer, string>> = {
  answers: 'yes',
  'not signed in': '401',
  'second factor first': 'mfa',
  forbidden: '403',
  'not found': '404',
  'no rows': '–',
}

/** Where all are one, one sign. */
const signs = (answers: readonly Answer[]): string =>
  (new Set(answers).size === 1 ? answers.slice(0, 1) : answers).map((answer) => SIGN[answer]).join(', ')

function byLevel(answers: readonly Answer[]): string {
  const from = answers.indexOf('answers')
  if (from >= 0 && answers.slice(from).some((answer) => answer !== 'answers'))
    throw new Error(`a higher level opens less: ${answers.join(', ')}`)
  return from < 0 ? 'never' : from === 0 ? 'always' : `from ${from}`
}

const cellsOf = ({ nobody, pending, roles, clientRows, staffRows }: MatrixRow): (Answer | undefined)[] => [
  nobody,
  pending,
  ...ROLE_ORDER.flatMap((role) => roles[role]),
  ...Object.values(clientRows),
  ...Object.values(staffRows),
]
