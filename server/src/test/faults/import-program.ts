/** A process for the fault tests: imports or posts a file of a test database, or looks into an inbox, says when it begins and when it is done, and is killed in between. */
import { fileURLToPath } from 'node:url'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { importFile, postFile } from '../../features/data-feeds/import.ts'
import { look } from '../../features/data-feeds/inbox.ts'
import { readCarrierFile } from '../../features/data-feeds/receive.ts'
import { settleArrivedFile } from '../../features/data-feeds/settle-arrived.ts'
import { readConfiguration } from '../../platform/configuration.ts'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { sendMails } from '../../platform/mail/mail.ts'
import { createKernel } from '../../start/create-kernel.ts'

/** Path of this program, for the tests that start it as a process. */
export const FAULTS_PROGRAM = fileURLToPath(import.meta.url)

if (process.argv[1] === FAULTS_PROGRAM) {
  const [, , what, ownerUrl = '', appUrl = '', dataDirectory = '', siteId = '', subject = '', carrierCode = ''] = process.argv
  const { kernel, close } = await createKernel(readConfiguration({ DATA_DIR: dataDirectory }), {
    ownerUrl,
    appUrl,
    definitions: [readCarrierFile, settleArrivedFile, sendMails].map((definition) => ({ ...definition, run: async () => {} })),
    log: { info: () => {}, error: () => {} },
  })
  const scope = scopeOfSystem(Number(siteId))
  process.stdout.write('begin\n')
  if (what === 'inbox') await look(kernel, subject, new AbortController().signal)
  else if (what === 'post') await postFile(kernel, scope, Number(subject))
  else await importFile(kernel, scope, { content: { path: subject }, fileName: 'feed.csv', carrierCode, period: plainDate('2026-10-31') })
  process.stdout.write('done\n')
  await close()
}
