/** Programs of line 24, each a process of its own: the double of Salesforce, a pull as the product makes it, and plain fetch of the same pages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@corridor/server/features/salesforce/client/client.ts'
import { readRecords } from '@corridor/server/features/salesforce/read-records.ts'
import type { SalesforceSettings } from '@corridor/server/platform/salesforce-settings.ts'
import { policyObject, policyValueObject, startOrganization } from '@corridor/server/test/salesforce-org.ts'

const FIELDS = {
  policyNumber: 'Policy__r.Name',
  carrierCode: 'Policy__r.Carrier_Code__c',
  asOfDate: 'Valuation_Date__c',
  cashSurrenderValue: 'Cash_Surrender_Value__c',
  deathBenefit: 'Death_Benefit__c',
}
const SOQL = `SELECT Id, SystemModstamp, ${Object.values(FIELDS).join(', ')} FROM Policy_Value__c`
const [mode, given = ''] = process.argv.slice(2)

if (mode === 'double') {
  const { bySecret } = await startOrganization({
    Policy__c: policyObject,
    Policy_Value__c: policyValueObject(Number(given), (index) => ({
      policyNumber: `P-${index}`,
      carrier: 'CORVA',
      date: '2026-10-31',
      cashSurrenderValue: 100_000 + index / 100,
      deathBenefit: 250_000,
    })),
  })
  process.send?.(bySecret)
} else {
  const settings: SalesforceSettings = JSON.parse(given)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const before = process.memoryUsage().rss / 1e6
  const began = performance.now()
  const told = mode === 'pull' ? await pull(settings) : await plainFetch(settings)
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  process.send?.({ ...told, seconds, before, peak: peak / 1e6 })
  process.disconnect()
}

async function pull(settings: SalesforceSettings): Promise<{ rows: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-salesforce-'))
  try {
    const client = createClient({ publicUrl: 'http://localhost' }, settings, { now: () => new Date() })
    const signal = new AbortController().signal
    const { rows } = await readRecords(
      { type: 'valuations', object: 'Policy_Value__c', fields: FIELDS },
      { client, signal, path: join(folder, 'records.csv') },
    )
    return { rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The least that any client does: the same job and the same pages, whose bytes are counted and dropped. */
async function plainFetch({ loginUrl, clientId, credentials }: SalesforceSettings): Promise<{ rows: number }> {
  if (credentials.kind !== 'secret') throw new Error('the double takes the secret here')
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: credentials.clientSecret })
  const { access_token: token } = await json(await fetch(`${loginUrl}/services/oauth2/token`, { method: 'POST', body: form }))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const jobs = `${loginUrl}/services/data/v62.0/jobs/query`
  const { id } = await json(await fetch(jobs, { method: 'POST', headers, body: JSON.stringify({ operation: 'query', query: SOQL }) }))
  while ((await json(await fetch(`${jobs}/${id}`, { headers }))).state !== 'JobComplete');
  let rows = 0
  for (let locator: string | null = null; ; ) {
    const answer: Response = await fetch(`${jobs}/${id}/results?maxRecords=20000${locator ? `&locator=${locator}` : ''}`, { headers })
    await answer.arrayBuffer()
    rows += Number(answer.headers.get('sforce-numberofrecords'))
    locator = answer.headers.get('sforce-locator')
    if (locator === null || locator === 'null') return { rows }
  }
}

async function json(answer: Response): Promise<Record<string, string>> {
  if (!answer.ok) throw new Error(`the double answered ${answer.status}`)
  return JSON.parse(await answer.text())
}
