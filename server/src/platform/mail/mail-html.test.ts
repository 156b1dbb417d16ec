import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'
import { htmlOf, type Letterhead } from './mail-html.ts'

const PORTAL = 'https://portal.corridor.example'
const bank: Letterhead = { firm: 'Harbor Advisors', bank: 'Alder Bank' }
const html = (bodyText: string, letterhead = bank) => htmlOf({ subject: 'News', bodyText }, PORTAL, letterhead) ?? ''
/** Words between head and foot, as a reader's client shows them. */
const words = (bodyText: string) => textOfHtml(html(bodyText))

const DIGEST = `Jane,

3 reports are done that you asked for:

- September 2026 & more: 12 ready
  ${PORTAL}/asset-reporting/12
- August 2026: 1 failed

Read and answer it here: ${PORTAL}/service-requests/7

> What about <b>Alder</b>?
> Thank you.

    481516

It works once.`

test('the HTML says what the text says, under the names of firm and bank', () => {
  const shown = words(DIGEST)
  for (const said of [
    'Harbor Advisors',
    'Alder Bank',
    '3 reports are done that you asked for:',
    '- September 2026 & more: 12 ready',
    `${PORTAL}/asset-reporting/12`,
    'Read and answer it here:',
    `${PORTAL}/service-requests/7`,
    '> What about <b>Alder</b>?',
    '481516',
    'It works once.',
    'Sent by Corridor, portal.corridor.example.',
  ])
    expect(shown).toContain(said)
  expect(words('Hello.').split('\n')[0]).toContain('Harbor Advisors')
  expect(html('Hello.', { firm: null, bank: null })).toContain('>Corridor</td>')
})

test('an address of the portal alone, or after a colon, is a button; within words a link that ends before the period', () => {
  const buttons = (text: string) => [...html(text).matchAll(/class="press" href="([^"]+)"/g)].map(([, href]) => href)
  expect(buttons(`Choose your password here:\n\n${PORTAL}/password#token=a&b=1`)).toEqual([`${PORTAL}/password#token=a&amp;b=1`])
  expect(buttons(`All of them: ${PORTAL}/asset-reporting/4`)).toEqual([`${PORTAL}/asset-reporting/4`])
  expect(buttons(`It is at ${PORTAL}/my-profile`)).toEqual([])
  expect(html(`If it was not you, choose one at ${PORTAL}/forgotten-password.`)).toContain(`href="${PORTAL}/forgotten-password"`)
})

test('no other address becomes a link, however much it looks like the portal’s', () => {
  for (const address of ['https://evil.test/x', `${PORTAL}.evil.test/x`, `${PORTAL}:444/x`, 'javascript:alert(1)', `${PORTAL}@evil.test`])
    expect(html(`Look: ${address}\n\nand ${address}\n\n${address}`)).not.toContain('href=')
})

test('what somebody wrote stays text', () => {
  const written = html('Dear "<script>alert(1)</script>" & \'others\',\n\n- <img src=x onerror=alert(1)>')
  expect(written).not.toMatch(/<(script|img)/)
  expect(written).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot; &amp; &#39;others&#39;')
})

test('it keeps to what Outlook and Gmail read: tables with inline styles, 600 wide at most, nothing fetched, dark where the client is', () => {
  const written = html(DIGEST)
  expect(written).not.toMatch(/<(div|link|img|svg|picture|video)|flex|grid|url\(|@import|position:/)
  expect([...written.matchAll(/<(p|td|a|li|ul)\b[^>]*>/g)].filter(([tag]) => !tag.includes('style='))).toEqual([])
  expect([...written.matchAll(/<table\b[^>]*>/g)].every(([tag]) => tag.includes('role="presentation"'))).toBe(true)
  expect(Math.max(...[...written.matchAll(/width="(\d+)"/g)].map(([, width]) => Number(width)))).toBe(600)
  expect(written).toContain('prefers-color-scheme:dark')
  expect(written).toContain('[data-ogsc]')
})

test('a mail that Gmail would cut off goes as text alone', () => {
  expect(htmlOf({ subject: 'News', bodyText: 'word '.repeat(20_000) }, PORTAL, bank)).toBeUndefined()
})
