/** `npm run corridor -- <command>`: what an administrator does at the machine, beside a running server or without one. */

import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { prettyBytes } from '@corridor/domain/primitives/byte-size.ts'
import { sql } from 'kysely'
import { makeBackup } from './commands/backup.ts'
import { CallReportProblem } from './commands/call-report-files.ts'
import { importBookCommand } from './commands/import-book.ts'
import { importCallReports } from './commands/import-call-reports.ts'
import { importTreasuryYields, TreasuryProblem } from './commands/import-treasury-yields.ts'
import { type Restored, restoreBackup } from './commands/restore.ts'
import { rotateKeys } from './commands/rotate-keys.ts'
import { noteLocksOfWaitingFiles } from './features/data-feeds/locked-months.ts'
import { resetMfa } from './features/second-factor/service.ts'
import { recordSystemActivity } from './platform/audit-log/activity.ts'
import { sealActivity, verifyActivity } from './platform/audit-log/chain.ts'
import { type Configuration, readConfiguration } from './platform/configuration.ts'
import { connect, type Db } from './platform/database/database.ts'
import { openFiles } from './platform/files/files.ts'
import { publish } from './platform/jobs/events.ts'
import { runProgram } from './platform/jobs/lifecycle.ts'
import { processLog } from './platform/jobs/process-log.ts'
import { keyFromText, replaceDemoKeys } from './platform/security/keys.ts'
import { hashPassword } from './platform/security/passwords.ts'
import { StartRefused } from './platform/start-refused.ts'
import { BUSINESS } from './start/business.ts'
import { joinDatabase } from './start/open-database.ts'

export interface CommandContext {
  db: Db
  appUrl: string
  ownerUrl: string
  configuration: Configuration
}

interface Command {
  usage: string
  purpose: string
  /** Tasks that an empty database gets too: all else would tell of a wrong address as of a book with nothing in it. */
  begins?: true
  /** @returns the exit code */
  run: (context: CommandContext, args: string[]) => Promise<number>
}

const COMMANDS: Record<string, Command> = {
  'verify-log': {
    usage: 'verify-log [--head <row>:<seal>]',
    purpose: 'proves the chain of the activity log, also against a head noted earlier, and tells how many rows are not sealed yet',
    run: verifyLog,
  },
  backup: {
    usage: 'backup <file> [--allow-missing]',
    purpose: 'writes all tables and all stored files into one archive, while the server runs; the keys are not in it',
    run: backup,
  },
  restore: {
    usage: 'restore <file> [--keep-api-keys]',
    purpose:
      'puts a backup into an empty server, under the keys it was made with; all of it or nothing. API keys end, unless they are to be kept',
    begins: true,
    run: restore,
  },
  'reset-mfa': {
    usage: 'reset-mfa <email address>',
    purpose: 'removes all second factors of a person who lost them and ends their sessions; the next sign-in sets up anew',
    run: resetSecondFactors,
  },
  'rotate-keys': {
    usage: 'rotate-keys',
    purpose: 'seals everything under NEW_ENCRYPTION_KEY and hashes SSNs under NEW_SSN_HASH_KEY; with every server and worker stopped',
    run: rotate,
  },
  'import-book': {
    usage:
      'import-book <folder or workbook> --as <email address> [--site <name>] [--check | --import [--accept <reason>]], or: import-book --undo --as …',
    purpose: 'checks a firm’s whole book and ties it out; with --import writes it once nothing is wrong; the last import can be undone',
    run: importBooks,
  },
  'import-call-reports': {
    usage: 'import-call-reports <folder>',
    purpose:
      'reads the FFIEC’s bulk files of Call Reports, for peer comparison; each reporting date whole or not at all, the same files once',
    run: importPeers,
  },
  'import-treasury-yields': {
    usage: 'import-treasury-yields <file>...',
    purpose: 'reads Treasury yields as FRED publishes them, for the financial impact; each series whole or not at all',
    run: importYields,
  },
  'create-manager': {
    usage: 'create-manager --email <address> --first-name <name> --last-name <name> [--site <name>]',
    purpose: 'makes a manager with every permission; the password is asked for, or read from standard input',
    begins: true,
    run: createManager,
  },
}

