import type { correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { feedReplies, file, finding, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'

const line: ReplyOf<typeof getFileLine> = {
  line: 40,
  lineNumber: 40,
  sheet: null,
  policyNumber: 'S7-7078940',
  institutionName: 'Lantern Lake Community Bank',
  cells: [
    { header: 'Cert #', received: 'S7-7078940', field: 'policyNumber', correctable: true },
    { header: 'Contract Net Value EOM', received: '#REF!', field: 'cashSurrenderValue', correctable: true },
    { header: 'Remark', received: 'x', field: null, correctable: false },
  ],
  corrections: [],
  findings: [finding(1, 40)],
  likely: [{ header: 'Contract Net Value EOM', value: '84275.33', reason: 'The line’s account value less its surrender charge.' }],
  following: [],
}

test('a finding opens its line with the cell marked first; the likely value and a reason correct it', async () => {
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
    'POST /api/etl/files/7/corrections': file,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  expect(dialog.querySelector('dl > div')?.textContent).toContain('#REF!')
  const save = within(dialog).getByRole('button', { name: 'Save and check again' })
  // All that the correction takes stands together, before the rest of the line.
  expect([...dialog.querySelectorAll('dt, label')].map(({ textContent }) => textContent)).toEqual([
    'Contract Net Value EOM (Cash surrender value)',
    'Contract Net Value EOM, corrected',
    'Why? *',
    'Cert # (Policy number)',
    'Remark (not used)',
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use 84275.33' }))
  expect(save).toHaveProperty('disabled', true)
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The statement has it')
  await userEvent.click(save)
  const cells = [{ header: 'Contract Net Value EOM', value: '84275.33' }]
  const body: Omit<InputOf<typeof correctCells>, 'id'> = { line: 40, cells, reason: 'The statement has it', updatedAt: file.updatedAt }
  expect(portal.asked.find(({ method }) => method === 'POST')?.body).toEqual(body)
})

const born = { header: 'DOB', received: '1965-11-10', field: 'insuredDateOfBirth' as const, correctable: false }
const plain = line.cells.slice(0, 2)
const few = buildSession().permissions.filter(({ code }) => code !== 'INSTITUTIONS')
test.each([
  ['with a date of birth', buildSession(), [...plain, born], true],
  ['without one', buildSession(), plain, false],
  ['to those who may not see it', buildSession({ userRole: 'b', permissions: few }), [...plain, { ...born, received: '•••' }], false],
])('a line with a date of birth says that the look is recorded: %s', async (_, session, cells, isTold) => {
  await openPortal('/data-feeds/7', session, {
    ...feedReplies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': { ...line, cells },
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  await within(dialog).findByText(/Policy S7/)
  expect(dialog.textContent.includes('The activity report records')).toBe(isTold)
})

test('a correction that cannot be read leaves the dialog open, with the reason at its cell', async () => {
  await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
    'POST /api/etl/files/7/corrections': refusal(400, {
      code: 'input',
      inputError: true,
      message: 'No.',
      meta: { 'cells.Contract Net Value EOM': ['“1O” is not an amount of money.'] },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Line 40 as received' }))
  await userEvent.clear(dialog.getByLabelText('Contract Net Value EOM, corrected'))
  await userEvent.type(dialog.getByLabelText('Contract Net Value EOM, corrected'), '1O')
  await userEvent.type(dialog.getByLabelText(/Why/), 'The ')
  expect(dialog.getByText('At least 5 characters')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/Why/), 'statement has it')
  expect(dialog.queryByText('At least 5 characters')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Save and check again' }))
  expect(await dialog.findByText('“1O” is not an amount of money.')).toBeTruthy()
})

test('of a line with a wrong interest the interest is offered first, and its account value is left with the reason', async () => {
  const on = (id: number, columnName: string, ruleTitle: string) => ({
    ...finding(id, 40),
    columnName,
    ruleTitle,
    message: `${ruleTitle}!`,
  })
  const [value, rate] = [on(1, 'Acct Value', 'Roll-forward does not add up'), on(2, 'Int Credited', 'Rate in doubt')]
  await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(value, rate)),
    'GET /api/etl/files/7/lines/40': {
      ...line,
      cells: [
        { header: 'Acct Value', received: '86661.84', field: 'accountValueEnd', correctable: true },
        { header: 'Int Credited', received: '2847.60', field: 'interestCredited', correctable: true },
      ],
      findings: [value, rate],
      likely: [{ header: 'Int Credited', value: '284.76', reason: 'Read with one digit less, the line foots.' }],
      following: [{ header: 'Acct Value', reason: 'Account value foots once interest credited is 284.76.' }],
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Roll-forward does not add up/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  const told = within(await within(dialog).findByRole('list', { name: 'Findings of the line' })).getAllByRole('listitem')
  expect(told.map(({ textContent }) => textContent)).toEqual([
    'Acct Value: Roll-forward does not add up. Roll-forward does not add up!',
    'Int Credited: Rate in doubt. Rate in doubt!',
  ])
  expect([...dialog.querySelectorAll('[data-marked] dt')].map(({ textContent }) => textContent)).toEqual([
    'Int Credited (Interest credited)',
    'Acct Value (Account value)',
  ])
  expect(within(dialog).getAllByRole('button', { name: /^Use / })).toHaveLength(1)
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Int Credited, corrected'))
  expect(within(dialog).queryByLabelText('Acct Value, corrected')).toBeNull()
  expect(within(dialog).getByText('Account value foots once interest credited is 284.76.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Edit Acct Value' }))
  expect(within(dialog).getByLabelText('Acct Value, corrected')).toHaveProperty('value', '86661.84')
})

test('a proposed date reads like every date of the portal, and is sent as it was proposed', async () => {
  const born: ReplyOf<typeof getFileLine> = {
    ...line,
    cells: [{ header: 'Insured DOB', received: '11-OCT-1965', field: 'insuredDateOfBirth', correctable: true }],
    likely: [{ header: 'Insured DOB', value: '1965-11-10', reason: 'The date of birth in the register, with day and month exchanged.' }],
  }
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found({ ...finding(1, 40), columnName: 'Insured DOB' })),
    'GET /api/etl/files/7/lines/40': born,
    'POST /api/etl/files/7/corrections': file,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Use 11/10/1965' }))
  expect(within(dialog).getByLabelText('Insured DOB, corrected')).toHaveProperty('value', '11/10/1965')
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The register has it')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save and check again' }))
  expect(portal.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    cells: [{ header: 'Insured DOB', value: '1965-11-10' }],
  })
})

test('another cell of the line is corrected beside the one that the finding speaks of, and typed into at once', async () => {
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
    'POST /api/etl/files/7/corrections': file,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Edit Cert #' }))
  const number = within(dialog).getByLabelText('Cert #, corrected')
  expect(document.activeElement).toBe(number)
  expect(number.compareDocumentPosition(within(dialog).getByLabelText(/Why/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.type(number, '-01')
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The statement has it')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save and check again' }))
  expect(portal.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    cells: [{ header: 'Cert #', value: 'S7-7078940-01' }],
  })
})

test('who may only look sees the line and can correct nothing', async () => {
  const permissions = buildSession().permissions.map(({ code, access }) => ({
    code,
    access: code === 'ASSET_REPORT' ? (1 as const) : access,
  }))
  await openPortal('/data-feeds/7', buildSession({ permissions }), {
    ...feedReplies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  expect(within(dialog).getByText('#REF!')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /Edit|Save/ })).toBeNull()
})
