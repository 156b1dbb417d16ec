/** Why a file is refused: a rule's name for tests and the log, one sentence for the person, which says what to do. */

export interface Refusal {
  rule: Rule
  sentence: string
}

/** Each rule with its sentence. Those of the name are in domain/file-safety.ts. */
const SENTENCES = {
  damaged: 'The file is damaged and cannot be read. Open it, save it again, and upload that file.',
  polyglot: 'The file holds more than one kind of content. Save or print it again from its own program, and upload that file.',
  expands: 'The file unpacks to far more than such a file should hold, and was not opened. Save it again in smaller parts.',
  pixels: 'The picture has more than 50 million pixels. Make it smaller and upload it again.',
  archive: 'This is an archive. Unpack it and upload the files inside.',
  'archive-names':
    'The file is packed in a way that could write outside its folder. Save it again from its own program, and upload that file.',
  encrypted: 'The file is protected with a password. Remove the password and upload it again.',
  macros:
    'The file contains macros or controls, which can run as a program. Save it without macros (XLSX, DOCX, PPTX) or as PDF, and upload that file.',
  embedded: 'The file contains other files or objects. Remove them, upload them as files of their own, or save the file as PDF.',
  external: 'The file fetches content from elsewhere. Break its links (Data, Edit Links in Excel) or save it as PDF, and upload that file.',
  'xml-entities': 'The file contains XML declarations that no Office program writes. Open it, save it again, and upload that file.',
  'field-program': 'The file contains a formula or field that starts a program. Remove it and upload the file again.',
  'pdf-script': 'The PDF contains scripts. Print it to a new PDF and upload that file.',
  'pdf-launch': 'The PDF starts programs or opens other files. Print it to a new PDF and upload that file.',
  'pdf-sends': 'The PDF sends the contents of its fields elsewhere. Print it to a new PDF and upload that file.',
  'pdf-share': 'The PDF asks another machine for a file as soon as it is opened or followed. Print it to a new PDF and upload that file.',
  'pdf-embedded': 'The PDF contains other files or media. Upload those as files of their own, and the PDF printed to a new one.',
  'web-page': 'This is a web page or drawing that can run scripts, whatever its name says. Save it as PDF or PNG and upload that file.',
  program: 'This is a program or script. Programs are not accepted.',
  'test-virus': 'This is the test file of virus scanners, and is refused like a virus. Upload the intended file.',
  'not-text': 'The file contains bytes that are not text. Save it as “CSV UTF-8” or plain text, and upload that file.',
  'too-slow': 'The file takes too long to check. Save it again in smaller parts.',
} as const

export type Rule = keyof typeof SENTENCES | 'content'

export const refuse = (rule: keyof typeof SENTENCES): Refusal => ({ rule, sentence: SENTENCES[rule] })
/** The content is something else than the name says. */
export const otherThanNamed = (named: string, found: string): Refusal => ({
  rule: 'content',
  sentence: `The name says ${named}, but the content is ${found}. Save it as the kind its name says, and upload that file.`,
})
