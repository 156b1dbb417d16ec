/** `npm run faults [-- seed]`: kill -9 of the server at 50 seeded moments of 200-report batches. Prints the seed, so that a failure can be run again. */
import { parseArgs } from 'node:util'
import { RESUME_WITHIN, runBatchKills } from './batch-kills.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, kills: { type: 'string', default: '50' }, reports: { type: 'string', default: '200' } },
})
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
process.exitCode = result.broken.length + late.length === 0 ? 0 : 1
