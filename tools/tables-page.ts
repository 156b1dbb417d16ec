/** docs/tables.md: each table with its one owner and every file that writes it today. */
import { tablesOfSchema, type Writer, writersOf } from './table-writers.ts'

/**
 * Owners that the statements do not tell: where several rooms insert alike, or triggers alone. A room's name, or that of a file whose room is meant.
 */
const OWNERS: Readonly<Record<string, string>> = {
  activity: 'activity.ts',
  audit_exception: 'keep-exceptions.ts',
  audit_exception_step: 'keep-exceptions.ts',
  carrier: 'carriers',
  carrier_change: 'carriers',
  carrier_rating: 'carriers',
  client_report: 'shared/papers',
  consent: 'register',
  document: 'shared/papers',
  institution: 'institutions',
  institution_site: 'institutions',
  institution_term_version: 'institutions',
  insured: 'register',
  mail_outbox: 'mail.ts',
  membership: 'rights',
  notification: 'shared/notifications',
  onboarding_import: 'shared/onboarding',
  onboarding_source: 'shared/onboarding',
  period_lock: 'close-board',
  plan: 'register',
  plan_liability: 'register',
  policy: 'register',
  policy_illustration: 'register',
  policy_seven_pay: 'register',
  policy_transaction: 'register',
  policy_valuation: 'data-feeds',
  product: 'carriers',
  product_rate: 'carriers',
  register_change: 'register-changes.ts',
  search_entry: 'search',
  search_word: 'search',
  separate_account_fund: 'register',
  service_team_member: 'service-team',
  single_use_token: 'session',
  site: 'sites',
  split_dollar_agreement: 'register',
  state_configuration_change: 'report-configuration',
  subsidiary: 'institutions',
  upload: 'uploads.ts',
  upload_part: 'uploads.ts',
  user_account: 'users',
  user_institution: 'users',
  user_permission: 'rights',
  user_site: 'users',
}
const DATABASE = 'the database'

/** Else the room with most files that insert into it, or that write it at all where none does. */
function ownerOf(table: string, writers: readonly Writer[]): string {
  const declared = OWNERS[table]
  if (declared !== undefined) return writers.find(({ where }) => where.endsWith(`/${declared}`))?.room ?? declared
  const rooms = writers.filter(({ room }) => room !== DATABASE)
  const inserting = rooms.filter(({ inserts }) => inserts)
  const [first, second] = [...Map.groupBy(inserting.length > 0 ? inserting : rooms, ({ room }) => room)]
    .map(([room, files]) => ({ room, files: files.length }))
    .sort((a, b) => b.files - a.files)
  if (!first || first.files === second?.files)
    throw new Error(
      `${table} is written alike by ${second ? `${first?.room} and ${second.room}` : 'nobody'}: name its owner in tools/tables-page.ts.`,
    )
  return first.room
}

export function renderTablesPage(): string {
  const writers = writersOf(tablesOfSchema())
  const rows = [...writers].map(([table, files]) => {
    const owner = ownerOf(table, files)
    const byRoom = Map.groupBy(files, ({ room }) => room)
    const others = [...byRoom].filter(([room]) => room !== owner && room !== DATABASE)
    const inside = [...(byRoom.get(owner) ?? []), ...(byRoom.get(DATABASE) ?? [])]
    return {
      table,
      owner,
      inside: inside.map(nameOf).join(', '),
      others: others.map(([room, list]) => `${room}: ${list.map(nameOf).join(', ')}`),
    }
  })
  const shared = rows.filter(({ others }) => others.length > 0).length
  return [
    '<!-- Made by `npm run generate` from the statements in server/src; not edited by hand. -->',
    '# Who writes which table',
    '',
    `${rows.length} tables, each with one owner: the room that makes its rows. ${shared} of them are written from other rooms too; a new writer asks the owner's function, so that`,
    'this number falls. `tools/tables-page.test.ts` and `npm run check` fail when a file writes a table that it is not listed for. Functions with brackets are the',
    "schema's own, called by triggers. The seeds and `restore`, which fill any table of an empty database, are not listed.",
    '',
    '| table | owner | its files | other rooms |',
    '|---|---|---|---|',
    ...rows.map(({ table, owner, inside, others }) => `| \`${table}\` | ${owner} | ${inside} | ${others.join('; ')} |`),
    '',
  ].join('\n')
}

const nameOf = ({ where }: Writer): string => `\`${where.split('/').at(-1)}\``
