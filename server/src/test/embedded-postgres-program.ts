/** A server process for the tests of its end: takes the folder's lock, starts PostgreSQL, prints where it is, waits. */
import { lockDataDirectory } from '../platform/database/data-directory.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { runProgram } from '../platform/jobs/lifecycle.ts'

const [dataDirectory = ''] = process.argv.slice(2)

await runProgram({ info: () => {}, error: (message, cause) => console.error(message, cause ?? '') }, async (lifecycle) => {
  const lock = lockDataDirectory(dataDirectory)
  lifecycle.onStop('lock', lock.release)
  const { pid, port, adopted, ownerUrl, superuserUrl, stop } = await startEmbeddedPostgres({ dataDirectory: lock.path })
  lifecycle.onStop('PostgreSQL', stop)
  console.log(JSON.stringify({ pid: pid(), port, adopted, ownerUrl, superuserUrl }))
  setInterval(() => {}, 1000)
})
