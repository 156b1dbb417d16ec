import type { listRows } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { KEPT_KEYS } from '@corridor/domain/data-feeds/kept-values.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { feedReplies, file, finding, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const reply: ReplyOf<typeof listRows> = { records: [], page: { ...found().page, totalRecords: 1 } }
const doubled = {
  ...Object.fromEntries(KEPT_KEYS.map((key) => [key, null])),
  line: 41,
  lineNumber: 41,
  sheet: null,
  matchStatus: 'DUPLICATE',
  policyId: 3,
  policyNumber: 'S7-7078940',
  insuredName: null,
  institutionId: 4,
  institutionName: 'Lantern Lake Community Bank',
  period: '2026-10-31',
  carrierCode: 'STONE',
  rejectedReason: null,
  corrections: [],
  master: null,
  raw: {},
}

test.each([
  [['line 40'], 'Another row of the file gives its policy a value.'],
  [['line 52'], 'Its policy gets no value from this file.'],
  [['line 40', 'line 41'], 'Its policy gets no value from this file.'],
  [['line 40', 'line 52'], '1 of their 2 policies gets no value from this file; other rows give the rest theirs.'],
])('excluding %j of a file with a policy in lines 40 and 41 says: %s', async (lines, said) => {
  const findings = [finding(1, 40), finding(2, 41), { ...finding(3, 52), policyId: 9 }]
  await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(...findings)),
    'GET /api/etl/files/7/rows': { ...reply, records: [doubled] },
  })
  for (const line of lines) await userEvent.click(await screen.findByRole('checkbox', { name: `Select Value cannot be read, ${line}` }))
  await userEvent.click(screen.getByRole('button', { name: /^Exclude/ }))
  const dialog = await screen.findByRole('dialog', { name: /^Exclude/ })
  await expect
    .poll(() => dialog.querySelector('p')?.textContent)
    .toMatch(/can still be viewed, and can be included again before posting\. .+/)
  expect(dialog.querySelector('p')?.textContent?.split('before posting. ')[1]).toBe(said)
})

test('a corrected cell is marked among the rows, with what was received, who corrected it, when and why; those rows alone can be listed', async () => {
  const correction = { header: 'DB', received: '#REF!', value: '100.00', reason: 'Told by the carrier', correctedBy: 'Morgan Hale' }
  const corrected = {
    ...doubled,
    matchStatus: 'MATCHED',
    cashSurrenderValueCents: 5_000,
    deathBenefitCents: 10_000,
    corrections: [{ ...correction, correctedAt: '2026-11-03T15:00:00.000Z' }],
  }
  const { asked } = await openPortal('/data-feeds/7?tab=rows', buildSession(), {
    ...feedReplies(found()),
    'GET /api/etl/files/7': { ...file, mapping: { DB: 'deathBenefit' } },
    'GET /api/etl/files/7/rows': { ...reply, records: [corrected] },
  })
  const row = await screen.findByRole('row', { name: /S7-7078940/ })
  expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['100.00, corrected by hand'])
  const policy = [...row.children].find(({ textContent }) => textContent.startsWith('S7-7078940'))
  expect(policy?.textContent).toMatch(/DB: received #REF!, corrected to 100\.00 by Morgan Hale on 11\/03\/2026, .*\. Told by the carrier/)
  await userEvent.selectOptions(screen.getByLabelText('Correction'), 'Corrected by hand')
  await expect.poll(() => asked.at(-1)?.query.get('corrected')).toBe('true')
})
