import { expect, test } from 'vitest'
import { readArticle } from './help-articles.ts'

const article = (body: string, front = 'for: staff\npages: jobs, dataFeeds') => `---\n${front}\n---\n\n${body}`

test('an article has its title, its readers, its pages and its text as elements', () => {
  const read = readArticle(
    'x',
    article('# Why *this*?\n\nA **bold** word, `code` & [more](other.md#part).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'),
  )
  expect(read).toMatchObject({ id: 'x', title: 'Why *this*?', for: 'staff', pages: ['jobs', 'dataFeeds'] })
  expect(read.body[0]).toEqual({
    tag: 'p',
    children: [
      'A ',
      { tag: 'strong', children: ['bold'] },
      ' word, ',
      { tag: 'code', children: ['code'] },
      ' & ',
      { tag: 'a', to: 'other', children: ['more'] },
      '.',
    ],
  })
  expect(JSON.stringify(read.body[1])).toContain('{"tag":"td","children":["2"]}')
})

test('what a comment above it says is for staff is marked, and no more than that', () => {
  const { body } = readArticle('x', article('# T\n\nFirst\n\n<!-- for staff -->\nSecond\n\n<!-- for staff -->\n- a\n\nThird\n'))
  expect(body.map((node) => typeof node !== 'string' && [node.tag, node.forStaff ?? false])).toEqual([
    ['p', false],
    ['p', true],
    ['ul', true],
    ['p', false],
  ])
})

test('a document beside the articles is named without a link, and a picture is left out', () => {
  const read = readArticle('x', article('# T\n\nSee [operating](../operating.md).\n\n![P](../pictures/p.png)\n'))
  expect(read.body).toEqual([
    { tag: 'p', children: ['See ', 'operating', '.'] },
    { tag: 'p', children: [] },
  ])
})

test.each([
  ['without saying for whom', '# T\n\nText\n'],
  ['for nobody that there is', article('# T\n', 'for: guests\npages: jobs')],
  ['without a title', article('Text\n')],
  ['with markup of HTML', article('# T\n\n<b>x</b>\n')],
])('an article %s stops the build', (_, text) => {
  expect(() => readArticle('x', text)).toThrow(/docs\/help\/x\.md/)
})
