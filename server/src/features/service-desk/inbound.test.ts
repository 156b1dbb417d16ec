/** Replies by email: messages as mail programs write them, brought by the gateway, and every one that must not become a reply. */
import { moveServiceRequest, serviceRequestFile } from '@corridor/contract/service-desk.ts'
import { expect, test } from 'vitest'
import { buildInstitution, buildUser } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfOf } from '../../test/handed-in/make-pdf.ts'
import { useDesk } from '../../test/service-desk.ts'

const SECRET = 'the gateway and this server know it'.replaceAll(' ', '-')
const server = useServer({ configuration: { inboundMail: { address: 'requests@mail.corridor.example', secret: SECRET } } })
const silent = useServer()
const { world, serve, asked, read, reply, mails } = useDesk(server)
const desk = useDesk(silent)

const CRLF = '\r\n'
interface Letter {
  from?: string
  to: string
  id?: string
  headers?: string[]
  type?: string
  body: string
}
const letterOf = ({
  from = `Pat Ellis <pat-${world.bank}@bank.example>`,
  to,
  id = crypto.randomUUID(),
  headers = [],
  type,
  body,
}: Letter) =>
  [
    `From: ${from}`,
    `To: Service desk <${to}>`,
    `Subject: =?utf-8?Q?Re:_Alder_Bank:_your_request_=E2=80=9CStatement_of_values=E2=80=9D?=`,
    `Message-ID: <${id}@bank.example>`,
    'Date: Wed, 25 Nov 2026 09:12:00 -0500',
    'MIME-Version: 1.0',
    ...headers,
    `Content-Type: ${type ?? 'text/plain; charset=utf-8'}`,
    '',
    body.replaceAll('\n', CRLF),
  ].join(CRLF)
