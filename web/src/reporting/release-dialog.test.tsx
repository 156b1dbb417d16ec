import { fireEvent, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../test/portal.tsx'
import { dialogOf, previewed } from '../test/release-dialog.ts'
import { report } from '../test/report-row.ts'

const form = (id: number, openItems: number, more: object = {}) => report(id, null, { reportType: 'C8925Report', openItems, ...more })

test('who releases forms reads first what each still lacks before filing, and releases all the same', async () => {
  const rows = [form(1, 4), form(2, 1, { subsidiaryName: 'Trust' }), form(3, 0)]
  const dialog = await dialogOf('8925-reporting', rows, [previewed(1), previewed(2), previewed(3)])
  const said = dialog.getAllByRole('alert').flatMap((alert) => within(alert).queryAllByRole('listitem'))
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'Bank 1: 4 open items before filing',
    'Bank 2, Trust: 1 open item before filing',
  ])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Release' }).disabled).toBe(false)
})

test('a report that nobody can open is told with what is missing: the type, or the people', async () => {
  const dialog = await dialogOf(
    'asset-reporting',
    [report(1, null), report(2, null)],
    [previewed(1, { readers: 0, unreadWhy: 'nobody' }), previewed(2, { readers: 0, unreadWhy: 'type' })],
  )
  expect(dialog.getAllByText(/^No one at/).map(({ textContent }) => textContent)).toEqual([
    'No one at Bank 1 can open it: the institution has no active person. Add and invite its people first.',
    'No one at Bank 2 can open it: this report type is not chosen for the institution. Choose it on the institution’s page, under Profile.',
  ])
})

test('months that were not audited are told before the release, by the institutions that share them, and nothing waits for it', async () => {
  const [june, quarter] = [['2026-06-30'], ['2026-04-30', '2026-05-31']]
  const records = [previewed(1, { unaudited: june }), previewed(2, { unaudited: quarter, subsidiaryName: 'Trust' }), previewed(3)]
  const dialog = await dialogOf(
    'asset-reporting',
    [report(1, null), report(2, null), report(3, null)],
    [...records, previewed(4, { unaudited: june })],
  )
  expect(dialog.getAllByText(/^Not audited for/).map(({ textContent }) => textContent)).toEqual([
    'Not audited for June 2026: Bank 1; Bank 4. The reports’ stamps say so.',
    'Not audited for April 2026, May 2026: Bank 2, Trust. The report’s stamp says so.',
  ])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Release' }).disabled).toBe(false)
})

