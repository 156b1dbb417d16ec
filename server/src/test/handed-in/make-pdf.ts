/** PDFs written by hand: small, valid, and with whatever a case needs among their objects. */
import { deflateSync } from 'node:zlib'

interface Making {
  /** Further objects, numbered from 5 on, as they stand between `obj` and `endobj`. */
  objects?: readonly (string | Buffer)[]
  /** Text of its one page; a line of text unless given. */
  contents?: Buffer
  /** In the catalog's dictionary. */
  catalog?: string
  trailer?: string
  head?: string
  tail?: string | Buffer
}

export function pdfOf({
  objects = [],
  contents = stream(Buffer.from('BT /F1 12 Tf 72 720 Td (First Coastal Bank) Tj ET')),
  catalog = '',
  trailer = '',
  head = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n',
  tail = '',
}: Making = {}): Buffer {
  const all: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    contents,
    ...objects,
  ]
  const pieces = [Buffer.from(head, 'latin1')]
  let at = pieces[0]?.length ?? 0
  const places = all.map((object, index) => {
    const piece = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'),
      Buffer.from('\nendobj\n'),
    ])
    const place = at
    pieces.push(piece)
    at += piece.length
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(end), Buffer.isBuffer(tail) ? tail : Buffer.from(tail, 'latin1')])
}

/** An object stream that holds one object. */
export function objectStream(object: string, given: { dictionary?: string; type?: string; packed?: Buffer } = {}): Buffer {
  const { dictionary = '/Filter /FlateDecode', type = '/ObjStm', packed = deflateSync(Buffer.from(`9 0 ${object}`)) } = given
  return Buffer.concat([
    Buffer.from(`<< /Type ${type} /N 1 /First 4 ${dictionary} /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

export const stream = (content: Buffer, dictionary = ''): Buffer =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')])
