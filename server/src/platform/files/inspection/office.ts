/** XLSX, DOCX and PPTX: documents only. What runs, fetches, carries other files or hides from its reader is refused. */
import { SaxesParser } from 'saxes'
import type yauzl from 'yauzl'
import { type Archive, type Budget, openArchive, Refused } from './archive.ts'
import { actingFormula, openAt } from './formulas.ts'
import { otherThanNamed, type Refusal, refuse } from './refusal.ts'
import { isCompound, isPacked, isProgram } from './sniff.ts'

export type OfficeKind = 'xlsx' | 'docx' | 'pptx'
const MAIN: Record<OfficeKind, { type: string; words: string }> = {
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', words: 'an Excel workbook' },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', words: 'a Word document' },
  pptx: { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', words: 'a PowerPoint presentation' },
}
const KINDS: readonly OfficeKind[] = ['xlsx', 'docx', 'pptx']

/** @param words what the name says the file is */
export async function checkOffice(bytes: Buffer, kind: OfficeKind, words: string): Promise<Refusal | undefined> {
  try {
    await checkPackage(bytes, kind, words, { unpacked: 0 }, 0)
    return undefined
  } catch (cause) {
    if (cause instanceof Refused) return cause.refusal
    throw cause
  }
}

const refused = (rule: Parameters<typeof refuse>[0]) => new Refused(refuse(rule))