/** Results go to standard output as they are; what PostgreSQL says while starting is not part of them. */
const log = { ...processLog(false), info: () => undefined }

await runProgram(log, async (lifecycle) => {
  const [name = '', ...args] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (!command) {
    say(usage(name))
    void lifecycle.stop('usage', name === '' || name === 'help' ? 0 : 2)
    return
  }
  const configuration = readConfiguration()
  const { ownerUrl, appUrl } = await joinDatabase(configuration, lifecycle, log, command)
  const { db, close } = connect(ownerUrl, { max: 2, applicationName: 'corridor command' })
  lifecycle.onStop('the connection', close)
  const code = await command.run({ db, ownerUrl, appUrl, configuration }, args)
  // Not waited for: the end waits for this start to return.
  void lifecycle.stop('done', code)
})

function usage(given: string): string {
  const unknown = given === '' || given === 'help' ? [] : [`There is no command ${given}.`]
  return [
    ...unknown,
    'Commands:',
    ...Object.values(COMMANDS).map((command) => `  npm run corridor -- ${command.usage}\n      ${command.purpose}`),
  ].join('\n')
}

async function verifyLog({ db, configuration }: CommandContext, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { head: { type: 'string' } } })
  const noted = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.head ?? '')
  if (values.head !== undefined && !noted) throw new StartRefused('--head is a row and its seal, as verify-log prints them: 1234:ab12...')
  const { sealed, unsealed, head, broken } = await verifyActivity(
    db,
    configuration.keys,
    noted ? { sequence: Number(noted[1]), seal: String(noted[2]) } : undefined,
  )
  if (broken) {
    const id = broken.id === undefined ? '' : ` (id ${broken.id})`
    say(`The activity log does not hold at row ${broken.sequence} of the chain${id}: ${broken.reason}.`)
  } else say(`The activity log holds: ${sealed} rows sealed, ${unsealed} not sealed yet.\nHead: ${sealed}:${head}`)
  return broken ? 1 : 0
}

async function backup({ db, ownerUrl, configuration }: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { 'allow-missing': { type: 'boolean' } } })
  const began = performance.now()
  const path = onlyFile(positionals)
  const source = { ownerUrl, files: openFiles(configuration), keys: configuration.keys }
  const made = await makeBackup(source, path, { allowMissing: values['allow-missing'] ?? false })
  await recordSystemActivity(db, { action: 'backup.made', after: { rows: made.rows, files: made.files, bytes: made.bytes } })
  await sealActivity(db, configuration.keys)
  say(
    `${path}: ${counted(made)}, ${prettyBytes(made.bytes)}, in ${secondsSince(began)} s. It holds personal data: keep it as you keep the database.`,
  )
  for (const sha256 of made.missingFiles) say(`Missing, and so not in it: ${sha256}`)
  return made.missingFiles.length > 0 ? 3 : 0
}

async function restore({ db, ownerUrl, configuration }: CommandContext, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { 'keep-api-keys': { type: 'boolean' } } })
  const began = performance.now()
  const target = { ownerUrl, files: openFiles(configuration), keys: configuration.keys }
  const restored = await restoreBackup(target, onlyFile(positionals), { keepApiKeys: values['keep-api-keys'] ?? false })
  const { broken } = await verifyActivity(db, configuration.keys)
  await recordSystemActivity(db, {
    action: 'backup.restored',
    after: { madeAt: restored.madeAt, rows: restored.rows, files: restored.files, apiKeys: restored.apiKeys },
  })
  await sealActivity(db, configuration.keys)
  say(`Restored as of ${restored.madeAt}: ${counted(restored)}, in ${secondsSince(began)} s. Everyone signs in again.`)
  if (restored.apiKeys.count > 0) say(keysRestored(restored.apiKeys))
  if (broken) say(`The activity log did not hold when the backup was made, at row ${broken.sequence} of the chain: ${broken.reason}.`)
  return broken ? 1 : 0
}

