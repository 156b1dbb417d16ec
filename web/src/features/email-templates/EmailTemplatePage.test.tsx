import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const replies = {
  'GET /api/choices/institutions': { records: [{ id: 3, name: 'Alder Bank', active: true }] },
  'GET /api/email-templates/readers': { records: [{ id: 8, name: 'O’Neil, Ann' }] },
  'POST /api/email-templates/preview': { subject: 'For <b>Alder</b>', text: 'Dear Ann,', missing: ['member2Name'] },
}
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ })

test('a chip goes in where the caret is, is drawn as one, and the text stays what was typed', async () => {
  const user = userEvent.setup()
  await openPortal('/email-templates/new', buildSession(), replies)
  const box = await text()
  await user.type(box, 'Dear ,')
  box.setSelectionRange(5, 5)
  await user.click(screen.getAllByRole('button', { name: /^Insert firstName/ })[1] ?? document.body)
  expect(box.value).toBe('Dear {{firstName}},')
  await waitFor(() => expect(box.selectionStart).toBe(18))
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['{{firstName}}'])
})

test('the preview asks for what is typed, and shows markup as text; unknown names are told before anything is sent', async () => {
  const user = userEvent.setup()
  const { asked } = await openPortal('/email-templates/new', buildSession(), replies)
  await user.type(await screen.findByRole('textbox', { name: /^Subject/ }), 'For you')
  await user.type(await text(), 'Dear {{{{first},')
  expect(await screen.findByText(/Not known here: “{{first”, which never closes/)).toBeTruthy()
  expect(asked.some(({ path }) => path.endsWith('/preview'))).toBe(false)
  await user.clear(await text())
  await user.type(await text(), 'Dear {{{{firstName}},')
  expect(await screen.findByText('For <b>Alder</b>')).toBeTruthy()
  expect(screen.getByText(/No value for second service team member: name/)).toBeTruthy()
  expect(asked.findLast(({ path }) => path.endsWith('/preview'))?.body).toEqual({
    type: 1,
    subject: 'For you',
    body: 'Dear {{firstName}},',
    userId: 8,
  })
})
