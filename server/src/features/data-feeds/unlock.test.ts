/** Workbooks that a carrier protected with a password: asked for at the file, used once, found nowhere afterwards. */
import { readFileSync } from 'node:fs'
import { downloadFile, getFile, listRows } from '@corridor/contract/data-feeds.ts'
import { checkFileAgain } from '@corridor/contract/feed-lines.ts'
import { unlockFile } from '@corridor/contract/feed-passwords.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
/** Two policies, PW-1 and PW-2, protected by another program than ours. */
const WORKBOOKS = new URL('../../test/protected-workbooks/', import.meta.url)
const PASSWORD = 'Größe 2026'
const unlock = (id: number, password: string) => feeds.server.callAs(feeds.staff, unlockFile, { id, password })

test.each(['agile', 'standard'])('a workbook under %s encryption waits for its password and is read with it', async (kind) => {
  const content = readFileSync(new URL(`${kind}.xlsx`, WORKBOOKS))
  const file = await feeds.handedIn(content)
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body).toMatchObject({
    status: 'PARSED',
    failure: null,
    needsPassword: true,
  })
  const wrong = await unlock(file.id, 'Grösse 2026')
  expect([wrong.status, wrong.error.meta]).toEqual([400, { password: ['This is not the password of the workbook.'] }])
  expect((await unlock(file.id, PASSWORD)).body).toMatchObject({ status: 'VALIDATED', rowCount: 2 })
  const { records } = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id })).body
  expect(records.map(({ policyNumber, cashSurrenderValueCents }) => [policyNumber, cashSurrenderValueCents])).toEqual([
    ['PW-1', 123_456_789],
    ['PW-2', 234_567_890],
  ])
  // Read once more without being asked, and what was received is what is downloaded.
  expect((await feeds.server.callAs(feeds.staff, checkFileAgain, { id: file.id })).body.rowCount).toBe(2)
  expect((await unlock(file.id, PASSWORD)).error.code).toBe('wrong_status')
  const download = await feeds.server.app.inject({
    method: 'GET',
    url: downloadFile.path.replace(':id', String(file.id)),
    cookies: { sid: feeds.staff },
  })
  expect(download.rawPayload.equals(content)).toBe(true)
  const { rows } = await sql<{
    text: string
  }>`select coalesce(string_agg(a::text, ' '), '') || (select f::text from carrier_file f where id = ${file.id}) as text
    from activity a where entity_id = ${String(file.id)}`.execute(feeds.server.ownerDb)
  expect(rows[0]?.text).toContain('feed.unlocked')
  expect(rows[0]?.text).not.toMatch(/Größe|Grösse/)
})

test('a protected workbook that was cut off, or whose content was changed, says so', async () => {
  const content = readFileSync(new URL('agile.xlsx', WORKBOOKS))
  const changed = Buffer.from(content)
  // Within the encrypted sheet, behind the sectors that describe it.
  const at = changed.length - 3_000
  changed[at] = (changed[at] ?? 0) ^ 0xff
  const file = await feeds.handedIn(changed)
  const refused = await unlock(file.id, PASSWORD)
  expect([refused.status, JSON.stringify(refused.error.meta)]).toEqual([
    400,
    expect.stringMatching(/changed after it was protected|damaged/),
  ])
})
