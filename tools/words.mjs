// Words that do not come back: British spellings anywhere, names of code and texts for readers included; in comments and documents
// also words that docs/glossary.md replaced, and citations of documents that are not here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** British stems with the American spelling; each matches the beginning of a word. */
const BRITISH = {
  colour: 'color',
  favour: 'favor',
  behaviour: 'behavior',
  neighbour: 'neighbor',
  honour: 'honor',
  'centre[sd]?\\b': 'center',
  catalogue: 'catalog',
  programme: 'program',
  'grey\\b': 'gray',
  judgement: 'judgment',
  cheque: 'check',
  'licence\\b': 'license',
  defence: 'defense',
  cancelled: 'canceled',
  cancelling: 'canceling',
  labelled: 'labeled',
  whilst: 'while',
  '(?:recogni|organi|authori|annuali|summari|normali|minimi|maximi|initiali|customi|itemi|utili|capitali|amorti|penali|prioriti|speciali|standardi|categori)s(?:e[ds]?|ing|ation)\\b':
    'the spelling with z',
  'analyse[ds]?\\b': 'analyze',
}
/** Words of the former dialect, with the term of the field. */
const DROPPED = {
  'value at work': 'average invested value',
  'flaws? of (?:a|the) consents?': 'consent deficiency',
  'close gate': 'release check',
  'held files?': 'quarantined file',
  'outdated reports?': 'stale report',
  'suggested entries': 'journal entries',
  'ledger accounts?': 'GL account',
  "firm['’]s people": 'staff',
  'seed \\d': 'the law, the form, or nothing',
  '(?:product|domain|quality|house|style)\\.md': 'the law, the form, or nothing',
}
/** Openings of a comment that ask instead of naming. */
const OPENING = /^(?:What|Of|Who|Whose)\b/

/** The first migrations are frozen by checksum (migrate.test.ts), comments and all. */
const FROZEN = /^server\/src\/db\/migrations\/00(?:0\d|10)_/
/** British spellings that are not ours to change: an attribute of ARIA, a method of sharp, a state of the job queue, and a value that the frozen schema holds. */
const FOREIGN = /\b(?:aria-labelledby|labelledBy|toColourspace|recognised)\b|'cancelled'/g

const BRITISH_WORDS = patternsOf(BRITISH)
const DROPPED_WORDS = patternsOf(DROPPED)

function patternsOf(words) {
  return Object.entries(words).map(([word, instead]) => ({ pattern: new RegExp(`\\b(?:${word})\\w*`, 'gi'), instead }))
}

/**
 * @param root a checkout
 * @returns one sentence for each word that is not to be used; none when all is well
 */
export function checkWords(root) {
  return textFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const isDocument = extname(file) === '.md'
    const prose = proseOf(file, text).flatMap(({ line, prose }) => {
      const place = `${file}:${line}`
      // Names of code are held where the code has them.
      const plain = prose.replaceAll(/`[^`]*`|@param \w+/g, '')
      return [
        ...(isDocument ? found(plain, BRITISH_WORDS, place) : []),
        ...found(plain, DROPPED_WORDS, place),
        ...(!isDocument && OPENING.test(prose) ? [`${place} opens with “${prose.split(' ', 1)[0]}”: name the thing, or say why`] : []),
      ]
    })
    return isDocument ? prose : [...found(wordsOf(file), BRITISH_WORDS, file), ...britishOf(file, text), ...prose]
  })
}

/** Every word of a file of code, whether it stands in a name, a text or a comment; `camelCase` and `SNAKE_CASE` are words too. */
const britishOf = (file, text) =>
  text.split('\n').flatMap((line, index) => found(wordsOf(line.replaceAll(FOREIGN, '')), BRITISH_WORDS, `${file}:${index + 1}`))

const wordsOf = (line) => line.replaceAll('_', ' ').replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')

const found = (prose, words, place) =>
  words.flatMap(({ pattern, instead }) => [...prose.matchAll(pattern)].map(([word]) => `${place} says “${word}”: ${instead}`))

/** The prose of a file by line: a document whole, without its code; of code the comments. */
export function proseOf(file, text) {
  if (extname(file) === '.md') {
    const withoutCode = text.replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    return withoutCode.split('\n').map((prose, index) => ({ line: index + 1, prose }))
  }
  const comments = text.matchAll(extname(file) === '.sql' ? /(?<=^|\s)--[^\n]*/g : /(?<=^|[\s;{}(),])(?:\/\/[^\n]*|\/\*[^]*?\*\/)/g)
  let [line, place] = [1, 0]
  return [...comments].flatMap((comment) => {
    line += text.slice(place, comment.index).split('\n').length - 1
    place = comment.index
    const first = line
    return comment[0].split('\n').map((prose, index) => ({
      line: first + index,
      prose: prose.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/|--)?\s*/, '').replace(/\s*\*\/\s*$/, ''),
    }))
  })
}

const ROOMS = ['domain', 'contract', 'server', 'web', 'e2e', 'tools', 'bench', 'demo', 'docs']
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
/** Files that must name the words themselves, and files made from strings of the product. */
const EXCEPT = new Set([
  'tools/words.mjs',
  'tools/words.test.ts',
  'docs/glossary.md',
  'docs/access.md',
  'docs/errors.md',
  'docs/reference/formulas.md',
])

function textFiles(root) {
  const inside = ROOMS.filter((room) => existsSync(join(root, room))).flatMap((room) => filesOf(join(root, room)))
  const paths = inside.map((path) => relative(root, path).split(sep).join('/'))
  return [...DOCUMENTS.filter((name) => existsSync(join(root, name))), ...paths]
    .filter((path) => !EXCEPT.has(path) && !FROZEN.test(path))
    .sort()
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name.startsWith('dist') || entry.name.startsWith('.') ? [] : filesOf(path)
    return ['.ts', '.tsx', '.mjs', '.css', '.typ', '.sql', '.md'].includes(extname(entry.name)) ? [path] : []
  })
}
