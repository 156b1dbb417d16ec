/** Sizes of files in words, in steps of 1000 and of 1024. */
import { separated } from './money.ts'

/** Bytes in steps of 1000, three digits: "0 B", "999 B", "1.34 kB", "12.3 MB". @throws RangeError below 0 */
export const prettyBytes = (bytes: number): string => inSteps(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB'])

/** A file's size in steps of 1024: "1 KB", "1.31 KB", "5.25 MB", as Windows shows it. @throws RangeError below 0 */
export const fileSize = (bytes: number): string => inSteps(bytes, 1024, ['B', 'KB', 'MB', 'GB', 'TB', 'PB'])

function inSteps(bytes: number, base: number, units: readonly string[]): string {
  if (!(bytes >= 0 && Number.isFinite(bytes))) throw new RangeError(`${bytes} bytes`)
  const rounded = (value: number) => Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0))
  let [value, step] = [bytes, 0]
  // 999,999 bytes round to 1 MB, not to 1,000 kB.
  while (step < units.length - 1 && rounded(value) >= base) {
    value /= base
    step += 1
  }
  return `${separated(String(rounded(value)))} ${units[step]}`
}
