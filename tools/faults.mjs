// `npm run faults`: the long fault tests, of which `npm test` runs a small sample; then the tests that try a sample of their cases there, with all of them.
import { join } from 'node:path'
import { environment, foreground, install, main, node24, root } from './workspace.mjs'

const WHOLE = [
  'server/src/escalation.test.ts',
  'server/src/features/data-feeds/dirty-feeds.test.ts',
  'server/src/features/data-feeds/inbox-kills.test.ts',
  'server/src/features/salesforce/pull-faults.test.ts',
  'server/src/test/faults/job-kills.test.ts',
  'server/src/test/faults/release-kills.test.ts',
  'server/src/test/faults/unjam-kills.test.ts',
]

await main(async (args) => {
  await install({ dev: true })
  const node = node24()
  const wanted = args.filter((argument) => argument !== '--only-whole')
  const faults =
    wanted.length < args.length
      ? 0
      : await foreground(node, [join(root, 'server', 'src', 'test', 'faults', 'run.ts'), ...wanted], { env: environment(node) })
  const whole = await foreground(node, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...WHOLE], {
    env: { ...environment(node), FAULTS: 'whole' },
  })
  return faults || whole
})
