/** The page without scripts: the same right, checks and answers, and nothing that another site's page could send in somebody's name. */
import { listBankUploads } from '@corridor/contract/bank-uploads.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfOf } from '../../test/handed-in/make-pdf.ts'

const server = useServer()
const world = { client: '', staff: '', stranger: '' }
beforeAll(async () => {
  const db = server.ownerDb
  const siteId = await buildSite(db, { contactEmail: 'services@firm.test' })
  const institutionId = await buildInstitution(db, { name: 'Alder & <b>Sons</b>', sites: [siteId], reportTypes: ['USR'] })
  world.client = await signedInAs(db, 'c', { siteId, institutionId })
  world.stranger = await signedInAs(db, 'c', { siteId, institutionId: await buildInstitution(db, { sites: [siteId], reportTypes: [] }) })
  world.staff = await signedInAs(db, 'b', { siteId, permissions: { USR: 2 } })
})

const BROWSER = {
  accept: 'text/html, application/xhtml+xml, */*',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
}
const get = (cookie?: string, url = '/ie-bank-uploads', headers: Record<string, string> = BROWSER) =>
  server.app.inject({ url, headers, ...(cookie ? { cookies: { sid: cookie } } : {}) })
const hiddenOf = (html: string, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

type Field = readonly [name: string, value: string | Buffer, fileName?: string]
async function post(fields: readonly Field[], headers: Record<string, string> = {}, cookie = world.client) {
  const parts = fields.flatMap(([name, value, fileName]) => [
    Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return server.app.inject({
    method: 'POST',
    url: '/ie-bank-uploads',
    headers: { ...BROWSER, 'content-type': 'multipart/form-data; boundary=x', ...headers },
    cookies: { sid: cookie },
    payload: Buffer.concat([...parts, Buffer.from('--x--\r\n')]),
  })
}
const form = async (): Promise<Field[]> => {
  const page = (await get(world.client)).body
  return [
    ['token', hiddenOf(page, 'token')],
    ['uploadBatch', hiddenOf(page, 'uploadBatch')],
    ['action', 'send'],
  ]
}
const names = async () =>
  (await server.callAs(world.client, listBankUploads, {})).body.records.map(({ uploadName, status }) => `${uploadName} ${status}`)

test('an old browser that asks for the bank uploads is led to the page without scripts; others are not', async () => {
  const led = await get(world.client, '/bank-uploads')
  expect([led.statusCode, led.headers.location, led.headers.vary]).toEqual([302, '/ie-bank-uploads', expect.stringMatching(/user-agent/i)])
  expect((await get(world.client, '/bank-uploads', { ...BROWSER, 'user-agent': 'Mozilla/5.0 Chrome/130' })).statusCode).not.toBe(302)
})

test('the page has a form and no script, its policy allows none, and what people wrote stays text', async () => {
  const { statusCode, headers, body } = await get(world.client)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toContain('Alder &#38; &#60;b&#62;Sons')
  expect(body).not.toMatch(/<script|\son\w+=/i)
  expect(headers['content-security-policy']).toMatch(/script-src 'self'.*form-action 'self'/)
})

test('several files in one form: each answered in its own line, the good ones sent, the team told once', async () => {
  const fields = await form()
  const files: Field[] = [
    ['note', 'For October'],
    ['files', pdfOf(), 'C:\\Users\\Ada\\Census.pdf'],
    ['files', '<html><script>1</script></html>', 'page.pdf'],
    ['files', 'plain', 'notes.txt'],
    ['files', '', ''],
  ]
  const sent = await post([...fields, ...files])
  expect(sent.statusCode).toBe(200)
  expect([...sent.body.matchAll(/<li class="(\w+)">([^<]*)/g)].map(([, kind, text]) => [kind, text])).toEqual([
    ['good', 'Census.pdf was sent.'],
    ['bad', expect.stringMatching(/^page\.pdf was not sent\. This is a web page/)],
    ['good', 'notes.txt was sent.'],
  ])
  // The page's answer reloaded sends the same form again: nothing is there twice.
  await post([...fields, ...files])
  expect((await names()).toSorted()).toEqual(['Census.pdf SENT', 'notes.txt SENT'])
  const mails = await server.ownerDb.selectFrom('mailOutbox').select('subject').where('dedupeKey', 'like', 'bank-upload %').execute()
  expect(mails).toEqual([{ subject: 'Alder & <b>Sons</b> sent 2 files' }])
})

test('a file is withdrawn by its own button', async () => {
  await post([...(await form()), ['files', 'mistake', 'mistake.txt']])
  const page = (await get(world.client)).body
  const id = /withdraw-(\d+)"><button type="submit" aria-label="Withdraw mistake\.txt"/.exec(page)?.[1] ?? ''
  const answer = await post([
    ['token', hiddenOf(page, 'token')],
    ['action', `withdraw-${id}`],
  ])
  expect(answer.body).toContain('<li class="good">mistake.txt was withdrawn.')
  expect(await names()).toContain('mistake.txt WITHDRAWN')
  const again = await post([
    ['token', hiddenOf(page, 'token')],
    ['action', `withdraw-${id}`],
  ])
  expect(again.body).toContain('<li class="bad">This file was withdrawn already.')
})

test('without its token, with that of another session, or from another site nothing is read', async () => {
  const before = await names()
  const token = hiddenOf((await get(world.client)).body, 'token')
  const file: Field = ['files', 'x', 'forged.txt']
  expect((await post([file])).statusCode).toBe(403)
  expect((await post([file, ['token', token]])).statusCode).toBe(403)
  expect((await post([['token', `${token}x`], file])).statusCode).toBe(403)
  expect((await post([...(await form()), file], { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post([...(await form()), file], { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect(await names()).toEqual(before)
})

test('an empty form says what is missing; no session and no right are told as a page', async () => {
  expect((await post(await form())).body).toContain('<li class="bad">Choose a file to send.')
  const nobody = await get()
  expect([nobody.statusCode, nobody.headers['content-type'], nobody.body.includes('/login?fromUrl=%2Fie-bank-uploads')]).toEqual([
    401,
    'text/html; charset=utf-8',
    true,
  ])
  for (const cookie of [world.stranger, world.staff]) {
    const refused = await get(cookie)
    expect([refused.statusCode, refused.body.includes('You do not have the right')]).toEqual([403, true])
  }
})
