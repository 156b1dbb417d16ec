// `node tools/adding.mjs listUnreadFiles UnreadFilesPage unreadFiles`: the source files that name any of these, so that one sees what adding
// such a thing touches. Tests, seeds and generated files are left out: they follow.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const ROOMS = ['domain/src', 'contract/src', 'server/src', 'web/src']
const FOLLOWS = /\.test\.tsx?$|^server\/src\/(test|db)\/|^web\/src\/test\//

/**
 * @param {readonly string[]} names of exports, addresses or codes, each a whole word; or of a folder, as "features/form-8925/"
 * @returns {string[]} paths
 */
export function filesNaming(names) {
  const words = names.map((name) => new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`))
  return ROOMS.flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)))
    .filter((path) => /\.tsx?$/.test(path) && !FOLLOWS.test(path))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return words.some((word) => word.test(text))
    })
    .toSorted()
}

if (process.argv[1] === import.meta.filename) console.log(filesNaming(process.argv.slice(2)).join('\n'))
