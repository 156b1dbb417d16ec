/** Tables whose lines are chosen before Typst sets them. */
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { samplePaper, sampleSnapshot } from '../../test/sample-snapshot.ts'
import { createPdfPool } from './pool.ts'

test('a name that fits its line by the widths of its letters stands on one line, though its pairs stand farther apart', async () => {
  const { detail, ...view } = buildAssetReport(sampleSnapshot({ policies: 24 }))
  if (!detail) throw new Error('the sample has policies')
  const [name] = detail.columns
  const carriers = detail.carriers.map((carrier) => ({
    ...carrier,
    products: carrier.products.map((product) => ({
      ...product,
      rows: product.rows.map((row) => ({
        ...row,
        cells: { ...row.cells, [name?.key ?? '']: 'Nakamura, Kimberly' },
        flags: ['†'],
      })),
    })),
  }))
  const pool = createPdfPool({ workers: 1 })
  const { bytes, pages } = await pool.render(samplePaper, { ...view, detail: { ...detail, carriers } })
  await pool.close()
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const lines: string[] = []
  for (let page = 1; page <= pages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    lines.push(...text.split('\n').filter((line) => line.includes('Kimberly')))
  }
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) expect(line).toContain('Nakamura, Kimberly †')
}, 90_000)
