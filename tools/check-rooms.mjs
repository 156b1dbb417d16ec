// Fails when a file stands in the wrong room, is too long without a reason, or does not say what it is for.
import { join } from 'node:path'
import { checkRooms } from './rooms.mjs'
import { main, readJson, root } from './workspace.mjs'

await main(() => {
  const breaches = checkRooms(root, readJson(join(root, 'tools', 'long-files.json')))
  for (const breach of breaches) console.error(breach)
  return breaches.length > 0 ? 1 : 0
})