const deliver = async (message: string | Buffer, headers: Record<string, string> = {}) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/service-requests/inbound',
    payload: message,
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${SECRET}`, ...headers },
  })
  return answer.statusCode
}

/** The address that the newest mail to somebody asks for answers at. */
async function answerAddress(recipient = `pat-${world.bank}@bank.example`): Promise<string> {
  const { replyTo } = await server.ownerDb
    .selectFrom('mailOutbox')
    .select('replyTo')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return replyTo ?? 'none'
}
async function answered() {
  await serve(world.ada)
  const id = await asked()
  await reply(world.staff, id, { text: 'Which June?', status: 'WAITING' })
  return { id, to: await answerAddress() }
}
const replies = async (id: number) =>
  (await read(world.staff, id)).body.messages.filter(({ kind, fromTeam }) => kind === 'REPLY' && !fromTeam)
const refusals = async () =>
  (await server.ownerDb.selectFrom('activity').select('after').where('action', '=', 'service-requests.mail_refused').execute()).map(
    ({ after }) => after,
  )

test('a reply to the mail is a reply in the portal: marked as come by email, it moves the status and is told to the team', async () => {
  const { id, to } = await answered()
  expect(to).toMatch(new RegExp(`^requests\\+${id}\\.[0-9a-f]{32}@mail\\.corridor\\.example$`))
  expect((await mails()).at(-1)?.bodyText).toMatch(/^Please write your reply above this line\.[^]*You may answer by replying to this email/)
  expect(await deliver(letterOf({ to, body: 'June 2026, please.\n\nThank you\nPat' }))).toBe(202)
  expect(await replies(id)).toMatchObject([{ text: 'June 2026, please.\n\nThank you\nPat', byMail: true, author: 'Pat Ellis', files: [] }])
  expect((await read(world.client, id)).body.request.status).toBe('IN_WORK')
  expect((await mails()).at(-1)).toMatchObject({
    recipient: 'ada@firm.example',
    bodyText: expect.stringContaining('June 2026, please.'),
  })
  const { after, actorId, institutionId } = await server.ownerDb
    .selectFrom('activity')
    .select(['after', 'actorId', 'institutionId'])
    .where('action', '=', 'service-requests.answered')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect([after, actorId, institutionId]).toEqual([{ status: 'IN_WORK', byMail: true }, world.pat, world.bank])
})

test('a mail that is delivered twice, or twice at once, is one reply', async () => {
  const { id, to } = await answered()
  const letter = letterOf({ to, id: 'once', body: 'June 2026.' })
  expect(await Promise.all([deliver(letter), deliver(letter)])).toEqual([202, 202])
  expect(await deliver(letter)).toBe(202)
  expect((await replies(id)).map(({ text }) => text)).toEqual(['June 2026.'])
})

test('what Gmail and Outlook quote below is left out, of HTML alone too; answers between quoted lines are kept with them', async () => {
  const { id, to } = await answered()
  const quoted = 'Please write your reply above this line.\n\nDear Pat,\n\nAda Hart of your service team replied.'
  const gmail = `June 2026.\n\nOn Wed, Nov 25, 2026 at 9:05 AM Corridor <\nno-reply@corridor.example> wrote:\n\n${quoted.replace(/^/gm, '> ')}\n`
  const outlook = `The second quarter.\n\nPat Ellis\nChief Financial Officer\n\n________________________________\nFrom: Corridor <no-reply@corridor.example>\nSent: Wednesday, November 25, 2026 9:05 AM\nTo: Pat Ellis <pat@bank.example>\nSubject: Alder Bank: your request\n\n${quoted}\n`
  const html = `<html><head><style>p { margin: 0 }</style></head><body><div dir="ltr">June &amp; July,<br>both of <b>2026</b></div><br><div class="gmail_quote"><div class="gmail_attr">On Wed, Nov 25, 2026 at 9:05 AM Corridor &lt;no-reply@corridor.example&gt; wrote:<br></div><blockquote><p>${quoted}</p></blockquote></div></body></html>`
  const between = `> Which June?\n\nThat of 2026.\n\n> And the form?\n\nThe usual one.`
  for (const [body, type] of [[gmail], [outlook], [html, 'text/html; charset=utf-8'], [between]] as const)
    await deliver(letterOf({ to, body, ...(type === undefined ? {} : { type }) }))
  expect((await replies(id)).map(({ text }) => text)).toEqual([
    'June 2026.',
    'The second quarter.\n\nPat Ellis\nChief Financial Officer',
    'June & July,\nboth of 2026',
    between,
  ])
})

/** Two parts of a mail: words, and a file. */
function withFile(to: string, name: string, content: Buffer, words = 'The statement is attached.') {
  const base64 = content.toString('base64').replace(/.{76}/g, `$&\n`)
  return letterOf({
    to,
    type: 'multipart/mixed; boundary="=_part"',
    body: `--=_part\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n${words}\n--=_part\nContent-Type: application/octet-stream; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${base64}\n--=_part--\n`,
  })
}

test('files of a mail are looked at as every upload: what passes is there to the byte, what does not is named in the reply', async () => {
  const { id, to } = await answered()
  const pdf = pdfOf()
  expect(await deliver(withFile(to, 'Statement.pdf', pdf, 'The statement =E2=80=93 attached.'))).toBe(202)
  expect(await deliver(withFile(to, 'Statement.pdf.exe', Buffer.from('MZ')))).toBe(202)
  const [first, second] = await replies(id)
  expect(first).toMatchObject({ text: 'The statement – attached.', files: [{ uploadName: 'Statement.pdf', safety: 'PASSED' }] })
  const kept = await server.callAs(world.staff, serviceRequestFile, { fileId: first?.files[0]?.id ?? 0 })
  expect(kept.bytes.equals(pdf)).toBe(true)
  expect(second?.files).toEqual([])
  expect(second?.text).toMatch(/^The statement is attached\.\n\nNot taken from the email:\n“Statement\.pdf\.exe”: \S/)
})

test('a long message is kept whole, in a file', async () => {
  const { id, to } = await answered()
  const words = Array.from({ length: 400 }, (_, line) => `Line ${line} of a long letter.`).join('\n')
  await deliver(letterOf({ to, body: words }))
  const [one] = await replies(id)
  expect(one?.text).toMatch(/^Line 0 [^]*The whole message is attached\.\)$/)
  const kept = await server.callAs(world.staff, serviceRequestFile, { fileId: one?.files[0]?.id ?? 0 })
  expect(kept.bytes.toString()).toBe(words)
})

test('nobody writes as somebody else: a forged sender, a signature of another person or request, and a plain address are recorded and never answered', async () => {
  const { id, to } = await answered()
  const other = await asked()
  const before = (await mails()).length
  const recorded = (await refusals()).length
  const body = 'Please change our bank account.'
  const signature = /\.([0-9a-f]{32})@/.exec(to)?.[1] ?? ''
  await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email: `sam-${world.bank}@bank.example` })
  for (const letter of [
    { to, from: 'Pat Ellis <pat@elsewhere.example>' },
    { to, from: `sam-${world.bank}@bank.example` },
    { to, from: `pat-${world.bank}@bank.example, ada@firm.example` },
    { to: to.replace(`+${id}.`, `+${other}.`) },
    { to: to.replace(signature, '0'.repeat(32)) },
    { to: 'requests@mail.corridor.example' },
    { to: to.replace('@mail.corridor.example', '@elsewhere.example') },
    { to, headers: ['Authentication-Results: mx.corridor.example; spf=fail; dmarc=fail header.from=bank.example'] },
  ])
    expect(await deliver(letterOf({ ...letter, body }))).toBe(202)
  expect([await replies(id), await replies(other), (await mails()).length]).toEqual([[], [], before])
  expect((await refusals()).length).toBe(recorded + 8)
})

test('absence notes, reports of delivery and lists are dropped', async () => {
  const { id, to } = await answered()
  const recorded = (await refusals()).length
  for (const headers of [['Auto-Submitted: auto-replied'], ['Precedence: bulk'], ['X-Autoreply: yes'], ['Return-Path: <>']])
    expect(await deliver(letterOf({ to, headers, body: 'I am out of the office.' }))).toBe(202)
  expect(await deliver(letterOf({ to, headers: ['Auto-Submitted: no'], body: 'I am in the office.' }))).toBe(202)
  expect((await replies(id)).map(({ text }) => text)).toEqual(['I am in the office.'])
  expect((await refusals()).slice(recorded)).toEqual(Array(4).fill({ reason: 'a program sent it', domain: 'bank.example' }))
})

test('whoever may no longer reply is told so once, by mail, and nothing is added', async () => {
  const { id, to } = await answered()
  await server.ownerDb.deleteFrom('userSite').where('userId', '=', world.pat).execute()
  const letter = letterOf({ to, body: 'One more thing.' })
  await deliver(letter)
  await deliver(letter)
  expect(await replies(id)).toEqual([])
  expect((await mails()).filter(({ subject }) => subject.includes('was not added'))).toMatchObject([
    { recipient: `pat-${world.bank}@bank.example`, bodyText: expect.stringContaining('You may no longer write to this request') },
  ])
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', world.pat).execute()
  await deliver(letterOf({ to, body: 'And another.' }))
  expect((await mails()).filter(({ subject }) => subject.includes('was not added'))).toHaveLength(1)
})

test('a colleague who is moved to another bank does not write to the old one', async () => {
  const { id, to } = await answered()
  const elsewhere = await buildInstitution(server.ownerDb, { sites: [world.site] })
  await server.ownerDb.updateTable('userAccount').set({ institutionId: elsewhere }).where('id', '=', world.pat).execute()
  await deliver(letterOf({ to, body: 'Hello from elsewhere.' }))
  expect(await replies(id)).toEqual([])
})

test('a mail with nothing above what it answers is told to its sender, and a closed request is reopened by one with words', async () => {
  const { id, to } = await answered()
  await server.callAs(world.client, moveServiceRequest, { id, from: 'WAITING', to: 'DONE' })
  await deliver(letterOf({ to, body: '\n\n' }))
  expect((await mails()).at(-1)?.bodyText).toContain('There was nothing in it')
  expect((await read(world.client, id)).body.request.status).toBe('DONE')
  await deliver(letterOf({ to, body: 'Please reopen it.' }))
  expect((await read(world.client, id)).body.request.status).toBe('IN_WORK')
})

test('the owner answers by mail as the team; a mail to several of the team takes no reply', async () => {
  await serve(world.ada, world.bert)
  const id = await asked()
  expect(await answerAddress('ada@firm.example, bert@firm.example')).toBe('none')
  await server.ownerDb.updateTable('serviceRequest').set({ ownerId: world.ada }).where('id', '=', id).execute()
  await reply(world.client, id, { text: 'Is there news?' })
  const to = await answerAddress('ada@firm.example')
  await deliver(letterOf({ from: 'Ada Hart <ada@firm.example>', to, body: 'It went out today.' }))
  expect((await read(world.client, id)).body.messages.at(-2)).toMatchObject({ fromTeam: true, byMail: true, text: 'It went out today.' })
  // Without level 2 the same person no longer answers.
  await server.ownerDb.updateTable('userPermission').set({ access: 1 }).where('userId', '=', world.ada).execute()
  await deliver(letterOf({ from: 'Ada Hart <ada@firm.example>', to, body: 'And once more.' }))
  await server.ownerDb.updateTable('userPermission').set({ access: 2 }).where('userId', '=', world.ada).execute()
  expect((await read(world.client, id)).body.messages.filter(({ byMail }) => byMail)).toHaveLength(1)
})

test('without the gateway’s secret, in another form or above 25 MB nothing is read; a mail that is no mail is recorded', async () => {
  const { id, to } = await answered()
  const letter = letterOf({ to, body: 'June.' })
  for (const authorization of ['', 'Bearer wrong', `bearer ${SECRET}`]) expect(await deliver(letter, { authorization })).toBe(403)
  expect(await deliver('{}', { 'content-type': 'application/json' })).toBe(415)
  expect(await deliver(Buffer.alloc(25 * 1024 * 1024 + 1, 'a'))).toBe(413)
  const deep = Array.from({ length: 60 }, (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`).join('')
  expect(await deliver(deep)).toBe(202)
  expect((await refusals()).at(-1)).toEqual({ reason: 'it could not be read' })
  expect(await replies(id)).toEqual([])
})

test('where no address is set, the mails promise nothing and the way in is not there', async () => {
  const answer = await silent.app.inject({
    method: 'POST',
    url: '/api/service-requests/inbound',
    payload: 'From: a@b.example',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${SECRET}` },
  })
  expect(answer.statusCode).toBe(404)
  const id = await desk.asked()
  await desk.reply(desk.world.staff, id, { text: 'Here they are.' })
  const sent = await silent.ownerDb.selectFrom('mailOutbox').select(['replyTo', 'bodyText']).execute()
  expect(sent).toHaveLength(2)
  for (const { replyTo, bodyText } of sent) {
    expect(replyTo).toBeNull()
    expect(bodyText).not.toMatch(/above this line|replying to this email|reply to this email/i)
  }
})
