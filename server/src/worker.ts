/** `npm run worker`: takes jobs beside the server, on this machine or another, from the same database and file store. */
import { JOBS } from './app.ts'
import { readConfiguration } from './platform/configuration.ts'
import { runProgram } from './platform/jobs/lifecycle.ts'
import { processLog } from './platform/jobs/process-log.ts'
import { closePdfWorkers } from './reporting/pdf/pool.ts'
import { createKernel } from './start/create-kernel.ts'
import { joinDatabase } from './start/open-database.ts'

const log = processLog(process.env.CORRIDOR_MODE === 'production')

await runProgram(log, async (lifecycle) => {
  const configuration = readConfiguration()
  const addresses = await joinDatabase(configuration, lifecycle, log)
  const { kernel, close } = await createKernel(configuration, {
    ...addresses,
    definitions: JOBS,
    log,
    poolSize: 8,
    lastCall: closePdfWorkers,
  })
  lifecycle.onStop('connections and jobs', close)
  await kernel.jobs.work(kernel)
  log.info(`Working on jobs: ${JOBS.map(({ name }) => name).join(', ')}`)
})
