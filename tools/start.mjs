// `npm start`: installs, builds, starts the server. Runs on Node 20 with nothing installed; what is current is not done again.
import { join } from 'node:path'
import { buildWeb, environment, foreground, install, main, node24, root, showProgress } from './workspace.mjs'

await main(async (args) => {
  await install({ dev: false })
  await buildWeb()
  const node = node24()
  // The server tells by itself when it begins and ends something long; null ends it.
  let end
  const onMessage = (step) => {
    end?.()
    end = step ? showProgress(step.label, step.seconds) : undefined
  }
  // package.json begins this with `exec`: a shell in between would keep npm's signals to itself.
  // The channel closes when this process is killed, and the server then ends in order (server/src/platform/jobs/lifecycle.ts).
  return foreground(node, [join(root, 'server', 'src', 'main.ts'), ...args], {
    env: { NODE_ENV: 'production', ...environment(node) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    onMessage,
  })
})
