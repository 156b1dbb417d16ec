/** Names of the temporary tables and columns that hold the rows of a book on their way in. */
import type { Column, RecordType, ReferenceTarget } from '@corridor/domain/onboarding/columns.ts'

/** The column that a resolved reference fills, and its type. */
export const REFERENCE_COLUMNS: Readonly<Record<ReferenceTarget, { name: string; type: 'int' | 'text' }>> = {
  institution: { name: 'institution_id', type: 'int' },
  carrier: { name: 'carrier_code', type: 'text' },
  person: { name: 'user_id', type: 'int' },
  subsidiary: { name: 'subsidiary_id', type: 'int' },
  plan: { name: 'plan_id', type: 'int' },
  product: { name: 'product_id', type: 'int' },
  insured: { name: 'insured_id', type: 'int' },
  agreement: { name: 'split_dollar_agreement_id', type: 'int' },
  policy: { name: 'policy_id', type: 'int' },
}

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const stagedName = (type: RecordType): string => `staged_${snake(type.code)}`
/** The staged column of a cell as it was read; of a reference the name that was given. */
export const columnName = (column: Column): string => (column.target ? `${column.target}_name` : snake(column.field))

const SQL_TYPES: Readonly<Record<Column['kind'], string>> = {
  text: 'text',
  code: 'text',
  codes: 'text[]',
  money: 'bigint',
  rate: 'float8',
  share: 'float8',
  decimal: 'float8',
  wholeNumber: 'bigint',
  date: 'date',
  monthEnd: 'date',
  yesNo: 'boolean',
  policyNumber: 'text',
  email: 'text',
  phone: 'text',
  state: 'text',
  ssn: 'text',
  reference: 'text',
}
export const sqlTypeOf = ({ kind }: Column): string => SQL_TYPES[kind]

const SSN_COLUMNS = ['ssn_encrypted', 'ssn_hash', 'ssn_last4']
/** The columns of a staged row that a cell fills. */
export const filledColumns = (column: Column): readonly string[] =>
  column.kind === 'ssn' ? SSN_COLUMNS : [column.target ? REFERENCE_COLUMNS[column.target].name : snake(column.field)]