/** By the part's name, wherever it is declared. */
const PARTS: readonly [RegExp, Parameters<typeof refuse>[0]][] = [
  [/(^|\/)(vbaproject|vbadata)|\/(macrosheets|dialogsheets|activex|customui)\/|^customui\//i, 'macros'],
  [/\/externallinks\/|\/connections\.xml$|\/querytables?\/|\/webextensions\//i, 'external'],
  [/\.(exe|dll|com|bat|cmd|js|jse|vbs|vbe|ps1|scr|hta|lnk|jar|html?|mht|svgz|swf|zip|rar|7z|gz|iso)$/i, 'embedded'],
]
/** By content type, and by the last word of a relationship's type. */
const TYPES: readonly [RegExp, Parameters<typeof refuse>[0]][] = [
  [/macroenabled|vbaproject|vbadata|macrosheet|activex|ms-office\.customui/i, 'macros'],
  [/spreadsheetml\.(externallink|connections|querytable)/i, 'external'],
  [/oleobject|x-msdownload|message\/rfc822|text\/html|application\/xhtml/i, 'embedded'],
]
const RELATIONS: Readonly<Record<string, Parameters<typeof refuse>[0]>> = {
  vbaProject: 'macros',
  wordVbaData: 'macros',
  xlMacrosheet: 'macros',
  xlIntlMacrosheet: 'macros',
  control: 'macros',
  activeXControlBinary: 'macros',
  ui: 'macros',
  oleObject: 'embedded',
  aFChunk: 'embedded',
  attachedTemplate: 'external',
  externalLink: 'external',
  externalLinkPath: 'external',
  connections: 'external',
  subDocument: 'external',
  frame: 'external',
  webextension: 'external',
  webextensiontaskpanes: 'external',
}
/** A link is followed by whoever clicks it; anything else is fetched when the file is opened. */
const LINK_TARGET = /^(?:https?:|mailto:|tel:|#)|^(?![a-z][a-z0-9+.-]*:|\/\/|\\)/i

async function checkPackage(bytes: Buffer, kind: OfficeKind, words: string, budget: Budget, depth: number): Promise<void> {
  const archive = await openArchive(bytes, budget)
  const types = archive.entries.get('[Content_Types].xml')
  if (!types) throw new Refused(archive.entries.has('mimetype') ? otherThanNamed(words, 'an OpenDocument file') : refuse('archive'))
  await checkTypes(archive, types, kind, words)
  const chartData = await relationsOf(archive)
  for (const [name, entry] of archive.entries) {
    const rule = PARTS.find(([pattern]) => pattern.test(`/${name}`) || pattern.test(name))?.[1]
    if (rule) throw refused(rule)
    // The data behind a chart is a workbook of its own, and the only file within a file that is taken: it is looked at the same way.
    if (/\/embeddings\//i.test(name)) {
      if (!chartData.has(name.toLowerCase()) || !/\.xlsx$/i.test(name) || depth > 0 || entry.uncompressedSize > MAX_CHART_DATA)
        throw refused('embedded')
      await checkPackage(await wholeOf(archive, entry), 'xlsx', 'an Excel workbook', budget, depth + 1)
    } else await checkPart(archive, name, entry, kind)
  }
}
const MAX_CHART_DATA = 20 << 20
/** Parts that are read whole are lists of names. */
const MAX_LIST = 8 << 20

async function checkTypes(archive: Archive, entry: yauzl.Entry, kind: OfficeKind, words: string): Promise<void> {
  const declared: string[] = []
  await readXml(archive, entry, (_, attributes) => {
    const type = attributes['ContentType']
    if (type) declared.push(type)
  })
  for (const type of declared) {
    const rule = TYPES.find(([pattern]) => pattern.test(type))?.[1]
    if (rule) throw refused(rule)
  }
  if (declared.includes(MAIN[kind].type)) return
  const other = KINDS.find((known) => declared.includes(MAIN[known].type))
  throw new Refused(other ? otherThanNamed(words, MAIN[other].words) : refuse('archive'))
}

/** @returns names of the workbooks behind charts, lower case */
async function relationsOf(archive: Archive): Promise<Set<string>> {
  const chartData = new Set<string>()
  for (const [name, entry] of archive.entries) {
    if (!/\.rels$/i.test(name)) continue
    await readXml(archive, entry, (element, attributes) => {
      if (element !== 'Relationship') return
      const type = (attributes['Type'] ?? '').split('/').at(-1) ?? ''
      const target = attributes['Target'] ?? ''
      const rule = RELATIONS[type]
      if (rule) throw refused(rule)
      if (attributes['TargetMode']?.toLowerCase() === 'external') {
        if (type !== 'hyperlink' || !LINK_TARGET.test(target)) throw refused('external')
      } else if (type === 'package') {
        if (!/\/charts\/_rels\//i.test(name)) throw refused('embedded')
        chartData.add(resolved(name, target).toLowerCase())
      }
    })
  }
  return chartData
}

/** word/charts/_rels/chart1.xml.rels and ../embeddings/data.xlsx: word/embeddings/data.xlsx */
function resolved(relations: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const parts = relations.split('/').slice(0, -2)
  for (const step of target.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

/** @throws Refused when it is no well-formed XML in UTF-8, or declares entities */
async function readXml(
  archive: Archive,
  entry: yauzl.Entry,
  found: (element: string, attributes: Record<string, string>) => void,
): Promise<void> {
  if (entry.uncompressedSize > MAX_LIST) throw refused('expands')
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw refused('xml-entities')
  })
  parser.on('opentag', ({ name, attributes }) => found(name.split(':').at(-1) ?? name, attributes))
  parser.on('error', () => {
    throw refused('damaged')
  })
  const text = await wholeOf(archive, entry)
  if (!isPlainXml(text)) throw refused('xml-entities')
  parser.write(text.toString('utf8')).close()
}

async function wholeOf(archive: Archive, entry: yauzl.Entry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of archive.pieces(entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const PICTURES = ['89504e47', 'ffd8ff', '47494638', '49492a00', '4d4d002a', '424d', '01000000', 'd7cdc69a'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'].map((text) => Buffer.from(text))
const TAIL = 64

/** One part as it unpacks: no file of another kind, no entities, no field that starts a program, no drawing that runs scripts. */
async function checkPart(archive: Archive, name: string, entry: yauzl.Entry, kind: OfficeKind): Promise<void> {
  let first: Buffer | undefined
  let tail = Buffer.alloc(0)
  let instructions = ''
  const fields = /^word\/.*\.xml$/i.test(name)
  for await (const piece of archive.pieces(entry)) {
    if (!first) {
      first = piece
      checkHead(name, piece)
    }
    const isPicture = PICTURES.some((magic) => first?.subarray(0, magic.length).equals(magic))
    if (isPicture) continue
    const joined = Buffer.concat([tail, piece])
    if (DECLARATIONS.some((word) => joined.includes(word))) throw refused('xml-entities')
    if (/\.svg$/i.test(name) && /<script|<foreignObject|\son\w+\s*=|javascript:/i.test(joined.toString('latin1'))) throw refused('web-page')
    if (kind === 'xlsx') {
      const rule = actingFormula(joined.toString('latin1'))
      if (rule) throw refused(rule)
    }
    if (fields && joined.includes('DDE')) instructions += joined.toString('latin1').replace(/<[^>]*>/g, ' ')
    tail = Buffer.from(joined.subarray(Math.min(Math.max(0, joined.length - TAIL), kind === 'xlsx' ? openAt(joined) : joined.length)))
  }
  if (/\bDDE(AUTO)?\s+\S/.test(instructions)) throw refused('field-program')
}

function checkHead(name: string, head: Buffer): void {
  if (isCompound(head)) throw refused(/\.bin$/i.test(name) && /vba/i.test(name) ? 'macros' : 'embedded')
  // Old metafiles are kept packed; no reader here unpacks them.
  if (isProgram(head) || (isPacked(head) && !/\.(emz|wmz)$/i.test(name)) || head.toString('latin1', 0, 5) === '%PDF-')
    throw refused('embedded')
  if ((/\.(xml|rels|vml)$/i.test(name) || WIDE_XML.test(head.toString('latin1', 0, 4))) && !isPlainXml(head)) throw refused('xml-entities')
}

/** XML of two bytes a letter, under whatever name: a part's name need not say what it is. */
const WIDE_XML = /^(?:\xff\xfe<\0|\xfe\xff\0<|<\0|\0<)/

/** UTF-8 without a disguise: in another encoding the words looked for would be other bytes. */
function isPlainXml(head: Buffer): boolean {
  if (head.subarray(0, 4).includes(0) || (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return false
  const encoding = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]{0,200}\bencoding\s*=\s*["']([^"']*)/.exec(head.toString('latin1', 0, 512))?.[1]
  return encoding === undefined || /^(utf-?8|us-ascii)$/i.test(encoding)
}
