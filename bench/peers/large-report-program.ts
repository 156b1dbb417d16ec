/** Prints one large report and tells time and memory to the parent process. */
import { paper as assetPaper } from '@corridor/server/features/asset-reports/print.ts'
import { createPdfPool } from '@corridor/server/reporting/pdf/pool.ts'
import { viewOf } from './content.ts'

const [variant, policies] = process.argv.slice(2)
const whole = viewOf(Number(policies))
const view = variant === 'detail' ? { ...whole, ledger: { ...whole.ledger, schedule: null } } : whole
const pool = createPdfPool({ workers: 1 })
await pool.render(assetPaper, viewOf(3))
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 5)
const cpu = process.cpuUsage()
const started = performance.now()
const { bytes, pages } = await pool.render(assetPaper, view)
const seconds = (performance.now() - started) / 1000
const used = process.cpuUsage(cpu)
clearInterval(watch)
await pool.close()
process.send?.(
  {
    seconds,
    cpuSeconds: (used.user + used.system) / 1e6,
    megabytes: Math.max(peak, process.memoryUsage.rss()) / 1e6,
    pages,
    bytes: bytes.length,
  },
  () => process.exit(0),
)