async function rotate({ db, configuration }: CommandContext): Promise<number> {
  const given = (name: string): Buffer => {
    const key = keyFromText(process.env[name] ?? '')
    if (!key) throw new StartRefused(`Set ${name} to 32 random bytes in base64, as \`openssl rand -base64 32\` prints them.`)
    return key
  }
  const after = { encryption: given('NEW_ENCRYPTION_KEY'), ssnHash: given('NEW_SSN_HASH_KEY') }
  const all = [configuration.keys.encryption, configuration.keys.ssnHash, after.encryption, after.ssnHash].map((key) => key.toString('hex'))
  if (new Set(all).size < all.length) throw new StartRefused('The two new keys must differ from each other and from the present ones.')
  const { sealed, hashed, apiKeysEnded } = await rotateKeys(db, configuration.keys, after)
  await sealActivity(db, after)
  const inEnvironment = process.env.ENCRYPTION_KEY !== undefined && process.env.ENCRYPTION_KEY !== ''
  if (!inEnvironment) replaceDemoKeys(configuration.dataDirectory, after)
  say(`${sealed} values are sealed and ${hashed} numbers hashed under the new keys. API keys that ended: ${apiKeysEnded}.`)
  if (inEnvironment) say('Set ENCRYPTION_KEY and SSN_HASH_KEY to the new keys on every server and worker before any of them starts.')
  say('Earlier backups need the keys they were made under: keep those as long as you keep the backups, and make a new backup now.')
  return 0
}

async function importPeers({ db, configuration }: CommandContext, args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new StartRefused('Name one folder, into which the FFIEC’s bulk files were unpacked.')
  const began = performance.now()
  const outcome = await importCallReports(db, folder, ({ date, banks, holders, leftOut, changed }) => {
    const number = (count: number) => count.toLocaleString('en-US')
    const told = `${date}: ${number(banks)} ${banks === 1 ? 'bank' : 'banks'}, ${number(holders)} with life insurance`
    const without = leftOut > 0 ? `; left out ${number(leftOut)} without assets or capital` : ''
    say(changed ? `${told}${without}.` : `${told}, as imported before.`)
  }).catch((cause: unknown) => {
    throw cause instanceof CallReportProblem ? new StartRefused(cause.message) : cause
  })
  await sealActivity(db, configuration.keys)
  for (const { date, message } of outcome.failed) say(`${date}: not imported. ${message}`)
  say(`Done in ${secondsSince(began)} s.`)
  return outcome.failed.length > 0 ? 1 : 0
}

async function importYields({ db, configuration }: CommandContext, args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (positionals.length === 0) throw new StartRefused('Name the files, such as GS2.csv and GS10.csv.')
  for (const path of positionals) {
    const { series, months, last } = await importTreasuryYields(db, path).catch((cause: unknown) => {
      throw cause instanceof TreasuryProblem ? new StartRefused(cause.message) : cause
    })
    say(`${series}: ${months.toLocaleString('en-US')} yields, the last of ${last}.`)
  }
  await sealActivity(db, configuration.keys)
  return 0
}

async function importBooks({ db, appUrl, configuration }: CommandContext, args: string[]): Promise<number> {
  const examining = { files: openFiles(configuration), log, ownerDb: db, now: () => new Date(), configuration, business: BUSINESS }
  const code = await importBookCommand(
    {
      appUrl,
      keys: configuration.keys,
      examining,
      noteLocks: (trx, scope) => noteLocksOfWaitingFiles({ events: { publish } }, scope, trx),
      say,
    },
    args,
  )
  await sealActivity(db, configuration.keys)
  return code
}

