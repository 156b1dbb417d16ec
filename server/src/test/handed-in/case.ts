/** One file of the corpus, and what several of them are made of. */
export interface HandedInCase {
  what: string
  fileName: string
  content: () => Buffer | Promise<Buffer>
  /** Undefined: accepted. */
  rule?: string
}
export const taken = (fileName: string, what: string, content: HandedInCase['content']): HandedInCase => ({ what, fileName, content })
export const refused = (rule: string, fileName: string, what: string, content: HandedInCase['content']): HandedInCase => ({
  what,
  fileName,
  content,
  rule,
})
export const text = (words: string) => () => Buffer.from(words)
export const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1'))))
export const repeated = (count: number, each: (index: number) => string) =>
  Buffer.from(Array.from({ length: count }, (_, index) => each(index)).join(''), 'latin1')

/** The test file of virus scanners, in two halves so that none finds it here. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export const compound = (name = '') =>
  bytes(Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(name, 'utf16le'), Buffer.alloc(512))
export const program = bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', Buffer.alloc(256), 'This program cannot be run in DOS mode.')
export const html = '<!DOCTYPE html><html><body><script>alert(document.domain)</script></body></html>'
export const XML = '<?xml version="1.0"?>'
