/** Uploaded files: the good is taken, the hostile is refused by its rule, in time and within memory. */
import { extensionOf, FILE_KINDS } from '@corridor/domain/files/accepted-kinds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { fakeScanner } from '../../test/fake-scanner.ts'
import { CORPUS } from '../../test/handed-in/corpus.ts'
import { NAMES } from '../../test/handed-in/names.ts'
import { AppError } from '../http/errors.ts'
import { acceptContent } from './inspection.ts'

const scanner = fakeScanner()
const server = useServer({ configuration: { scanner: scanner.address } })
beforeAll(scanner.start)
afterAll(scanner.stop)

/** The rule that refuses a file, and the sentence; undefined when it is taken. */
async function look(fileName: string, content: Buffer): Promise<{ rule: string; sentence: string } | undefined> {
  const stored = await server.kernel.files.put(content)
  try {
    const verdict = await acceptContent(server.kernel, { ...stored, fileName })
    expect(verdict).toEqual({ extension: expect.any(String), mediaType: expect.any(String), safety: 'PASSED' })
    return undefined
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    return { rule: String(cause.meta?.['rule']), sentence: cause.message }
  }
}

/** The verdict, and the milliseconds of this process and its threads alone: on a busy machine the clock runs on while others work. */
async function timed(fileName: string, content: Buffer) {
  const begun = process.cpuUsage()
  const verdict = await look(fileName, content)
  const { user, system } = process.cpuUsage(begun)
  return { verdict, took: (user + system) / 1_000 }
}

test('the corpus is as large as it has to be, and every kind of file is taken in it', () => {
  expect(CORPUS.length + NAMES.length).toBeGreaterThanOrEqual(190)
  expect(CORPUS.length).toBeGreaterThanOrEqual(120)
  const taken = new Set(CORPUS.filter(({ rule }) => rule === undefined).map(({ fileName }) => fileName.split('.').at(-1)))
  expect(FILE_KINDS.map(({ extension }) => extension).filter((extension) => !taken.has(extension))).toEqual([])
})

test('names are judged before contents, each by its rule', async () => {
  // A name that passes needs content of its kind that passes too.
  const good = new Map(
    CORPUS.filter(({ rule }) => rule === undefined)
      .map((each) => [extensionOf(each.fileName), each] as const)
      .reverse(),
  )
  const found = []
  for (const [fileName] of NAMES) {
    const content = await good.get(extensionOf(fileName))?.content()
    found.push([fileName, (await look(fileName, content ?? Buffer.from('x')))?.rule])
  }
  expect(found).toEqual(NAMES.map(([fileName, rule]) => [fileName, rule]))
})

test('each file of the corpus is taken or refused by its rule, with one sentence that says what to do, within two seconds and 150 MB', async () => {
  const wrong: string[] = []
  let [slowest, peak] = [0, 0]
  for (const { what, fileName, content, rule } of CORPUS) {
    const bytes = await content()
    const before = process.memoryUsage.rss()
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss() - before)), 5)
    let { verdict, took } = await timed(fileName, bytes)
    // Garbage of tests before this one counts as well: a slow file is as slow again.
    if (took > 2_000) ({ verdict, took } = await timed(fileName, bytes))
    clearInterval(watch)
    slowest = Math.max(slowest, took)
    if (verdict?.rule !== rule) wrong.push(`${fileName}, ${what}: ${verdict?.rule ?? 'taken'} instead of ${rule ?? 'taken'}`)
    if (took > 2_000) wrong.push(`${fileName}, ${what}: took ${Math.round(took)} ms`)
    if (verdict && !/^[A-Z][^]*\.$/.test(verdict.sentence)) wrong.push(`${fileName}, ${what}: "${verdict.sentence}" is no sentence`)
  }
  expect(wrong).toEqual([])
  expect({ slowest: slowest <= 2_000, peak: peak <= 150 << 20 }).toEqual({ slowest: true, peak: true })
}, 60_000)
