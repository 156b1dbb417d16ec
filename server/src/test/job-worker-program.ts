/** A worker for tests to kill: takes the job `endure`, says so, and holds it until it dies, unless it is a later attempt. */
import { connect } from '../platform/database/database.ts'
import { job, startJobs } from '../platform/jobs/jobs.ts'
import type { Kernel } from '../platform/kernel.ts'

const [ownerUrl = '', name = 'endure'] = process.argv.slice(2)
const quiet = { info: () => undefined, error: () => undefined }
const { db } = connect(ownerUrl, { max: 1 })
const jobs = await startJobs(
  ownerUrl,
  [
    job({
      name,
      title: name,
      concurrency: 1,
      retryLimit: 5,
      parse: () => ({}),
      run: (_kernel, _payload, { attempt }) => {
        process.stdout.write(`taken ${attempt}\n`)
        return attempt > 1 ? Promise.resolve() : new Promise(() => undefined)
      },
    }),
  ],
  quiet,
)
const kernel: Pick<Kernel, 'db' | 'log'> = { db, log: quiet }
await jobs.work(kernel as Kernel)
process.stdout.write('working\n')
