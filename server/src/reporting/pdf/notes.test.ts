/** Notes at the end of an asset report, on whatever room the tables before them leave. */
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { getDocumentProxy } from 'unpdf'
import { afterAll, expect, test, vi } from 'vitest'
import { samplePaper, sampleSnapshot } from '../../test/sample-snapshot.ts'
import { createPdfPool } from './pool.ts'

// Printing threads take their time to start on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const pool = createPdfPool({ workers: 2 })
afterAll(() => pool.close())

test('notes stand under their title on every page that they reach, wherever the tables before them end', async () => {
  let torn = 0
  for (let policies = 20; policies <= 50; policies += 3) {
    const view = buildAssetReport(sampleSnapshot({ policies }))
    const notes = [1, 2, 3, 4].flatMap(() => view.notes)
    const { bytes, pages } = await pool.render(samplePaper, { ...view, notes })
    const document = await getDocumentProxy(new Uint8Array(bytes))
    const under: boolean[] = []
    let whole = ''
    for (let page = 2; page <= pages; page++) {
      const { items } = await (await document.getPage(page)).getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      whole += text.replaceAll(/\s+/g, ' ')
      if (view.notes.some((note) => text.includes(note.split(' ').slice(0, 6).join(' ')))) under.push(/ Notes(, continued)? /.test(text))
    }
    expect(under, `${policies} policies`).not.toContain(false)
    if (under.length > 1) torn++
    // Each is read in the order given: none is lost between columns or pages.
    const openings = notes.map((note) => note.split(' ').slice(0, 6).join(' '))
    let from = 0
    for (const opening of openings) {
      from = whole.indexOf(opening, from)
      expect(from, `${policies} policies: ${opening}`).toBeGreaterThanOrEqual(0)
      from += opening.length
    }
  }
  expect(torn).toBeGreaterThan(0)
})
