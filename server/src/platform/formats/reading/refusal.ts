/** A file that cannot be read at all: the sentence says what is wrong and what to do. Never a stack trace. */

/** Thrown by the readers; the import keeps the file with this sentence, the upload answers with it. */
export class FeedRefusal extends Error {
  /** `unsupported` is another kind of file, `unreadable` a feed that is damaged or not fit to be read, `locked` a workbook that takes a password. */
  readonly kind: 'unsupported' | 'unreadable' | 'locked'
  constructor(sentence: string, kind: 'unsupported' | 'unreadable' | 'locked' = 'unreadable') {
    super(sentence)
    this.kind = kind
  }
}

/** One line of a feed as the carrier wrote it. */
export interface RawRow {
  /** Physical line of a text file, row number of a sheet; 1 is the first. */
  line: number
  cells: string[]
  /** Cells that hold no usable value (a formula never computed, an Excel error). */
  problems?: { column: number; reason: string }[]
  /** Cells as they are written, where they were made readable in `cells`; by column. */
  received?: ReadonlyMap<number, string>
  /** Not shown by the spreadsheet, and there all the same. */
  isHidden?: true
}

export interface FeedTable {
  name: string
  /** Position of the sheet in the workbook, hidden ones counted; 0 for text. */
  place: number
  rows: () => AsyncGenerator<RawRow[]>
  /** Columns that the spreadsheet does not show: known once the first row is read. */
  hiddenColumns: Set<number>
  /** Names of the columns, where a layout gives them and no line of the file. */
  headers?: readonly string[]
}

/** A feed opened for reading, whatever it was: text or workbook. */
export interface OpenFeed {
  mediaType: string
  /** The reader's decisions that a person should know, e.g. an assumed encoding. */
  notes: string[]
  /** Sheets that are shown (one for text), in order; each is read from its start, in batches. */
  tables: FeedTable[]
  /** Sheets that are not shown: named, never read. */
  hidden: FeedTable[]
  /** Names of all sheets by place, where there is more than one. */
  sheets: string[] | null
  /** Set for fixed positions: the carrier whose kept layout it was read by; null where it was chosen for this file, or nobody has described it yet. */
  layoutOf?: string | null
  /** Lines, or parts of them, that the last reading did not take, in sentences. */
  leftOut?: () => string[]
  close: () => Promise<void>
}

export const MAX_COLUMNS = 500
/** Rows that a sheet may have (ECMA-376). */
export const MAX_ROWS = 1_048_576
export const MAX_CELL_LENGTH = 32_767
