/** The environment, parsed once at the start into values that are trusted from then on. Nonsense refuses the start with a sentence. */
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultProxies, proxiesFromText, type TrustedProxies } from './http/trusted-proxies.ts'
import { SALESFORCE_VARIABLES, type SalesforceSettings, salesforceProblems, salesforceSettings } from './salesforce-settings.ts'
import { demoKeys, type Keys, keyFromText } from './security/keys.ts'
import { StartRefused } from './start-refused.ts'

export type Configuration = Readonly<{
  mode: 'demo' | 'production'
  /** Which installation this is; chooses nothing but `environmentText`. */
  environment: (typeof ENVIRONMENTS)[number]
  /** Shown in the footer. */
  environmentText: string
  host: string
  /** 0 lets the operating system choose. */
  port: number
  /** Where browsers reach the server, without a trailing slash; links in mails and the cookie's Secure depend on it. */
  publicUrl: string
  /** Trust in a caller's address. */
  trustedProxies: TrustedProxies
  dataDirectory: string
  /** External: the owner's connection, and the runtime role's where the owner may not make roles. */
  database: { kind: 'embedded' } | { kind: 'external'; ownerUrl: string; appUrl: string | undefined }
  /** False: demo accounts count as having passed MFA at sign-in. Always true in production. */
  mfaRequired: boolean
  mail: { smtpUrl: string | undefined; from: string }
  /** A mail gateway passes on what is sent to this address. Undefined: mails are written to nobody. */
  inboundMail: { address: string; secret: string } | undefined
  /** The folder that is watched for carriers' files. Undefined: they are uploaded or sent with an API key. */
  inboxDirectory: string | undefined
  /** The gateway for text messages. */
  sms: { url: string | undefined }
  /** Undefined: files lie under `dataDirectory`. */
  s3: { bucket: string; endpoint: string | undefined; region: string } | undefined
  /** clamd, that looks at what people upload. Undefined: files are judged by their content alone. */
  scanner: { host: string; port: number } | { path: string } | undefined
  /** Undefined: nothing is pulled from Salesforce. */
  salesforce: SalesforceSettings | undefined
  /** DNS servers asked for the proof of a bank's domain; empty: those of this machine. */
  dnsServers: readonly string[]
  keys: Keys
  /** Threads that compile reports in this process. */
  reportWorkers: number
  /** False: this process serves requests only, `npm run worker` processes do the jobs. */
  jobs: boolean
  /** A report is released by a different person than the one who generated it. */
  fourEyesRelease: boolean
}>

/** @throws StartRefused naming every variable that is wrong and what to set */
export function readConfiguration(environment: NodeJS.ProcessEnv = process.env): Configuration {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const unknown = Object.keys(given).filter((name) => name.startsWith('CORRIDOR_') && !(name in variables.shape))
  const parsed = variables.safeParse(given)
  const problems = [
    ...unknown.map((name) => `${name} is not a variable of Corridor. Known ones are CORRIDOR_MODE and CORRIDOR_ENV.`),
    ...(parsed.success ? problemsOf(parsed.data) : parsed.error.issues.map((issue) => describe(issue, given))),
  ]
  if (!parsed.success || problems.length > 0) throw new StartRefused(problems.join('\n'))
  return freeze(parsed.data)
}

const ENVIRONMENTS = ['local', 'dev', 'qa', 'stg', 'prod', 'general'] as const
const DEMO_SENDER = 'Corridor <no-reply@corridor.example>'

const wholeNumber = (least: number, most: number) => {
  const message = `set it to a whole number from ${least} to ${most}`
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(least, message).max(most, message))
}
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) => z.enum(values, `set it to ${listed(values)}`)
const onOff = z.enum(['on', 'off'], 'set it to on or off').transform((value) => value === 'on')
const url = (protocols: string[], example: string) =>
  z.string().refine((text) => protocols.includes(protocolOf(text)), `set it to an address such as ${example}`)
const key = z.string().transform((text, context) => {
  const bytes = keyFromText(text)
  if (bytes) return bytes
  context.addIssue({ code: 'custom', message: 'set it to 32 random bytes in base64, as `openssl rand -base64 32` prints them' })
  return z.NEVER
})