test('what blocks a release and the reason it asks for stand first in the dialog, and the button says what it waits for', async () => {
  const rows = [report(1, null), report(2, 'A feed is missing.'), report(3, 'A feed is missing.', { institutionId: 2 })]
  const records = [previewed(1), previewed(2), previewed(3)]
  const dialog = await dialogOf('asset-reporting', rows, records, undefined, { button: /^Release all 3$/ })
  const reason = dialog.getByRole('textbox', { name: /^Reason for releasing with open items/ })
  expect(document.activeElement).toBe(reason)
  expect(reason.compareDocumentPosition(dialog.getByRole('table')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(dialog.getByText('2 of the 3 reports are blocked by open items:')).toBeTruthy()
  const release = dialog.getByRole<HTMLButtonElement>('button', { name: 'Release' })
  const told = () => document.getElementById(release.getAttribute('aria-describedby') ?? '')?.textContent
  expect([release.disabled, told()]).toEqual([true, 'Enter a reason to release the blocked reports.'])
  fireEvent.change(reason, { target: { value: 'The board meets on Friday' } })
  expect([release.disabled, told()]).toEqual([false, undefined])
  expect(dialog.getByText('Printed on the report for the institution with the open items, your name and the date.')).toBeTruthy()
})

test('the open items of a report are read before its release as its paper is going to name them, and of no more than six reports of an institution', async () => {
  const gate = '2 open audit errors: Value fell (PL-1, PL-2).'
  const ids = [1, 2, 3, 4, 5, 6, 7]
  const items = ['Value fell, policy PL-1 (Alpha): posted value $90.00, difference -$10.00.', '4 more open items.']
  const records = ids.map((id) => previewed(id, id === 2 ? {} : { openItems: items }))
  const dialog = await dialogOf(
    'asset-reporting',
    ids.map((id) => report(id, gate, { institutionId: 1, subsidiaryName: `Part ${id}` })),
    records,
    undefined,
    { button: /^Release 7 blocked$/ },
  )
  const [list] = dialog.getAllByRole('list')
  const said = [...(list?.children ?? [])].map((item) => item.textContent)
  expect(said).toEqual([
    `Bank 1, Part 1: ${items.join('')}`,
    `Bank 2, Part 2: ${gate}`,
    ...[3, 4, 5, 6].map((id) => `Bank ${id}, Part ${id}: ${items.join('')}`),
    'and 1 more',
  ])
  expect(
    within(list ?? document.body)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toContain(items[0])
})

test('each institution with open items has a reason of its own beside them, which one press copies to the others, and the release sends each with its reports', async () => {
  const gate = 'A feed is missing.'
  const rows = [report(1, null), report(2, gate), report(3, gate), report(4, gate, { institutionId: 3, institutionName: 'Bank 3' })]
  const dialog = await dialogOf('asset-reporting', rows, [previewed(1), previewed(2), previewed(3), previewed(4)], undefined, {
    button: /^Release all 4$/,
  })
  const box = (bank: string) => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: `Reason for releasing with open items, ${bank}` })
  const release = dialog.getByRole<HTMLButtonElement>('button', { name: 'Release' })
  const told = () => document.getElementById(release.getAttribute('aria-describedby') ?? '')?.textContent
  const hint = (bank: string) => document.getElementById(box(bank).getAttribute('aria-describedby') ?? '')?.textContent
  expect(dialog.getAllByRole('textbox')).toHaveLength(2)
  expect([hint('Bank 2'), hint('Bank 3')]).toEqual([
    'Printed on the report for Bank 2 alone, with the open items, your name and the date.',
    'Printed on the reports for Bank 3 alone, with the open items, your name and the date.',
  ])
  const items = dialog.getAllByText('Bank 3', { selector: 'strong' })[0] ?? document.body
  expect(items.compareDocumentPosition(box('Bank 2'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(items.compareDocumentPosition(box('Bank 3'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(dialog.queryByRole('button', { name: /^Use for all/ })).toBeNull()
  fireEvent.change(box('Bank 3'), { target: { value: 'The carrier is late ' } })
  expect([release.disabled, told()]).toEqual([true, 'Enter a reason for each institution with open items: Bank 2.'])
  fireEvent.click(dialog.getByRole('button', { name: 'Use for all the reason for Bank 3' }))
  expect([box('Bank 2').value, release.disabled]).toEqual(['The carrier is late ', false])
  fireEvent.change(box('Bank 2'), { target: { value: 'Its board meets on Friday' } })
  fireEvent.click(release)
  await vi.waitFor(() => expect(dialog.asked.filter(({ path }) => path.endsWith('/release'))).toHaveLength(1))
  expect(dialog.asked.find(({ path }) => path.endsWith('/release'))?.body).toEqual({
    reportIds: [1, 2, 3, 4],
    ReportType: 'AssetReport',
    overrideReasons: [
      { reportId: 2, reason: 'Its board meets on Friday' },
      { reportId: 3, reason: 'The carrier is late' },
      { reportId: 4, reason: 'The carrier is late' },
    ],
  })
})

test('reviews that are not complete take a reason each, too', async () => {
  const rows = [1, 2].map((id) => report(id, null, { incomplete: '7 of 7 risks are not rated.' }))
  const dialog = await dialogOf('asset-reporting', rows, [previewed(1), previewed(2)], undefined, { button: /^Release 2 not complete$/ })
  const box = (bank: string) => dialog.getByRole('textbox', { name: `Reason for releasing before it is complete, ${bank}` })
  fireEvent.change(box('Bank 1'), { target: { value: 'The chair confirmed the ratings' } })
  expect(dialog.getByText('Enter a reason for each institution with a report that is not complete: Bank 2.')).toBeTruthy()
  fireEvent.change(box('Bank 2'), { target: { value: 'The examiners ask for it' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }))
  await vi.waitFor(() =>
    expect(dialog.asked.find(({ path }) => path.endsWith('/release'))?.body).toMatchObject({
      incompleteReasons: [
        { reportId: 1, reason: 'The chair confirmed the ratings' },
        { reportId: 2, reason: 'The examiners ask for it' },
      ],
    }),
  )
})

test('a reason that the server refuses is told at the box of its institution', async () => {
  const rows = [report(1, 'A feed is missing.'), report(2, 'A feed is missing.')]
  const refused = {
    message: 'Check what was entered.',
    inputError: true,
    code: 'input',
    meta: { 'overrideReasons.1.reason': ['It is too long.'] },
  }
  const dialog = await dialogOf('asset-reporting', rows, [previewed(1), previewed(2)], undefined, {
    button: /^Release 2 blocked$/,
    release: refusal(400, refused),
  })
  const [first, second] = dialog.getAllByRole('textbox')
  for (const box of dialog.getAllByRole('textbox')) fireEvent.change(box, { target: { value: 'The board meets on Friday' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }))
  await vi.waitFor(() => expect(second?.getAttribute('aria-invalid')).toBe('true'))
  expect(first?.getAttribute('aria-invalid')).not.toBe('true')
  expect(dialog.getByText('It is too long.').id).toBe(second?.getAttribute('aria-describedby')?.split(' ').at(-1))
})

test('a form prints the reason of its release, too', async () => {
  const dialog = await dialogOf('8925-reporting', [form(1, 0, { closeGate: 'A feed is missing.' })], [previewed(1)], undefined, {
    button: /^Release 1 blocked$/,
  })
  expect(dialog.getByText('Printed on the report for the institution with the open items, your name and the date.')).toBeTruthy()
})

test('reports that are not filed have no such notice', async () => {
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1)])
  expect(dialog.queryByText(/before filing/)).toBeNull()
  expect(dialog.getByText('No report of an earlier period was released to compare with.')).toBeTruthy()
})

test('a report with a version released before is compared with that one, and not said to have nothing to compare with', async () => {
  const dialog = await dialogOf('8925-reporting', [form(1, 0)], [previewed(1, { replacedCents: 100_00 })], 'Insurance in force')
  expect(dialog.getByRole('columnheader', { name: 'Released before' })).toBeTruthy()
  expect(dialog.queryByText(/to compare with/)).toBeNull()
})

test('amounts beside each other are headed by their months, and the figure they are by the table', async () => {
  const earlier = { earlier: { period: '2026-09-30', amountCents: 100_000_00 } }
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1, earlier)])
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Institution',
    'September 2026',
    'October 2026',
    'Change in value',
  ])
  expect(dialog.getByText('Cash surrender value').tagName).toBe('CAPTION')
})

test('what changed since the month before stands in dollars and in percent, for each institution and for all', async () => {
  const earlier = (amountCents: number) => ({ earlier: { period: '2026-09-30', amountCents } })
  const dialog = await dialogOf(
    'asset-reporting',
    [report(1, null), report(2, null)],
    [previewed(1, { amountCents: 101_000_00, ...earlier(100_000_00) }), previewed(2, { amountCents: 99_500_50, ...earlier(100_000_00) })],
  )
  expect(dialog.getAllByRole('row').flatMap((row) => row.querySelector('[data-label="Change in value"]')?.textContent ?? [])).toEqual([
    '+$1,000.00+1.00%',
    '-$499.50-0.50%',
    '+$500.50+0.25%',
  ])
})

test('an amount with nothing beside it is headed by its own name', async () => {
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1)])
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Institution', 'Cash surrender value'])
})
