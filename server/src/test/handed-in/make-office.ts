/** The smallest Office files that programs open, and whatever a case adds to them. */
import { type Part, zipOf } from './make-zip.ts'

export type Office = 'xlsx' | 'docx' | 'pptx'
const FORMAT = 'http://schemas.openxmlformats.org'
export const RELATION = `${FORMAT}/officeDocument/2006/relationships`
const MAIN: Record<Office, { folder: string; part: string; type: string; content: string }> = {
  xlsx: {
    folder: 'xl',
    part: 'workbook.xml',
    type: 'spreadsheetml.sheet.main',
    content: `<workbook xmlns="${FORMAT}/spreadsheetml/2006/main"><sheets/></workbook>`,
  },
  docx: {
    folder: 'word',
    part: 'document.xml',
    type: 'wordprocessingml.document.main',
    content: `<w:document xmlns:w="${FORMAT}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Minutes</w:t></w:r></w:p></w:body></w:document>`,
  },
  pptx: {
    folder: 'ppt',
    part: 'presentation.xml',
    type: 'presentationml.presentation.main',
    content: `<p:presentation xmlns:p="${FORMAT}/presentationml/2006/main"/>`,
  },
}
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

interface Making {
  /** Beside the usual parts, or in place of the one of that name. */
  parts?: readonly Part[]
  /** In [Content_Types].xml. */
  types?: string
  /** Relationships of the main part. */
  relations?: string
  /** Name of the main part, without its prefix and `+xml`. */
  type?: string
  before?: Buffer
  after?: Buffer
}

export function officeOf(kind: Office, { parts = [], types = '', relations = '', type, before, after }: Making = {}): Buffer {
  const main = MAIN[kind]
  const usual: Part[] = [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${FORMAT}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main.folder}/${main.part}" ContentType="${type ?? `application/vnd.openxmlformats-officedocument.${main.type}`}+xml"/>${types}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: relationsOf(`<Relationship Id="r1" Type="${RELATION}/officeDocument" Target="${main.folder}/${main.part}"/>`),
    },
    { name: `${main.folder}/_rels/${main.part}.rels`, content: relationsOf(relations) },
    { name: `${main.folder}/${main.part}`, content: `${XML}${main.content}` },
  ]
  const given = new Set(parts.map(({ name }) => name))
  return zipOf([...usual.filter(({ name }) => !given.has(name)), ...parts], { ...(before ? { before } : {}), ...(after ? { after } : {}) })
}

export const relationsOf = (inside: string): string =>
  `${XML}<Relationships xmlns="${FORMAT}/package/2006/relationships">${inside}</Relationships>`
export const relation = (type: string, target: string, external = true): string =>
  `<Relationship Id="x1" Type="${RELATION}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`
/** The same minimal workbook, with a cell's text. */
export const wordsIn = (inside: string): Part => ({
  name: 'word/document.xml',
  content: `${XML}<w:document xmlns:w="${FORMAT}/wordprocessingml/2006/main"><w:body><w:p>${inside}</w:p></w:body></w:document>`,
})
