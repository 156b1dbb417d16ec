/**
 * `DATABASE_URL=... node server/src/db/seeds/run.ts small|demo|large`: migrates and fills an empty database.
 * `node server/src/db/seeds/run.ts feeds`: writes demo/feeds again.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration } from '../../platform/configuration.ts'
import { connect } from '../../platform/database/database.ts'
import { openFiles } from '../../platform/files/files.ts'
import { migrate } from '../migrate.ts'

if (process.argv[2] === 'feeds') {
  const folder = join(import.meta.dirname, '../../../../demo/feeds')
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of await (await import('./demo-feeds.ts')).demoFeeds()) writeFileSync(join(folder, name), content)
  process.exit(0)
}
const url = process.env.DATABASE_URL
const size = process.argv[2]
if (!url || (size !== 'small' && size !== 'demo' && size !== 'large')) {
  process.stderr.write('Usage: DATABASE_URL=postgres://... node server/src/db/seeds/run.ts small|demo|large, or: run.ts feeds\n')
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
  await (await import('./demo.ts')).loadDemo(owner.db, { configuration, files: openFiles(configuration) })
}
await owner.close()
process.stdout.write(`\nThe ${size} data set is loaded (${((performance.now() - began) / 1000).toFixed(1)} s).\n`)
