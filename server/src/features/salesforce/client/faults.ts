/** Faults that a call to Salesforce may meet: a sentence that says what to do, and whether calling again helps. */

/** `again`: after a pause. `renewed`: once, after signing in anew. */
export type Remedy = 'never' | 'again' | 'renewed'

export class SalesforceFault extends Error {
  /** Salesforce's own code, or ours for what it does not name. */
  readonly code: string
  readonly remedy: Remedy
  /** Milliseconds that Salesforce asks to wait before the next call. */
  readonly wait: number | undefined

  constructor(
    code: string,
    message: string,
    remedy: Remedy = 'never',
    { wait, cause }: { wait?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.remedy = remedy
    this.wait = wait
  }
}

/** One entry of an error answer of the REST API. */
export interface Refusal {
  errorCode: string
  message: string
}

const SENTENCES: Record<string, readonly [sentence: string, remedy?: Remedy]> = {
  INVALID_SESSION_ID: [
    'Salesforce ended the session, and a new one was refused too. Check in Salesforce that the integration user is active and may use the API.',
    'renewed',
  ],
  REQUEST_LIMIT_EXCEEDED: [
    'The Salesforce organization has used up its API requests of 24 hours. Nothing was taken in. Pull again once requests are free (Setup, Company Information, “API Requests, Last 24 Hours”), or have the limit raised.',
  ],
  API_DISABLED_FOR_ORG: ['This edition of Salesforce has no API. Ask Salesforce to turn on API access for the organization.'],
  API_CURRENTLY_DISABLED: ['The integration user may not use the API. Give its profile or permission set “API Enabled” in Salesforce.'],
  INSUFFICIENT_ACCESS: [
    'The integration user may not read this in Salesforce. Give its permission set read access to the object and its fields.',
  ],
  INVALID_TYPE: [
    'Salesforce does not know the object {name}: it was renamed or deleted, or the integration user may not see it. Choose another object in the mapping.',
  ],
  INVALID_FIELD: [
    'Salesforce has no field {name}: it was renamed or deleted, or the integration user may not see it. Choose another field in the mapping, or give the user access to it.',
  ],
  INVALID_QUERY_LOCATOR: ['Salesforce no longer holds the result that was being read. Nothing was taken in. Pull again.'],
  INVALID_QUERY_FILTER_OPERATOR: ['A field of the mapping cannot be compared in this way. Choose another field in the mapping.'],
  MALFORMED_QUERY: ['Salesforce cannot read the query that the mapping makes. Check the fields of the mapping.'],
  NOT_FOUND: ['Salesforce does not know this address. Check SALESFORCE_API_VERSION, and the object in the mapping.'],
  QUERY_TIMEOUT: ['Salesforce gave up on the query because it took too long. Pull changes only, or at a quieter time.', 'again'],
  SERVER_UNAVAILABLE: [
    'Salesforce is not available at the moment. Its state is shown at status.salesforce.com. Pull again later.',
    'again',
  ],
  UNKNOWN_EXCEPTION: ['Salesforce failed without a reason. Pull again later; if it stays so, ask Salesforce’s support.', 'again'],
  UNABLE_TO_LOCK_ROW: ['Salesforce is changing these records at the moment. Pull again later.', 'again'],
}

/** Concurrent requests end by themselves; those of 24 hours do not come back while anybody waits. */
const CONCURRENT: readonly [string, Remedy] = [
  'Salesforce is answering as many long requests as the organization may have at once. Pull again in a few minutes.',
  'again',
]

/** @param status of the answer @param refusals as parsed from its body; empty when it held none */
export function faultOf(status: number, refusals: readonly Refusal[], wait?: number): SalesforceFault {
  const first = refusals[0]
  const cause = first ? new Error(`${first.errorCode}: ${first.message}`) : undefined
  if (first) {
    const told = first.errorCode === 'REQUEST_LIMIT_EXCEEDED' && /concurrent/i.test(first.message) ? CONCURRENT : SENTENCES[first.errorCode]
    if (told) return new SalesforceFault(first.errorCode, told[0].replace('{name}', nameIn(first.message)), told[1], { wait, cause })
  }
  if (status === 401) return faultOf(400, [{ errorCode: 'INVALID_SESSION_ID', message: first?.message ?? 'HTTP 401' }], wait)
  if (status === 429 || status >= 500)
    return new SalesforceFault(first?.errorCode ?? `HTTP_${status}`, SENTENCES.SERVER_UNAVAILABLE?.[0] ?? '', 'again', { wait, cause })
  return new SalesforceFault(
    first?.errorCode ?? `HTTP_${status}`,
    first
      ? `Salesforce refused the call: ${oneLine(first.message)} (${first.errorCode}).`
      : `Salesforce answered with HTTP ${status}, which is not expected here.`,
    'never',
    { wait, cause },
  )
}

/** "No such column 'Value__c' on entity 'Policy__c'", "sObject type 'Policy__c' is not supported", "Didn't understand relationship 'Bank__r' in field path". */
function nameIn(message: string): string {
  const field = /(?:column|relationship) '([\w.]{1,120})'(?: on entity '(\w{1,80})')?/i.exec(message)
  if (field) return field[2] ? `“${field[1]}” on ${field[2]}` : `“${field[1]}”`
  const type = /type '(\w{1,80})'/i.exec(message)
  return type ? `“${type[1]}”` : `(${oneLine(message)})`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

/** Refusals of the token endpoint (RFC 6749 5.2), told apart by Salesforce’s own descriptions. */
const REFUSED_SIGN_INS: readonly (readonly [error: string, said: RegExp, sentence: string])[] = [
  [
    'invalid_grant',
    /hasn'?t approved|not admin approved/i,
    'The integration user has not been approved for the connected app. In Salesforce, set its permitted users to “Admin approved users are pre-authorized”, and assign the user’s profile or permission set to it.',
  ],
  [
    'invalid_grant',
    /audience/i,
    'Salesforce expects the assertion at another address. Set SALESFORCE_LOGIN_URL to https://login.salesforce.com, https://test.salesforce.com for a sandbox, or the organization’s own My Domain address.',
  ],
  [
    'invalid_grant',
    /expired|not yet valid|issued/i,
    'Salesforce finds the assertion too old or too new: the clock of this server is wrong. Set it by NTP.',
  ],
  [
    'invalid_grant',
    /ip restricted|login hours/i,
    'Salesforce does not let the integration user in from this address or at this hour. Allow this server’s address in the user’s profile or in the connected app.',
  ],
  [
    'invalid_grant',
    /inactive user|user.*(locked|frozen)/i,
    'The integration user is inactive, frozen or locked in Salesforce. Have it activated.',
  ],
  [
    'invalid_grant',
    /client credentials.*user|no.*run.?as/i,
    'The connected app has no user for the client credentials flow. In Salesforce, choose one under its policies (“Run As”).',
  ],
  [
    'invalid_grant',
    /assertion|signature/i,
    'Salesforce does not accept the signature. Check that the certificate in the connected app belongs to SALESFORCE_PRIVATE_KEY, and SALESFORCE_CLIENT_ID and SALESFORCE_USER.',
  ],
  [
    'invalid_grant',
    /not supported on this domain/i,
    'The client credentials flow works at the organization’s own address only. Set SALESFORCE_LOGIN_URL to its My Domain address, such as https://firm.my.salesforce.com.',
  ],
  ['invalid_grant', /./, 'Salesforce refused the credentials. Check SALESFORCE_USER and the connected app’s policies.'],
  [
    'invalid_client_id',
    /./,
    'Salesforce does not know the client id. Check SALESFORCE_CLIENT_ID; a new connected app takes up to ten minutes to be known.',
  ],
  ['invalid_client', /./, 'Salesforce refused the client id or secret. Check SALESFORCE_CLIENT_ID and SALESFORCE_CLIENT_SECRET.'],
  [
    'invalid_app_access',
    /./,
    'The integration user may not use the connected app. In Salesforce, assign its profile or permission set to the app.',
  ],
  ['inactive_user', /./, 'The integration user is inactive in Salesforce. Have it activated.'],
  ['inactive_org', /./, 'The Salesforce organization is locked, closed or suspended. Ask its administrator.'],
  [
    'unsupported_grant_type',
    /./,
    'The connected app does not allow this way of signing in. Turn on the JWT bearer flow (a certificate), or the client credentials flow, in the app.',
  ],
]

export function refusedSignIn(status: number, error: string | undefined, description: string, wait?: number): SalesforceFault {
  const cause = new Error(`${error ?? `HTTP ${status}`}: ${oneLine(description)}`)
  if (error === 'rate_limit_exceeded' || status === 429 || status >= 500) {
    return new SalesforceFault(
      error ?? `HTTP_${status}`,
      'Salesforce does not take sign-ins at the moment. Try again in a few minutes.',
      'again',
      { wait, cause },
    )
  }
  const told = REFUSED_SIGN_INS.find(([code, said]) => code === error && said.test(description || ' '))
  return new SalesforceFault(
    error ?? `HTTP_${status}`,
    `${told?.[2] ?? 'Salesforce refused to sign the portal in. Check the connected app and the SALESFORCE_ settings.'}${description ? ` Salesforce says: ${oneLine(description)}.` : ''}`,
    'never',
    { cause },
  )
}
