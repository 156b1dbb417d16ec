/** The demo's files as the product reads them: downloads, raw lines and rows as read say one thing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FeedField, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { KEPT_FIELDS, keptKey } from '@corridor/domain/data-feeds/kept-values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { trackForms } from '../../features/data-feeds/checking/column-forms.ts'
import { rowReader } from '../../features/data-feeds/checking/read-row.ts'
import { openFeed } from '../../platform/formats/reading/open.ts'
import { buildBook } from './book.ts'
import type { FinishedFile } from './feed-files.ts'
import type { Book, Row } from './rows.ts'
import { auditedTerms } from './terms.ts'

const folder = mkdtempSync(join(tmpdir(), 'received-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
let book: Book
let files: FinishedFile[]
beforeAll(async () => {
  ;({ book, files } = await buildBook(auditedTerms(undefined)))
}, 90_000)

const fieldsOf = ({ headers = [], mapping }: Row<'carrierFile'>): Map<number, FeedField> => {
  const named = z.record(z.string(), z.string()).parse(JSON.parse(z.string().parse(mapping)))
  return new Map(
    headers.flatMap((header, column) => {
      const field = named[header]
      return field && isFeedField(field) ? [[column, field] as const] : []
    }),
  )
}
/** The agreement gives the insured's share, whatever the carrier states. */
const AS_READ = KEPT_FIELDS.filter((field) => field !== 'insuredShare')

test('of every row of the demo’s files the raw line, read with the file’s mapping and what was corrected by hand, states the figures as read', () => {
  const corrected = new Map(book.carrierFileCorrection.map((cell) => [`${cell.fileId} ${cell.lineNumber} ${cell.columnName}`, cell.value]))
  const headersOf = new Map(book.carrierFile.map(({ id, headers = [] }) => [id, headers]))
  const asRead = ({ fileId, lineNumber, raw }: Row<'carrierFileRow'>) =>
    raw.map((cell, at) => corrected.get(`${fileId} ${lineNumber} ${headersOf.get(fileId)?.[at]}`) ?? cell)
  const readers = new Map(
    book.carrierFile.map((file) => {
      const read = rowReader({ headers: [...(file.headers ?? [])], fields: fieldsOf(file) }, false, trackForms({}, {}))
      return [file.id, read] as const
    }),
  )
  const apart = book.carrierFileRow.flatMap((row) => {
    const said = readers.get(row.fileId)?.({ line: row.lineNumber, cells: asRead(row) }).values
    return AS_READ.flatMap((field) => {
      const [stated, kept] = [said?.[field], row[keptKey(field)] ?? null]
      return stated === kept ? [] : [`${row.policyNumber} ${row.period} ${field}: ${stated} in the file, ${kept} as read`]
    })
  })
  expect(book.carrierFileRow.length).toBeGreaterThan(20_000)
  expect(apart).toEqual([])
})

test('the files of the demo’s audited months, as they are downloaded, have the raw lines and no policy that a value was entered for by hand', async () => {
  const audited = files.filter(({ row }) => String(row.period) >= '2026-09-30' && book.carrierFile.includes(row))
  expect(audited).toHaveLength(15)
  for (const { row: file, content } of audited) {
    const path = join(folder, String(file.id))
    writeFileSync(path, content ?? '')
    const feed = await openFeed(path)
    const lines = new Map<number, string[]>()
    for (const table of feed.tables) for await (const batch of table.rows()) for (const { line, cells } of batch) lines.set(line, cells)
    await feed.close()
    const rows = book.carrierFileRow.filter(({ fileId }) => fileId === file.id)
    expect(rows.length, file.fileName).toBe(file.rowCount)
    for (const { lineNumber, raw } of rows) expect(lines.get(lineNumber), `${file.fileName} ${lineNumber}`).toEqual(raw)
  }
  const unfed = book.policyValuation.filter(({ fileId }) => fileId === null)
  expect(unfed.map(({ institutionId, asOfDate }) => `${institutionId} ${asOfDate}`)).toEqual([
    '7 2026-09-30',
    '7 2026-10-31',
    '12 2026-09-30',
    '12 2026-10-31',
  ])
}, 60_000)

test('three lines of the audited months state $18,000.00 more than is posted, and every other states what is posted', () => {
  const values = new Map(book.policyValuation.map((value) => [`${value.fileId} ${value.lineNumber}`, value]))
  const apart = book.carrierFileRow.flatMap(({ fileId, lineNumber, carrierCode, cashSurrenderValueCents = null }) => {
    const posted = values.get(`${fileId} ${lineNumber}`)?.cashSurrenderValueCents ?? 0
    const more = Number(cashSurrenderValueCents) - posted
    return more === 0 ? [] : [`${carrierCode} ${more}`]
  })
  expect(apart.toSorted()).toEqual(['ASHGR 1800000', 'CORVA 1800000', 'QUILL 1800000'])
})

test('a claim’s death benefit and the insured’s share stand as at the death, month after month, while its value goes on growing', () => {
  const died = new Map(book.insured.map(({ id, dateOfDeath }) => [id, dateOfDeath]))
  const claims = book.policy.flatMap(({ id, policyNumber, insuredId }) => {
    const on = died.get(insuredId)
    const values = book.policyValuation.filter(({ policyId, status }) => policyId === id && status === 'POSTED')
    const [before] = values.filter(({ asOfDate }) => on && asOfDate <= on).slice(-1)
    return on && before ? [{ policyNumber, before, since: values.filter(({ asOfDate }) => asOfDate > on) }] : []
  })
  expect(claims.length).toBeGreaterThan(10)
  for (const { policyNumber, before, since } of claims)
    for (const { deathBenefitCents, insuredShareCents, cashSurrenderValueCents } of since) {
      expect([deathBenefitCents, insuredShareCents], policyNumber).toEqual([before.deathBenefitCents, since[0]?.insuredShareCents])
      expect(Number(cashSurrenderValueCents)).toBeGreaterThan(Number(before.cashSurrenderValueCents))
    }
  const shared = claims.find(({ policyNumber }) => policyNumber === 'CV 714 492')
  expect(shared?.before.insuredShareCents).toBe(22_785_94)
  expect(shared?.since.map(({ insuredShareCents }) => insuredShareCents)).toEqual([22_785_94, 22_785_94, 22_785_94])
})