const variables = z.object({
  CORRIDOR_MODE: oneOf(['demo', 'production']).default('demo'),
  CORRIDOR_ENV: oneOf(ENVIRONMENTS).default('prod'),
  ENVIRONMENT_TEXT: z.string().max(40, 'set it to at most 40 characters').optional(),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'set it to an address of this machine, 0.0.0.0 for all of them')
    .default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: url(['http:', 'https:'], 'https://portal.example.com').optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text, context) => {
      const read = proxiesFromText(text)
      if ('proxies' in read) return read.proxies
      context.addIssue({ code: 'custom', message: read.problem })
      return z.NEVER
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://owner:password@db.example.com:5432/corridor').optional(),
  DATABASE_APP_URL: url(['postgres:', 'postgresql:'], 'postgres://corridor_app:password@db.example.com:5432/corridor').optional(),
  DEMO_MFA: onOff.default(false),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'set it to a sender such as Corridor <portal@example.com>')
    .optional(),
  INBOUND_MAIL_ADDRESS: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,19}@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'set it to an address in small letters, up to 20 of them before the @, such as requests@mail.example.com',
    )
    .optional(),
  INBOUND_MAIL_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, 'set it to at least 32 letters and digits, as `openssl rand -hex 32` prints them')
    .optional(),
  INBOX_DIR: z.string().optional(),
  SMS_URL: url(['http:', 'https:'], 'https://user:password@sms.example.com/messages').optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'set it to a bucket name')
    .optional(),
  S3_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.com').optional(),
  S3_REGION: z.string().optional(),
  CLAMD_URL: z
    .string()
    .refine((text) => scannerAt(text) !== undefined, 'set it to an address such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl')
    .optional(),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine(
      (servers) => servers.every((server) => isIP(server.replace(/^\[(.*)\](:\d+)?$/, '$1')) || /^[\d.]+:\d+$/.test(server)),
      'set it to addresses such as 192.0.2.53, 192.0.2.54:5353',
    )
    .optional(),
  ...SALESFORCE_VARIABLES,
  ENCRYPTION_KEY: key.optional(),
  SSN_HASH_KEY: key.optional(),
  REPORT_WORKERS: wholeNumber(1, 64).optional(),
  JOBS: onOff.default(true),
  FOUR_EYES_RELEASE: onOff.optional(),
})
type Variables = z.output<typeof variables>

/** The names of all settings, for the test that docs/operating.md lists them. */
export const SETTINGS: readonly string[] = Object.keys(variables.shape)

/** Faults of values that are each well formed. */
function problemsOf(v: Variables): string[] {
  const problems = salesforceProblems(v, v.CORRIDOR_MODE === 'production')
  const refuse = (wrong: boolean, sentence: string) => wrong && problems.push(sentence)
  refuse(
    v.DATABASE_APP_URL !== undefined && v.DATABASE_URL === undefined,
    'DATABASE_APP_URL is set but DATABASE_URL is not: set both, or neither for the embedded PostgreSQL.',
  )
  refuse(
    v.DATABASE_APP_URL !== undefined && v.DATABASE_APP_URL === v.DATABASE_URL,
    'DATABASE_APP_URL equals DATABASE_URL: the runtime role must not be the owner, whom row-level security would not bind.',
  )
  refuse(
    v.S3_BUCKET === undefined && (v.S3_ENDPOINT ?? v.S3_REGION) !== undefined,
    'S3_ENDPOINT or S3_REGION is set but S3_BUCKET is not: set S3_BUCKET too, or none of them for files on this disk.',
  )
  refuse(
    (v.INBOUND_MAIL_ADDRESS === undefined) !== (v.INBOUND_MAIL_SECRET === undefined),
    'Only one of INBOUND_MAIL_ADDRESS and INBOUND_MAIL_SECRET is set: set both, or neither where replies by email are not taken.',
  )
  refuse(
    (v.ENCRYPTION_KEY === undefined) !== (v.SSN_HASH_KEY === undefined),
    'Only one of ENCRYPTION_KEY and SSN_HASH_KEY is set: set both.',
  )
  refuse(
    v.ENCRYPTION_KEY !== undefined && v.SSN_HASH_KEY !== undefined && v.ENCRYPTION_KEY.equals(v.SSN_HASH_KEY),
    'ENCRYPTION_KEY equals SSN_HASH_KEY: set two different keys.',
  )
  if (v.CORRIDOR_MODE === 'demo') return problems

  refuse(
    v.PUBLIC_URL === undefined,
    'PUBLIC_URL is not set: in production set it to the address people use, such as https://portal.example.com.',
  )
  refuse(
    v.PUBLIC_URL !== undefined && protocolOf(v.PUBLIC_URL) === 'http:' && !isLoopback(v.PUBLIC_URL),
    `PUBLIC_URL is ${v.PUBLIC_URL}: in production set it to an https address, or cookies could be read on the way.`,
  )
  refuse(
    v.SMTP_URL !== undefined && v.MAIL_FROM === undefined,
    'SMTP_URL is set but MAIL_FROM is not: set it to the sender of mails, such as Corridor <portal@example.com>.',
  )
  refuse(
    v.SMS_URL !== undefined && protocolOf(v.SMS_URL) === 'http:' && !isLoopback(v.SMS_URL),
    'SMS_URL is an http address: in production set it to an https address, or codes could be read on the way.',
  )
  const demo = demoKeys(resolve(v.DATA_DIR), { make: false })
  for (const [name, value] of [
    ['ENCRYPTION_KEY', v.ENCRYPTION_KEY],
    ['SSN_HASH_KEY', v.SSN_HASH_KEY],
  ] as const) {
    refuse(
      value === undefined,
      `${name} is not set: in production set it to 32 random bytes in base64 (openssl rand -base64 32), kept apart from backups.`,
    )
    const known = value !== undefined && (new Set(value).size < 8 || demo?.encryption.equals(value) || demo?.ssnHash.equals(value))
    refuse(
      known === true,
      `${name} is a key of the demo or an example: in production set it to 32 random bytes of its own (openssl rand -base64 32).`,
    )
  }
  return problems
}

