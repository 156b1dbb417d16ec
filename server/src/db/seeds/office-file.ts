/** XLSX and DOCX are zips of XML: written here without clock and compression, so that any machine writes the same bytes. */
import yazl from 'yazl'

/** @param parts XML without its declaration, by path */
export async function officeFile(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries(parts)) {
    // The DOS time of a zip entry is local time: a date built from local parts is the same everywhere.
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`, 'utf8'), path, {
      mtime: new Date(2026, 0, 1),
      mode: 0o100644,
      compress: false,
      forceDosTimestamp: true,
    })
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
