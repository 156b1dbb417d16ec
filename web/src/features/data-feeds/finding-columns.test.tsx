/** The columns of a file's findings, on the page and in a file. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { feedReplies, finding, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test.each([
  ['VUL-2019-00417-A', true],
  ['($1,284,310.42)', true],
  ['15 Nov 2026', true],
  ['Flexible premium variable life, 2001 CSO', false],
  ['surrendered, no notice', false],
])('of the values %s stays on one line: %s', async (value, isWhole) => {
  await openPortal('/data-feeds/7', buildSession(), feedReplies(found({ ...finding(1, 57), value })))
  const cell = await screen.findByRole('cell', { name: value })
  expect(cell.querySelector('span')?.className.includes('whole') ?? false).toBe(isWhole)
})

test('the findings go into a file with the columns of the page, under its headings', async () => {
  const { asked } = await openPortal('/data-feeds/7', buildSession(), feedReplies(found(finding(1, 57))))
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (.csv)' }))
  const call = asked.find(({ query }) => query.get('format') === 'csv')
  expect(call?.query.getAll('columns')).toEqual([
    'ruleTitle:Finding',
    'message',
    'resolution',
    'severity:Severity',
    'sheet',
    'lineNumber',
    'columnName:Column',
    'value:Value',
    'policyNumber:Policy',
    'institutionName:Institution',
    'status:Status',
  ])
})

test('a column stands below its line and a bank below its policy; a number is not repeated as the value', async () => {
  const missing = { ...finding(2, 0), lineNumber: null, line: null, columnName: null, value: 'P-7', policyNumber: 'P-7' }
  await openPortal('/data-feeds/7', buildSession(), feedReplies(found(finding(1, 57), missing, { ...missing, id: 3, value: 'P-8' })))
  const rows = within(await screen.findByRole('table', { name: 'Findings of the file' })).getAllByRole('row')
  expect(
    rows
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .slice(2, 5)
          .map(({ textContent }) => textContent),
      )
      .slice(1),
  ).toEqual([
    ['57Contract Net Value EOM', '#REF!', 'S7-7078957Lantern Lake Community Bank'],
    ['-', '-', 'P-7Lantern Lake Community Bank'],
    ['-', 'P-8', 'P-7Lantern Lake Community Bank'],
  ])
})
