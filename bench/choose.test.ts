import { expect, test } from 'vitest'
import { choose } from './choose.ts'

const lines = [{ name: 'import' }, { name: 'search' }, { name: 'sheet' }]

test('names choose lines, none chooses all, and --quick is told apart from them', () => {
  expect(choose(lines, ['sheet', '--quick', 'import'])).toEqual({
    lines: [{ name: 'import' }, { name: 'sheet' }],
    quick: true,
    full: false,
  })
  expect(choose(lines, [])).toEqual({ lines, quick: false, full: false })
})

test('a name that the bench does not know is refused, also beside one that it knows; so is an unknown option', () => {
  expect(() => choose(lines, ['import', 'serch'])).toThrow(
    'there is no line serch. Lines: import, search, sheet; options: --quick, --full.',
  )
  expect(() => choose(lines, ['import', '--quik'])).toThrow('there is no option --quik')
})
