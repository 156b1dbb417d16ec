// Fails when a comment or document says a word that tools/words.mjs took out, or a comment opens with What, Of, Who or Whose.
import { checkWords } from './words.mjs'
import { main, root } from './workspace.mjs'

await main(() => {
  const breaches = checkWords(root)
  for (const breach of breaches) console.error(breach)
  return breaches.length > 0 ? 1 : 0
})
