/** The kinds of files that people may upload: read by the server's checks, the drop zones, the viewers and the lists. */

export interface FileKind {
  /** Lower case, without the dot. */
  extension: string
  mediaType: string
  /** The name that people use. */
  words: string
  /** How the page shows it; `none` is downloaded. */
  preview: 'pdf' | 'image' | 'sheet' | 'document' | 'text' | 'none'
  /** May be shown inside a page under a sandboxing policy; everything else is saved. */
  inline: boolean
  largestBytes: number
}

const MB = 1_000_000
const kind = (
  extension: string,
  mediaType: string,
  words: string,
  preview: FileKind['preview'],
  { inline = false, largestBytes = 100 * MB } = {},
): FileKind => ({ extension, mediaType, words, preview, inline, largestBytes })

const OFFICE = 'application/vnd.openxmlformats-officedocument'

export const FILE_KINDS: readonly FileKind[] = [
  kind('pdf', 'application/pdf', 'PDF document', 'pdf', { inline: true }),
  kind('xlsx', `${OFFICE}.spreadsheetml.sheet`, 'Excel workbook', 'sheet'),
  kind('docx', `${OFFICE}.wordprocessingml.document`, 'Word document', 'document'),
  // Presentations to boards are a report type of their own (PRE).
  kind('pptx', `${OFFICE}.presentationml.presentation`, 'PowerPoint presentation', 'none'),
  kind('csv', 'text/csv; charset=utf-8', 'CSV file', 'sheet'),
  kind('txt', 'text/plain; charset=utf-8', 'text file', 'text', { inline: true }),
  kind('png', 'image/png', 'PNG picture', 'image', { inline: true, largestBytes: 25 * MB }),
  kind('jpg', 'image/jpeg', 'JPEG picture', 'image', { inline: true, largestBytes: 25 * MB }),
  kind('jpeg', 'image/jpeg', 'JPEG picture', 'image', { inline: true, largestBytes: 25 * MB }),
  kind('webp', 'image/webp', 'WebP picture', 'image', { inline: true, largestBytes: 25 * MB }),
]

/** The largest file of any kind. */
export const LARGEST_FILE_BYTES = 100 * MB
/** For `<input type="file" accept>`. */
export const ACCEPTED_EXTENSIONS = FILE_KINDS.map(({ extension }) => `.${extension}`).join(',')
/** For sentences. */
export const ACCEPTED_WORDS = 'PDF, Excel (XLSX), Word (DOCX), PowerPoint (PPTX), CSV, text, PNG, JPEG or WebP'

/** Lower case, without the dot; empty when the name has none. */
export const extensionOf = (fileName: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
export const kindOfExtension = (extension: string): FileKind | undefined =>
  FILE_KINDS.find((known) => known.extension === extension.toLowerCase())
export const kindOfFile = (fileName: string): FileKind | undefined => kindOfExtension(extensionOf(fileName))

/** Media types that may be shown inside a page, without their parameters. */
export const INLINE_MEDIA_TYPES: ReadonlySet<string> = new Set(
  FILE_KINDS.filter(({ inline }) => inline).map(({ mediaType }) => mediaType.split(';')[0] ?? ''),
)
