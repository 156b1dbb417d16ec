// `npm run faults`: the long fault tests, of which `npm test` runs a small sample.
import { join } from 'node:path'
import { environment, foreground, install, main, node24, root } from './workspace.mjs'

await main(async (args) => {
  install({ dev: true })
  const node = node24()
  return foreground(node, [join(root, 'server', 'src', 'test', 'faults', 'run.ts'), ...args], { env: environment(node) })
})
