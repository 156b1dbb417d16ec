/** The carriers' files of the month after the demo book's last: what lies in demo/feeds, made again byte for byte. */
import { buildBook } from './book.ts'
import { DEMO_NEXT_MONTH, demoTerms } from './terms.ts'

/** File name to content. */
export async function demoFeeds(): Promise<Map<string, Buffer>> {
  const { files } = await buildBook(demoTerms(undefined))
  return new Map(files.flatMap(({ row, content }) => (row.period === DEMO_NEXT_MONTH && content ? [[row.fileName, content] as const] : [])))
}
