import { expect, test } from 'vitest'
import { contentPage, marked, placesOf } from './content-page.ts'

test('nothing in a text becomes markup, marked or not', () => {
  const hostile = `<b onclick='x'>"&amp;</b>`
  expect(marked(hostile, '')).toBe('&#60;b onclick=&#39;x&#39;&#62;&#34;&#38;amp;&#60;/b&#62;')
  expect(marked(hostile, '<b')).toBe('<mark>&#60;b</mark> onclick=&#39;x&#39;&#62;&#34;&#38;amp;&#60;/b&#62;')
})

test.each([
  ['Cash value, CASH VALUE', 'cash', [0, 12]],
  // The small form of this letter is two, which moves nothing.
  ['İstanbul cash', 'cash', [9]],
  ['aaa', 'aa', [0]],
  ['anything', '', []],
])('in %j stands %j at %j', (text, words, places) => expect(placesOf(text, words)).toEqual(places))

test('a style cannot end its element, and the frame may load nothing but pictures that come with it', () => {
  const page = contentPage('a{}</style><script>alert(1)</script>', '')
  expect(page.match(/<\/style/g)).toHaveLength(1)
  expect(page).toContain("default-src 'none'; img-src data:;")
})
