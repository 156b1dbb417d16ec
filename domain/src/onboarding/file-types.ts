/** The record type of uploaded reports and documents: a row for each file whose folders and name do not say whose it is. */
import { code, REQUIRED, type RecordType, reference, text, wholeNumber } from './columns.ts'

const files: RecordType = {
  code: 'files',
  group: 'files',
  sheet: 'Files',
  words: ['file', 'files'],
  note: 'Reports and documents in the folders Reports and Documents of the book. Needed only for files whose folders (institution, type, year) or names (number-type-YY-name.ext) do not say whose they are; a row here counts before both. Every file is shown to the institution’s people who may see its type as soon as it is imported, as an upload is, and nobody gets mail: leave out what they shall not see.',
  key: ['file'],
  columns: [
    text('file', 'File', 'Reports/Scan 0042.pdf', {
      ...REQUIRED,
      most: 1000,
      note: 'Its folders and name within the book; the name alone where only one file has it.',
    }),
    code(
      'kind',
      'Kept as',
      { REPORT: 'Client report', DOCUMENT: 'Document' },
      { note: 'Where empty, as the folder says: Reports or Documents.' },
    ),
    reference('institution', 'Institution', '1001'),
    reference('carrier', 'Carrier', '', { note: 'Of a carrier’s document, in place of an institution; its code, NAIC number or name.' }),
    text('vendorName', 'Vendor', '', { most: 120, note: 'Of a vendor’s document, in place of an institution.' }),
    text('typeCode', 'Type', 'MBR', {
      pattern: { matches: /^[A-Za-z0-9]{3}$/, problem: 'is not a type; write its three characters, such as MBR' },
    }),
    wholeNumber('yearOverride', 'Year', '2024', { least: 1900, most: 2199 }),
    text('displayName', 'Title', 'Asset Report, March 2024', {
      most: 200,
      note: 'From the file’s name where empty; read when the file is new.',
    }),
    text('description', 'Description', '', { most: 2000, note: 'Of a document; read when the file is new.' }),
  ],
}

export const FILE_TYPES: readonly RecordType[] = [files]
