/** `DATABASE_URL=... node server/src/db/seeds/run.ts small|demo|large`: migrates and fills an empty database. */
import { readConfiguration } from '../../kernel/configuration.ts'
import { connect } from '../../kernel/database.ts'
import { openFiles } from '../../kernel/files.ts'
import { migrate } from '../migrate.ts'

const url = process.env.DATABASE_URL
const size = process.argv[2]
if (!url || (size !== 'small' && size !== 'demo' && size !== 'large')) {
  process.stderr.write('Usage: DATABASE_URL=postgres://... node server/src/db/seeds/run.ts small|demo|large\n')
  process.exit(2)
}
await migrate(url)
const owner = connect(url)
const taken = await owner.db.selectFrom('site').select('id').limit(1).executeTakeFirst()
if (taken) {
  process.stderr.write('The database is not empty; nothing was loaded.\n')
  process.exit(1)
}
const began = performance.now()
if (size === 'small') await (await import('./small.ts')).seedSmall(url)
if (size === 'large') {
  const progress = (done: number, of: number) => process.stdout.write(`\r${done} of ${of} institutions`)
  await (await import('./large.ts')).seedLarge(url, { progress })
}
if (size === 'demo') {
  const configuration = readConfiguration()
  await (await import('./demo.ts')).seedDemo(owner.db, { configuration, files: openFiles(configuration) })
}
await owner.close()
process.stdout.write(`\nThe ${size} book is loaded (${((performance.now() - began) / 1000).toFixed(1)} s).\n`)
