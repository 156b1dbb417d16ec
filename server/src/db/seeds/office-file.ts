/** XLSX and DOCX are zips of XML: written here without clock and compression, so that any machine writes the same bytes. */
import { buffer } from 'node:stream/consumers'
import { zipStream } from '../../platform/formats/zip.ts'

/** @param parts XML without its declaration, by path */
export const officeFile = (parts: Readonly<Record<string, string>>): Promise<Buffer> =>
  buffer(
    zipStream(
      Object.entries(parts).map(([name, text]) => ({
        name,
        content: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`),
      })),
    ),
  )

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
