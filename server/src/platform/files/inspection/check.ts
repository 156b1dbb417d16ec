/** The look at a file's bytes, as the worker thread takes it: nothing here reads a disk, a network or a clock. */
import { type FileKind, kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import { checkOffice } from './office.ts'
import { checkPdf } from './pdf.ts'
import { checkPicture } from './picture.ts'
import { otherThanNamed, type Refusal, refuse } from './refusal.ts'
import { type Content, contentOf, isCompound, isProgram, wordsFor } from './sniff.ts'
import { checkText } from './text.ts'

/** @returns why the file is refused; undefined when nothing speaks against it */
export async function checkBytes(bytes: Buffer, extension: string): Promise<Refusal | undefined> {
  const kind = kindOfExtension(extension)
  if (!kind) return refuse('archive')
  switch (extension) {
    case 'txt':
    case 'csv':
      return checkText(bytes, withArticle(kind))
    case 'pdf':
      return (await other(bytes, kind, 'pdf')) ?? checkPdf(bytes)
    case 'xlsx':
    case 'docx':
    case 'pptx':
      return isCompound(bytes)
        ? compound(bytes, kind)
        : ((await other(bytes, kind, 'zip')) ?? checkOffice(bytes, extension, withArticle(kind)))
    case 'png':
    case 'webp':
      return (await other(bytes, kind, extension)) ?? checkPicture(bytes, extension)
    default:
      return (await other(bytes, kind, 'jpeg')) ?? checkPicture(bytes, 'jpeg')
  }
}

const withArticle = ({ words }: FileKind): string => `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`

async function other(bytes: Buffer, kind: FileKind, wanted: Content): Promise<Refusal | undefined> {
  if (contentOf(bytes) === wanted) return undefined
  if (isProgram(bytes)) return refuse('program')
  const opening = bytes
    .toString('latin1', 0, 1024)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (/^<(?:!doctype|html|head|body|script|iframe|svg|\?php|\?xml|!--)/i.test(opening)) return refuse('web-page')
  return otherThanNamed(withArticle(kind), await wordsFor(bytes))
}

/** A file that Office writes behind a password is a compound file that holds the encrypted package. */
function compound(bytes: Buffer, kind: FileKind): Refusal {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? refuse('encrypted')
    : otherThanNamed(withArticle(kind), 'an old Office file')
}
