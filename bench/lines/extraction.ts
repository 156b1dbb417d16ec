/** Line 13: words read out of 10,000 files and put into the index, beside unpdf alone in a loop over the same PDFs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JOBS } from '@corridor/server/app.ts'
import { letterDocument } from '@corridor/server/db/seeds/paper-document.ts'
import { letterPdf } from '@corridor/server/db/seeds/paper-pdf.ts'
import { readFiles } from '@corridor/server/features/search/extraction.ts'
import { readConfiguration } from '@corridor/server/platform/configuration.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildInstitution, buildSite } from '@corridor/server/test/builders.ts'
import { startTestCluster } from '@corridor/server/test/test-cluster.ts'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import type { BenchLine } from '../line.ts'

export const line: BenchLine = {
  number: 13,
  name: 'extraction',
  title: 'Words of 10,000 files read and indexed',
  target: '10,000 files in 5 minutes on 2 cores: at least 33.4 a second',
  run: async ({ quick, say }) => {
    const files = quick ? 200 : 10_000
    const cluster = await startTestCluster()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-extraction-'))
    const { kernel, close } = await createKernel(readConfiguration({ DATA_DIR: folder }), {
      ownerUrl: cluster.ownerUrl,
      appUrl: cluster.appUrl,
      definitions: JOBS,
      log: { info: () => {}, error: (message) => say(message) },
    })
    try {
      const { ownerDb } = kernel
      const siteId = await buildSite(ownerDb)
      const institutions = []
      for (let number = 0; number < 50; number++) institutions.push(await buildInstitution(ownerDb, { sites: [siteId] }))
      const pdfs: Buffer[] = []
      for (let number = 0; number < files; number++) {
        const [extension, content] = await makeFile(number)
        if (extension === 'pdf' && pdfs.length < 500) pdfs.push(content)
        const { sha256, sizeBytes } = await kernel.files.put(content)
        await sql`insert into stored_file (sha256, size_bytes, media_type) values (${sha256}, ${sizeBytes}, 'application/octet-stream')`.execute(
          ownerDb,
        )
        await sql`
          insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes)
          values (${institutions[number % 50]}, ${siteId}, 'LEG', ${`letter ${number}.${extension}`}, 2026, 'letter', ${`Letter ${number}`}, ${extension}, 'x', ${sha256}, ${sizeBytes})`.execute(
          ownerDb,
        )
      }
      say(`${files} files uploaded`)
      const began = performance.now()
      for (let left = files; left > 0; ) {
        await readFiles.run(kernel, {}, { id: 'bench', attempt: 1, lastAttempt: false, signal: new AbortController().signal })
        const { rows } = await sql<{ left: number }>`select count(*)::int as left from file_text where status = 'PENDING'`.execute(ownerDb)
        left = rows[0]?.left ?? 0
        say(`${files - left} read after ${((performance.now() - began) / 1000).toFixed(0)} s`)
      }
      const seconds = (performance.now() - began) / 1000
      const { rows } = await sql<{ ready: number; characters: number }>`
        select count(*) filter (where status = 'READY')::int as ready, (sum(characters) / count(*))::int as characters from file_text`.execute(
        ownerDb,
      )
      if (rows[0]?.ready !== files) throw new Error(`${rows[0]?.ready} of ${files} files could be read`)
      const alone = performance.now()
      for (const content of pdfs)
        await extractText(await getDocumentProxy(new Uint8Array(content), { verbosity: 0 }), { mergePages: false })
      const peer = pdfs.length / ((performance.now() - alone) / 1000)
      const own = files / seconds
      return {
        subjects: [
          {
            name: 'Corridor: fetched, read in its thread, stored, indexed',
            value: own,
            more: { s: seconds, 'characters a file': rows[0].characters },
          },
          { name: 'unpdf alone, the words thrown away', value: peer, more: { s: pdfs.length / peer } },
        ],
        unit: 'files a second',
        lessIsBetter: false,
        reached: own >= 10_000 / 300,
        remarks: [
          'Letters of three pages with a table: two of three as PDF, one of six as Word document, one of six as CSV; each of other words, so that none is read for another.',
          'One thread reads; the server’s own thread and PostgreSQL store meanwhile. Found by every word from the commit of each file on.',
        ],
      }
    } finally {
      await close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function makeFile(number: number): Promise<[string, Buffer]> {
  const block = (line: number) =>
    `Paragraph ${line} of letter ${number}: the cash surrender value at the statement date, the death benefit and the carrier's credited rate are set out below, with reference R${number * 31 + line} and the figures that were confirmed.`
  const letter = {
    title: `Letter ${number}`,
    date: 'October 1, 2026',
    to: [`Bank ${number % 50}`, 'Chief Financial Officer'],
    blocks: [
      ...Array.from({ length: 24 }, (_, line) => block(line)),
      {
        head: ['Policy', 'Cash surrender value', 'Death benefit'],
        numeric: [1, 2],
        widths: [0.4, 0.3, 0.3],
        rows: Array.from({ length: 25 }, (_, row) => [
          `P-${number}-${row}`,
          `$${(number * 97 + row * 1013) % 900_000}.00`,
          `$${(number * 89 + row * 2027) % 900_000}.00`,
        ]),
      },
    ],
    signer: { name: 'Ada Quill', title: 'Officer' },
  }
  if (number % 6 === 4) return ['docx', await letterDocument(letter)]
  if (number % 6 === 5)
    return [
      'csv',
      Buffer.from(
        letter.blocks.map((each) => (typeof each === 'string' ? each : each.rows.map((row) => row.join(',')).join('\n'))).join('\n'),
      ),
    ]
  return ['pdf', await letterPdf(letter, '2026-10-01T00:00:00Z')]
}
