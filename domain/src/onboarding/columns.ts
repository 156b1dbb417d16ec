/** The shape of a record type: the words, columns and keys by which templates, checks, writers and other sources (Salesforce) know it. Record types are values. */

/** `money` becomes cents, `rate` and `share` a fraction, `date` and `monthEnd` a PlainDate; `code` is one of a table of words, `codes` several between semicolons. */
export type ColumnKind =
  | 'text'
  | 'code'
  | 'codes'
  | 'money'
  | 'rate'
  | 'share'
  | 'decimal'
  | 'wholeNumber'
  | 'date'
  | 'monthEnd'
  | 'yesNo'
  | 'policyNumber'
  | 'email'
  | 'phone'
  | 'state'
  | 'ssn'
  | 'reference'

/** Another record that a cell may name, by the words that its own sheet or the portal knows it by. */
export type ReferenceTarget = 'institution' | 'carrier' | 'person' | 'subsidiary' | 'plan' | 'product' | 'insured' | 'agreement' | 'policy'

/** How each target is found, in the words of the templates. */
export const REFERENCE_NOTES: Record<ReferenceTarget, string> = {
  institution:
    'The number on the Institutions sheet, or FDIC and the certificate number of an institution that is in the portal: FDIC 90123.',
  carrier: 'The carrier’s code, or its five-digit NAIC company code.',
  person: 'The email address of a person on the People sheet or in the portal.',
  subsidiary: 'The name of a subsidiary of the same institution.',
  plan: 'The name of a plan of the same institution.',
  product: 'The name of a product of the same carrier.',
  insured: 'The number on the Insureds sheet of the same institution.',
  agreement: 'The number on the Split-dollar sheet of the same institution.',
  policy: 'The policy number as the carrier writes it; spaces and dashes do not matter.',
}

export interface Column {
  /** Named as the table's column is, in camel case; a reference is named by its target. */
  field: string
  /** Unique on its sheet. */
  header: string
  kind: ColumnKind
  required: boolean
  example: string
  note: string
  /** The words of each code, which are read as well. */
  words?: Readonly<Record<string, string>>
  target?: ReferenceTarget
  /** The pattern of text, and the sentence that says what it wants. */
  pattern?: { matches: RegExp; problem: string }
  /** The most characters of text; the highest value of numbers and shares. */
  most?: number
  least?: number
  /** The book has no record without it, wherever it comes from: another column or source may fill it. */
  isKept?: boolean
  /** The meaning of an empty cell in a new record, where the book has no empty value. */
  otherwise?: string
}

/** One transaction writes the sheets of a group, in the order of the groups. */
export const SHEET_GROUPS = {
  institutions: 'Institutions',
  carriers: 'Carriers, products and plans',
  people: 'People',
  policies: 'Policies',
  values: 'Month-end values',
  totals: 'Control totals',
  files: 'Reports and documents',
} as const
export type SheetGroup = keyof typeof SHEET_GROUPS

/** Written into a cell it empties what the book has; an empty cell leaves it. */
export const CLEARED = 'CLEAR'

export interface RecordType {
  code: string
  group: SheetGroup
  /** The sheet of the workbook; a CSV file of the type is named so, or begins so: “Values 2016.csv”. */
  sheet: string
  words: readonly [one: string, many: string]
  note: string
  columns: readonly Column[]
  /** The fields that tell a record from all others of the type: the same key again is the same record. */
  key: readonly string[]
  /** The type in whose records its rows make up a list: all of a record together replace the list that the portal has. */
  isWithin?: string
}

type More = Partial<Omit<Column, 'field' | 'header' | 'kind' | 'example'>>
const column =
  (kind: ColumnKind) =>
  (field: string, header: string, example: string, more: More = {}): Column => ({
    field,
    header,
    kind,
    example,
    required: false,
    note: '',
    ...more,
  })

export const text = column('text')
export const money = column('money')
export const rate = column('rate')
export const share = column('share')
export const decimal = column('decimal')
export const wholeNumber = column('wholeNumber')
export const date = column('date')
export const monthEndDate = column('monthEnd')
export const yesNo = column('yesNo')
export const policyNumber = column('policyNumber')
export const email = column('email')
export const phone = column('phone')
export const state = column('state')
export const ssn = column('ssn')
const codeColumn = column('code')
const codesColumn = column('codes')
const referenceColumn = column('reference')

export const code = (field: string, header: string, words: Readonly<Record<string, string>>, more: More = {}): Column => {
  const [first = ''] = Object.keys(words)
  return codeColumn(field, header, more.otherwise ?? first, { words, ...more })
}
export const codes = (field: string, header: string, words: Readonly<Record<string, string>>, example: string, more: More = {}): Column =>
  codesColumn(field, header, example, { words, ...more })
export const reference = (target: ReferenceTarget, header: string, example: string, more: More = {}): Column =>
  referenceColumn(target, header, example, { target, note: REFERENCE_NOTES[target], ...more })

export const REQUIRED = { required: true } as const