function freeze(v: Variables): Configuration {
  const dataDirectory = resolve(v.DATA_DIR)
  const production = v.CORRIDOR_MODE === 'production'
  const given = v.ENCRYPTION_KEY && v.SSN_HASH_KEY && { encryption: v.ENCRYPTION_KEY, ssnHash: v.SSN_HASH_KEY }
  const keys = given ?? demoKeys(dataDirectory, { make: true })
  if (!keys) throw new Error('demo keys were made and are not there')
  const publicUrl = (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '')
  return Object.freeze({
    mode: v.CORRIDOR_MODE,
    environment: v.CORRIDOR_ENV,
    environmentText: v.ENVIRONMENT_TEXT ?? (v.CORRIDOR_ENV === 'prod' ? 'production' : v.CORRIDOR_ENV),
    host: v.HOST,
    port: v.PORT,
    publicUrl,
    trustedProxies: v.TRUSTED_PROXIES ?? defaultProxies(publicUrl),
    dataDirectory,
    database: v.DATABASE_URL
      ? Object.freeze({ kind: 'external', ownerUrl: v.DATABASE_URL, appUrl: v.DATABASE_APP_URL })
      : Object.freeze({ kind: 'embedded' }),
    mfaRequired: production || v.DEMO_MFA,
    mail: Object.freeze({ smtpUrl: v.SMTP_URL, from: v.MAIL_FROM ?? DEMO_SENDER }),
    inboundMail:
      v.INBOUND_MAIL_ADDRESS === undefined || v.INBOUND_MAIL_SECRET === undefined
        ? undefined
        : Object.freeze({ address: v.INBOUND_MAIL_ADDRESS, secret: v.INBOUND_MAIL_SECRET }),
    inboxDirectory: v.INBOX_DIR === undefined ? undefined : resolve(v.INBOX_DIR),
    sms: Object.freeze({ url: v.SMS_URL }),
    s3:
      v.S3_BUCKET === undefined
        ? undefined
        : Object.freeze({ bucket: v.S3_BUCKET, endpoint: v.S3_ENDPOINT, region: v.S3_REGION ?? 'us-east-1' }),
    scanner: v.CLAMD_URL === undefined ? undefined : scannerAt(v.CLAMD_URL),
    salesforce: salesforceSettings(v),
    dnsServers: Object.freeze(v.DNS_SERVERS ?? []),
    keys: Object.freeze(keys),
    reportWorkers: v.REPORT_WORKERS ?? Math.max(1, availableParallelism() - 1),
    jobs: v.JOBS,
    fourEyesRelease: v.FOUR_EYES_RELEASE ?? production,
  })
}

/** Variables that hold a secret are not repeated to the terminal or a log. */
const SECRET = /KEY|URL|SECRET/

function describe(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0])
  return `${name} ${SECRET.test(name) ? 'is not usable' : `is ${JSON.stringify(given[name])}`}: ${issue.message}.`
}

function listed(values: readonly string[]): string {
  return values.join(', ').replace(/, ([^,]*)$/, ' or $1')
}

/** tcp://host:port, or unix: and the path of a socket; undefined when it is neither. */
function scannerAt(text: string): Configuration['scanner'] {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname } = new URL(text)
  if (protocol === 'unix:' && pathname.startsWith('/') && hostname === '') return Object.freeze({ path: decodeURIComponent(pathname) })
  if (protocol === 'tcp:' && hostname !== '' && /^\d+$/.test(port))
    return Object.freeze({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })
  return undefined
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}

export function isLoopback(text: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(text).hostname)
}