function onlyFile(positionals: readonly string[]): string {
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new StartRefused('Name one file, such as corridor-2026-11-30.backup')
  return path
}

// Functions, not values: the program above runs before values down here would be there.
function counted({ tables, rows, files }: { tables: number; rows: number; files: number }): string {
  return `${rows.toLocaleString('en-US')} rows of ${tables} tables, ${files.toLocaleString('en-US')} files`
}

function keysRestored({ count, oldest, kept }: Restored['apiKeys']): string {
  const keys = `${count.toLocaleString('en-US')} API ${count === 1 ? 'key was' : 'keys were'} good when the backup was made, the oldest since ${oldest}`
  return kept
    ? `${keys}, and ${count === 1 ? 'is' : 'are'} good again, those among them that were revoked since. Look through the list under Users, API keys, and revoke what should not call.`
    : `${keys}; ${count === 1 ? 'it is' : 'they are'} revoked now, because some may have been revoked since. Make new ones under Users, API keys. To keep them, restore with --keep-api-keys.`
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1)
}

async function resetSecondFactors({ db, configuration }: CommandContext, args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [email, ...others] = positionals
  if (email === undefined || others.length > 0) throw new StartRefused('Name one person by their email address.')
  if (!(await resetMfa(db, configuration.publicUrl, email))) throw new StartRefused(`No one has the address ${email}.`)
  await sealActivity(db, configuration.keys)
  say(`${email} holds no second factor any more; the next sign-in asks for a new one. They are notified by mail.`)
  return 0
}

async function createManager({ db, configuration }: CommandContext, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      site: { type: 'string', default: 'BOLI' },
    },
  })
  const { email, site } = values
  const [firstName, lastName] = [values['first-name'], values['last-name']]
  if (!email || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new StartRefused('--email is missing or not an email address.')
  if (!firstName || !lastName) throw new StartRefused('--first-name and --last-name are needed.')
  const { password, generated } = await askPassword()
  const least = (await db.selectFrom('settings').select('minLength').executeTakeFirstOrThrow()).minLength
  if (password.length < least) throw new StartRefused(`The password must be at least ${least} characters long.`)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const taken = await trx.selectFrom('userAccount').select('id').where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()
    if (taken) throw new StartRefused(`${email} has an account already.`)
    const known = await trx.selectFrom('site').select('id').orderBy('id').execute()
    const sites =
      known.length > 0 ? known : await trx.insertInto('site').values({ name: site, displayName: site }).returning('id').execute()
    const { id } = await trx
      .insertInto('userAccount')
      .values({ email, firstName, lastName, role: 'd', passwordHash, passwordChangedAt: new Date().toISOString(), mfaChannel: 'email' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('userSite')
      .values(sites.map((one) => ({ userId: id, siteId: one.id })))
      .execute()
    await trx
      .insertInto('userPermission')
      .values(PERMISSION_CODES.map((code) => ({ userId: id, code, access: 2 as const })))
      .execute()
    await recordSystemActivity(trx, { action: 'user.created', entity: 'users', entityId: id, after: { role: 'd', by: 'command line' } })
  })
  await sealActivity(db, configuration.keys)
  say(`${email} is a manager with every permission.${generated ? ` Password: ${password}` : ''}`)
  return 0
}

/** At a terminal an empty answer makes one; through a pipe the first line is the password, which so never stands in a process list. */
async function askPassword(): Promise<{ password: string; generated: boolean }> {
  const lines = createInterface({ input: process.stdin, output: process.stdin.isTTY ? process.stderr : undefined })
  try {
    const given = process.stdin.isTTY
      ? await lines.question('Password (empty: one is made up): ')
      : ((await lines[Symbol.asyncIterator]().next()).value ?? '')
    return given === '' ? { password: randomBytes(15).toString('base64url'), generated: true } : { password: given, generated: false }
  } finally {
    lines.close()
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
