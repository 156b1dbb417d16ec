/** Debian's clamd itself, with one hand-written signature: what scanner.ts says of its answers holds of the real one. Needs `apt-get install clamav-daemon`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EICAR } from '../../test/handed-in/case.ts'
import { officeOf } from '../../test/handed-in/make-office.ts'
import { pdfOf, stream } from '../../test/handed-in/make-pdf.ts'
import { zipOf } from '../../test/handed-in/make-zip.ts'
import { scan } from './scanner.ts'

const CLAMD = ['/usr/sbin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path))

describe.skipIf(CLAMD === undefined)(
  CLAMD ? 'clamd' : 'clamd is not installed here: the scanner is tested with a server of its protocol only',
  () => {
    const made: { folder: string; clamd?: ChildProcess; path: string } = { folder: '', path: '' }
    beforeAll(async () => {
      made.folder = await mkdtemp(join(tmpdir(), 'corridor-clamd-'))
      made.path = join(made.folder, 'clamd.sock')
      await writeFile(join(made.folder, 'test.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString('hex')}\n`)
      const settings = [
        `DatabaseDirectory ${made.folder}`,
        `LocalSocket ${made.path}`,
        `TemporaryDirectory ${made.folder}`,
        'Foreground yes',
        'StreamMaxLength 1M',
        'MaxThreads 2',
        'OfficialDatabaseOnly no',
      ]
      await writeFile(join(made.folder, 'clamd.conf'), `${settings.join('\n')}\n`)
      made.clamd = spawn(CLAMD ?? '', ['--config-file', join(made.folder, 'clamd.conf')], { stdio: 'ignore' })
      while (!(await answers(made.path)) && made.clamd.exitCode === null) await delay(50)
    }, 30_000)
    afterAll(async () => {
      made.clamd?.kill()
      await rm(made.folder, { recursive: true, force: true })
    })
    const ask = (content: Buffer) => scan({ path: made.path }, Readable.from([content]))
    const found = { outcome: 'found', name: expect.stringContaining('Eicar-Test-Signature') }

    test('it passes what is clean, and finds its test file plain, in a zip, in a document, in a PDF', async () => {
      expect(await ask(Buffer.from('policy,value\n1,2\n'))).toEqual({ outcome: 'clean' })
      expect(await ask(officeOf('docx'))).toEqual({ outcome: 'clean' })
      expect(await ask(Buffer.from(EICAR))).toEqual(found)
      expect(await ask(zipOf([{ name: 'eicar.com', content: EICAR }]))).toEqual(found)
      expect(await ask(officeOf('docx', { parts: [{ name: 'customXml/item1.txt', content: EICAR }] }))).toEqual(found)
      expect(await ask(pdfOf({ objects: [stream(Buffer.from(EICAR))] }))).toEqual(found)
    })

    test('padded over its limit, it has not said that the file is clean', async () => {
      expect(await ask(Buffer.concat([randomBytes(3 << 20), Buffer.from(EICAR)]))).toMatchObject({ outcome: 'no answer' })
    })
  },
)

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
