// `npm start`: installs, builds, starts the server. Runs on Node 20 with nothing installed; what is current is not done again.
import { join } from 'node:path'
import { buildWeb, environment, foreground, install, main, node24, root } from './workspace.mjs'

await main(async (args) => {
  install({ dev: false })
  buildWeb()
  const node = node24()
  // package.json begins this with `exec`: a shell in between would keep npm's signals to itself.
  // The channel closes when this process is killed, and the server then ends in order (server/src/platform/jobs/lifecycle.ts).
  return foreground(node, [join(root, 'server', 'src', 'main.ts'), ...args], {
    env: { NODE_ENV: 'production', ...environment(node) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
})
