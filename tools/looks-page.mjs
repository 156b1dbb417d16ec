// The comparison of `npm run looks` and its page: before, after and difference side by side, the largest first.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readJson, root } from './workspace.mjs'

/**
 * A color that differs by three steps of 255 counts. Fewer lie between two pictures of one page that Chromium drew in other tiles, and so does the soft edge
 * of a letter or line, which pixelmatch knows and leaves out.
 */
const STRICT = { threshold: 0.01 }
const SIDES = ['before', 'after']

/**
 * @param folder with `before` and `after`, each with its pictures and notes.json; the differences are written into `difference` beside them
 * @returns one for each picture that either side has or misses, the largest difference first
 */
export async function compareLooks(folder) {
  // The comparison that toHaveScreenshot makes, pixelmatch, without a test around it.
  const { getComparator } = (await import(pathToFileURL(join(root, 'node_modules', 'playwright-core', 'lib', 'utils.js')).href)).default
  const compare = getComparator('image/png')
  const taken = Object.fromEntries(SIDES.map((side) => [side, namesIn(join(folder, side))]))
  const notes = Object.fromEntries(SIDES.map((side) => [side, readJson(join(folder, side, 'notes.json')) ?? []]))
  const names = new Set(SIDES.flatMap((side) => [...taken[side], ...notes[side].map(({ picture }) => picture)]))
  mkdirSync(join(folder, 'difference'), { recursive: true })
  const looks = [...names].sort().map((name) => {
    const missing = SIDES.filter((side) => !taken[side].has(name))
    const problems = missing.map((side) => {
      const note = notes[side].find(({ picture }) => picture === name)
      return `No picture ${side}: ${note?.problem ?? 'the page is not on its list'}`
    })
    if (missing.length > 0) return { name, result: 'missing', missing, problems, pixels: 0 }
    // A picture of a part is told as such, whether or not that part differs.
    const remarks = SIDES.flatMap((side) =>
      notes[side].filter(({ picture }) => picture === name).map(({ problem }) => `${side} ${problem}`),
    )
    const [before, after] = SIDES.map((side) => readFileSync(join(folder, side, `${name}.png`)))
    const found = before.equals(after) ? null : compare(after, before, STRICT)
    if (!found) return { name, result: 'same', missing, problems: remarks, pixels: 0 }
    writeFileSync(join(folder, 'difference', `${name}.png`), found.diff)
    return { name, result: 'differs', missing, problems: [wordsOf(found.errorMessage), ...remarks], pixels: pixelsOf(found.errorMessage) }
  })
  return looks.sort((one, other) => RANK[one.result] - RANK[other.result] || other.pixels - one.pixels)
}
const RANK = { differs: 0, missing: 1, same: 2 }

/** @returns the last line of the terminal, whether nothing differs, and the ten that differ most */
export function summaryOfLooks(looks) {
  const of = (result) => looks.filter((look) => look.result === result)
  const [differing, missing] = [of('differs'), of('missing')]
  const untaken = missing.length > 0 ? `; ${missing.length} could not be compared` : ''
  return {
    sentence: `${differing.length} of ${looks.length} pictures differ${untaken}.`,
    isSame: differing.length + missing.length === 0,
    worst: [...differing, ...missing].slice(0, 10).map(({ name, problems }) => `${name}: ${problems.join('; ')}`),
  }
}

export function pageOfLooks(looks, { before, after, began }) {
  const shown = looks.filter(({ result }) => result !== 'same')
  const same = looks
    .filter(({ result }) => result === 'same')
    .map(({ name, problems }) => `${name}${problems.length > 0 ? ` (${problems.join('; ')})` : ''}`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${summaryOfLooks(looks).sentence}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 2rem; font: 16px/1.5 system-ui, sans-serif }
  section { margin-top: 2rem; border-top: 1px solid #8888 }
  .three { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; align-items: start }
  figure { margin: 0 }
  img { width: 100%; border: 1px solid #8888 }
</style>
<h1>${summaryOfLooks(looks).sentence}</h1>
<p>Before: ${escaped(before)}<br>After: ${escaped(after)}<br>Looked at as of ${escaped(began)}. A picture opens in its own size when it is clicked.</p>
${shown.map(sectionOf).join('\n')}
${same.length > 0 ? `<section><h2>The same before and after: ${same.length}</h2><p>${same.map(escaped).join(', ')}</p></section>` : ''}
</html>
`
}

function sectionOf({ name, result, missing, problems }) {
  const figures = [...SIDES, 'difference'].map((side) =>
    missing.includes(side) || (side === 'difference' && result !== 'differs')
      ? `<p>${side}: none</p>`
      : `<figure><figcaption>${side}</figcaption><a href="${side}/${name}.png"><img loading="lazy" src="${side}/${name}.png" alt="${name} ${side}"></a></figure>`,
  )
  return `<section><h2>${escaped(name)}</h2><p>${escaped(problems.join('; '))}</p><div class="three">${figures.join('')}</div></section>`
}

function namesIn(folder) {
  return new Set(
    readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => name.replace(/\.png$/, '')),
  )
}

/** The comparator says in words how many pixels differ; of pictures of two sizes it counts the part that only one has as well. */
const pixelsOf = (message) => Number(/(\d+) pixels/.exec(message)?.[1] ?? 0)
const wordsOf = (message) =>
  message
    .replace(/Expected an image (\d+)px by (\d+)px, received (\d+)px by (\d+)px\. ?/, '$1 × $2 before, $3 × $4 after; ')
    .replace(
      /(\d+) pixels \(ratio ([\d.]+) of all image pixels\) are different\./,
      (_, count, ratio) => `${Number(count).toLocaleString('en-US')} pixels, ${share(Number(ratio))} of all`,
    )
const share = (ratio) => (ratio <= 0.01 ? 'at most 1%' : `${Math.round(ratio * 100)}%`)

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
