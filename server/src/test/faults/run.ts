/**
 * `npm run faults [-- seed]`: kill -9 of the server at 50 seeded moments of 200-report batches; prints the seed, so that a failure can be run again. Then a
 * bank's year of 4.3 GB in 66,000 files as one archive, and 500 readers who go away. `-- --kills 0` leaves the first out, `-- --archive no` the second.
 */
import { parseArgs } from 'node:util'
import { runArchives } from './archives.ts'
import { RESUME_WITHIN, runBatchKills } from './batch-kills.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '50' },
    reports: { type: 'string', default: '200' },
    archive: { type: 'string', default: 'yes' },
  },
})
if (Number(values.kills) > 0) await kill()
if (values.archive !== 'no') await archive()

async function kill(): Promise<void> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}: ${values.kills} kills, batches of ${values.reports} reports (again: npm run faults -- --seed ${seed})`)
  const result = await runBatchKills({ seed, kills: Number(values.kills), reports: Number(values.reports), log: console.log })

  const slowest = (times: number[]) =>
    `${(Math.max(0, ...times) / 1000).toFixed(1)} s at worst, ${((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(1)} s in the middle`
  console.log(
    `${result.kills} kills in ${result.batches} batches, ${result.made} reports made, ${(result.milliseconds / 1000).toFixed(0)} s in all`,
  )
  console.log(
    `server ready again: ${slowest(result.readyAfter)}; work taken again: ${slowest(result.resumedAfter)} (allowed ${RESUME_WITHIN / 1000} s); next report: ${slowest(result.nextAfter)}`,
  )
  const late = result.resumedAfter.filter((milliseconds) => milliseconds > RESUME_WITHIN)
  if (late.length > 0) console.error(`${late.length} times work resumed later than allowed`)
  if (result.broken.length === 0) console.log('nothing lost, doubled or half-written (I1 to I6)')
  else console.error(`seed ${seed}:\n${result.broken.join('\n')}`)
  if (result.broken.length + late.length > 0) process.exitCode = 1
}

async function archive(): Promise<void> {
  const made = await runArchives({ large: 100, small: 65_900, aborts: 500 })
  console.log(
    `archive of ${made.entries.toLocaleString('en-US')} files, ${(made.bytes / 1e9).toFixed(2)} GB in ${made.seconds.toFixed(1)} s, ${made.extraMegabytes.toFixed(0)} MB more memory at worst (allowed 100)`,
  )
  console.log(`unzip: ${made.unzip}; python: ${made.python} entries; ${made.aborts} readers who left: ${made.leftOpen} files left open`)
  const good = made.unzip === 'no errors' && made.python === String(made.entries) && made.extraMegabytes <= 100 && made.leftOpen === 0
  if (!good) process.exitCode = 1
}
