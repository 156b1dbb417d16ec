/** The entries of a ZIP file, unpacked as far as somebody reads (APPNOTE 6.3; no zip64, no second disk: a workbook of a few megabytes has neither). */

export interface ZipEntry {
  method: number
  encrypted: boolean
  start: number
  packed: number
  /** As the file says. */
  unpacked: number
}

/** @returns undefined when it is no ZIP file */
export function entriesOf(bytes: Uint8Array): Map<string, ZipEntry> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  const earliest = Math.max(0, end - 65_535)
  while (end >= earliest && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < earliest) return undefined
  const entries = new Map<string, ZipEntry>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return undefined
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
    const header = view.getUint32(at + 42, true)
    if (header + 30 > bytes.length) return undefined
    entries.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)).replace(/^\//, ''), {
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      start: header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** An entry's text in pieces; whoever stops asking stops the unpacking. @throws RangeError when it grows beyond `most` bytes */
export async function* textOf(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry, most: number): AsyncGenerator<string> {
  const packed = new Blob([bytes.subarray(entry.start, entry.start + entry.packed)]).stream()
  const unpacked = entry.method === 8 ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed
  const decoder = new TextDecoder()
  const reader = unpacked.getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.length
      if (size > most) throw new RangeError('This part of the file is too large.')
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
