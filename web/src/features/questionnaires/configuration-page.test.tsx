/** The questions as staff edit them: put in order by keys, added, retired, previewed as they are typed, saved as a version. */
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const createdAt = '2026-11-02T14:00:00.000Z'
const defaults = (changes: object = {}) => ({
  version: 3,
  content: DEFAULT_QUESTIONNAIRE,
  note: null,
  createdBy: 'Ada Quill',
  createdAt,
  updatedAt: createdAt,
  versions: [{ version: 3, note: 'As last year', createdBy: 'Ada Quill', createdAt, questionnaires: 41 }],
  ...changes,
})
const level = (access: 1 | 2) => buildSession({ permissions: [{ code: 'ANNUAL_QUESTIONNAIRE', access }] })
const CALL = '/api/annual-questionnaire/defaults'
const open = (access: 1 | 2 = 2, replies: object = {}) =>
  openPortal('/configuration/annual-questionnaire', level(access), { [`GET ${CALL}`]: defaults(), ...replies })
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) })

test('moved by keys, told as it is done, taken back, and saved as the next version', async () => {
  const { asked } = await open(2, { [`POST ${CALL}`]: defaults({ version: 4 }) })
  const city = await row('City of the main office')
  await userEvent.click(city)
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(await screen.findByText('City of the main office moved: 1 of 12 in Institution.')).toBeTruthy()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Undone.')).toBeTruthy()
  await userEvent.click(await row('Legal name'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await userEvent.click(screen.getByRole('button', { name: 'Save version' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  const body = asked.find(({ method }) => method === 'POST')?.body
  expect(body).toMatchObject({ updatedAt: createdAt, note: null, content: { attestation: DEFAULT_QUESTIONNAIRE.attestation } })
  const { content } = body as { content: typeof DEFAULT_QUESTIONNAIRE }
  expect(content.sections[0]?.questions.slice(0, 2).map(({ code }) => code)).toEqual(['city', 'legal-name'])
  expect(content.sections.slice(1)).toEqual(DEFAULT_QUESTIONNAIRE.sections.slice(1))
})

test('a new question is marked until it is written, and stands in the preview as it is typed', async () => {
  await open()
  await userEvent.click(await row('Remarks|Anything else'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type of the new question' }), 'Yes or no')
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }))
  const added = await row('Question without text')
  expect(within(added).getByText('Enter the question.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /^Question/ }), 'Did your auditor change?')
  expect(await row('Did your auditor change\\?')).toBeTruthy()
  const preview = screen.getByRole('region', { name: 'Preview' })
  await userEvent.selectOptions(within(preview).getByRole('combobox', { name: 'Section' }), '12. Outlook')
  expect(await within(preview).findByRole('group', { name: /Did your auditor change/ })).toBeTruthy()
})

test('what others wait for is marked when it is retired, and nothing is saved until it is put right', async () => {
  const { asked } = await open()
  await userEvent.click(await row('Did you merge with'))
  await userEvent.click(screen.getByRole('button', { name: 'Retire' }))
  expect(within(await row('Mergers and acquisitions')).getByText(/Choose an answer of an earlier/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save version' }))
  expect((await screen.findAllByText('Fix 1 error. It is marked in the list.')).length).toBeGreaterThan(0)
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})

test('a question about the register keeps its type and what the register is read by', async () => {
  await open()
  await userEvent.click(await row('Primary federal regulator'))
  expect(screen.getByText(/a changed answer is proposed there/)).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Type' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add an answer' })).toBeNull()
})

test('level 1 reads the questions and changes nothing', async () => {
  await open(1)
  await screen.findByText('Questions')
  expect(screen.queryByRole('button', { name: 'Save version' })).toBeNull()
  expect(screen.getByText(/12 sections/)).toBeTruthy()
})
