// `npm run bench`: the side-by-side benchmarks. The peers they run against are packages of bench/ alone.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { provideChromium } from './chromium.mjs'
import { buildWeb, environment, foreground, install, main, node24, root } from './workspace.mjs'

await main(async (args) => {
  await install({ dev: true })
  if (existsSync(join(root, 'bench', 'package-lock.json'))) await install({ dev: true, folder: join(root, 'bench') })
  await buildWeb()
  const node = node24()
  return foreground(node, [join(root, 'bench', 'run.ts'), ...args], {
    env: { ...environment(node), CHROMIUM_PATH: await provideChromium() },
  })
})
