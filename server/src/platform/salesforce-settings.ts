/** The firm's Salesforce organization, as one integration user of it: its part of the environment, and the addresses that may be called for it. */
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

export interface SalesforceSettings {
  /** Address at which the integration user signs in, without a trailing slash. */
  loginUrl: string
  clientId: string
  credentials: { kind: 'key'; privateKey: string; user: string } | { kind: 'secret'; clientSecret: string }
  /** Such as 62.0. */
  apiVersion: string
  /** Host and port of a test double on this machine; never in production. */
  testHost: string | undefined
}

const SALESFORCE = /\.(salesforce|force)\.com$/

/** Salesforce's own addresses, and the one that an operator names for tests. */
export function mayTalkTo({ testHost }: Pick<SalesforceSettings, 'testHost'>, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, host, port, username } = new URL(url)
  if (username !== '') return false
  return (testHost !== undefined && host === testHost) || (protocol === 'https:' && port === '' && SALESFORCE.test(hostname))
}

const address = z.string().refine((text) => URL.canParse(text), 'set it to an address such as https://firm.my.salesforce.com')

export const SALESFORCE_VARIABLES = {
  SALESFORCE_LOGIN_URL: address.optional(),
  SALESFORCE_CLIENT_ID: z.string().max(500, 'set it to the consumer key of the connected app').optional(),
  SALESFORCE_USER: z.string().max(200, 'set it to the user name of the integration user').optional(),
  SALESFORCE_PRIVATE_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'set it to an RSA key of at least 2048 bits in PEM, its line ends as they are or written as \\n')
    .optional(),
  SALESFORCE_CLIENT_SECRET: z.string().max(500, 'set it to the consumer secret of the connected app').optional(),
  SALESFORCE_API_VERSION: z
    .string()
    .regex(/^[4-9]\d\.0$/, 'set it to a version of the API such as 62.0')
    .default('62.0'),
  SALESFORCE_TEST_HOST: z
    .string()
    .regex(/^(localhost|127\.0\.0\.1):\d{1,5}$/, 'set it to host and port of a test double on this machine, such as 127.0.0.1:4010')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof SALESFORCE_VARIABLES>>

function isPrivateKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
  } catch {
    return false
  }
}

/** Faults of values that are each well formed, as sentences. */
export function salesforceProblems(v: Variables, production: boolean): string[] {
  const given = [v.SALESFORCE_LOGIN_URL, v.SALESFORCE_CLIENT_ID, v.SALESFORCE_USER, v.SALESFORCE_PRIVATE_KEY, v.SALESFORCE_CLIENT_SECRET]
  const ways = [v.SALESFORCE_PRIVATE_KEY, v.SALESFORCE_CLIENT_SECRET].filter((way) => way !== undefined).length
  const whole = v.SALESFORCE_LOGIN_URL !== undefined && v.SALESFORCE_CLIENT_ID !== undefined && ways === 1
  const problems: (string | false)[] = [
    !whole &&
      given.some((value) => value !== undefined) &&
      'Salesforce is set in part: set SALESFORCE_LOGIN_URL, SALESFORCE_CLIENT_ID, and either SALESFORCE_PRIVATE_KEY or SALESFORCE_CLIENT_SECRET, or none of them.',
    v.SALESFORCE_PRIVATE_KEY !== undefined &&
      v.SALESFORCE_USER === undefined &&
      'SALESFORCE_PRIVATE_KEY is set but SALESFORCE_USER is not: set it to the user name of the integration user.',
    v.SALESFORCE_LOGIN_URL !== undefined &&
      !mayTalkTo({ testHost: v.SALESFORCE_TEST_HOST }, v.SALESFORCE_LOGIN_URL) &&
      'SALESFORCE_LOGIN_URL is no https address of Salesforce: set it to https://login.salesforce.com, https://test.salesforce.com or the organization’s own, such as https://firm.my.salesforce.com.',
    production &&
      v.SALESFORCE_TEST_HOST !== undefined &&
      'SALESFORCE_TEST_HOST is set: in production leave it out, so that nothing but Salesforce is called.',
  ]
  return problems.filter((problem) => problem !== false)
}

export function salesforceSettings(v: Variables): SalesforceSettings | undefined {
  const { SALESFORCE_LOGIN_URL: url, SALESFORCE_CLIENT_ID: clientId, SALESFORCE_PRIVATE_KEY: privateKey, SALESFORCE_USER: user } = v
  if (url === undefined || clientId === undefined) return undefined
  const settings: SalesforceSettings = {
    loginUrl: url.replace(/\/+$/, ''),
    clientId,
    credentials:
      privateKey !== undefined && user !== undefined
        ? { kind: 'key', privateKey, user }
        : { kind: 'secret', clientSecret: v.SALESFORCE_CLIENT_SECRET ?? '' },
    apiVersion: v.SALESFORCE_API_VERSION,
    testHost: v.SALESFORCE_TEST_HOST,
  }
  return Object.freeze(settings)
}
