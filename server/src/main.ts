/** The server process: configuration, database, kernel, seed, jobs, requests; and all of it down again in reverse. */
import { buildApp, JOBS } from './app.ts'
import { startSealer } from './platform/audit-log/chain.ts'
import { type Configuration, readConfiguration } from './platform/configuration.ts'
import { closeStreams } from './platform/jobs/events.ts'
import { runProgram } from './platform/jobs/lifecycle.ts'
import { processLog } from './platform/jobs/process-log.ts'
import type { Kernel } from './platform/kernel.ts'
import { warmUpPasswords } from './platform/security/passwords.ts'
import { StartRefused } from './platform/start-refused.ts'
import { closePdfWorkers } from './reporting/pdf/pool.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './shared/people/demo-accounts.ts'
import { createKernel } from './start/create-kernel.ts'
import { openDatabase } from './start/open-database.ts'

const log = processLog(process.env.CORRIDOR_MODE === 'production')

await runProgram(log, async (lifecycle) => {
  const configuration = readConfiguration()
  const addresses = await openDatabase(configuration, lifecycle, log)
  const { kernel, close } = await createKernel(configuration, { ...addresses, definitions: JOBS, log, lastCall: closePdfWorkers })
  lifecycle.onStop('connections and jobs', close)
  const stopSealer = startSealer(kernel.ownerDb, configuration.keys, (cause) => log.error('sealing the activity log failed', cause))
  lifecycle.onStop('the sealer', stopSealer)
  await warmUpPasswords()
  if (configuration.mode === 'demo') await seedIfEmpty(kernel)

  const app = await buildApp(kernel, {
    logger: { level: configuration.mode === 'production' ? 'info' : 'error' },
    stopping: lifecycle.stopping,
  })
  lifecycle.onStop('the server', async () => {
    closeStreams()
    await app.close()
  })
  if (configuration.jobs) await kernel.jobs.work(kernel)
  await listen(app, configuration)
  announce(configuration, portOf(app.server.address()) ?? configuration.port)
})

/** The demo book goes into an empty database only, all of it or nothing; its reports are asked for by the first start that gets there. */
async function seedIfEmpty(kernel: Kernel): Promise<void> {
  const site = await kernel.ownerDb.selectFrom('site').select('id').limit(1).executeTakeFirst()
  const { seedDemo } = await import('./db/seeds/demo.ts')
  if (site) return seedDemo(kernel.ownerDb, kernel)
  // `npm start` shows how much of it is left (tools/start.mjs).
  const label = 'Loading the demo data'
  if (process.send) process.send({ label, seconds: 15 })
  else log.info(`${label} ...`)
  await seedDemo(kernel.ownerDb, kernel)
  process.send?.(null)
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Configuration): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`, { cause })
    if (code === 'EACCES') throw new StartRefused(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`, { cause })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartRefused(`HOST ${host} is not an address of this machine. Set it to 127.0.0.1 or 0.0.0.0.`, { cause })
    throw cause
  }
}

function announce(configuration: Configuration, port: number): void {
  const address = configuration.port === 0 ? `http://localhost:${port}` : configuration.publicUrl
  log.info(`Corridor is ready at ${address} (${(performance.now() / 1000).toFixed(1)} s)`)
  if (configuration.mode !== 'demo') return
  log.info(`Demo accounts, password ${DEMO_PASSWORD}:\n${DEMO_ACCOUNTS.map(({ email }) => `  ${email}`).join('\n')}`)
}

function portOf(address: string | { port: number } | null): number | undefined {
  return typeof address === 'object' && address !== null ? address.port : undefined
}
