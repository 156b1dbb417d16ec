import { describe, expect, test } from 'vitest'
import { compareCharges, readCharges } from './charge-file.ts'

const read = (text: string, per: 'MONTH' | 'YEAR' = 'YEAR') =>
  readCharges(
    text.split('\n').map((line, index) => ({ line: index + 1, cells: line.split(';') })),
    per,
  )
const HEAD = 'Sex;Smoker class;Attained age;Rate per $1,000'

test('a rate is read for each sex, smoker class and age, in the words that carriers use', () =>
  expect(read(`${HEAD}\nM;NS;45;2.25\nfemale;Smoker;46;$3.10\nUnisex;Composite;47;1,000`)).toEqual({
    problems: [],
    notes: [],
    lines: [
      { line: 2, sex: 'M', smokerClass: 'NONSMOKER', attainedAge: 45, rate: 2.25 },
      { line: 3, sex: 'F', smokerClass: 'SMOKER', attainedAge: 46, rate: 3.1 },
      { line: 4, sex: 'UNISEX', smokerClass: 'COMPOSITE', attainedAge: 47, rate: 1000 },
    ],
  }))

test('a table without sexes and classes holds for everybody, and says so', () => {
  const { lines, notes } = read('Age;Annual rate\n45;2.25')
  expect(lines).toEqual([{ line: 2, sex: 'UNISEX', smokerClass: 'COMPOSITE', attainedAge: 45, rate: 2.25 }])
  expect(notes).toEqual([
    'No column Sex: the rates are read as unisex, and hold for everybody.',
    'No column Smoker class: the rates are read as composite, and hold for smokers and nonsmokers.',
  ])
})

test('ages left out and rates that fall are told, and taken', () => {
  const { lines, notes } = read(`${HEAD}\nM;NS;45;2\nM;NS;48;3\nM;NS;49;2.9`)
  expect(lines).toHaveLength(3)
  expect(notes).toEqual([
    'Male, nonsmoker: no rate between age 45 and age 48. Policies at these ages are not recomputed.',
    'Male, nonsmoker: the rate falls from age 48 to age 49. Is that correct?',
  ])
})

describe('what is wrong is said with its line, and nothing of the file is taken', () => {
  test.each<[string, string, number, RegExp]>([
    ['a sex that is none', `${HEAD}\nX;NS;45;2`, 2, /“X” is not a sex/],
    ['a class that is none', `${HEAD}\nM;vapes;45;2`, 2, /“vapes” is not a smoker class/],
    ['half an age', `${HEAD}\nM;NS;45.5;2`, 2, /“45.5” is not an age/],
    ['an age beyond all', `${HEAD}\nM;NS;131;2`, 2, /“131” is not an age/],
    ['no rate', `${HEAD}\nM;NS;45;`, 2, /“” is not a rate/],
    ['a rate below zero', `${HEAD}\nM;NS;45;-2`, 2, /“-2” is not a rate/],
    ['the same twice', `${HEAD}\nM;NS;45;2\nmale;nonsmoker;45;3`, 3, /Line 2 has a rate for this sex/],
    ['rates of a month for those of a year', 'Age;Monthly rate\n45;2', 1, /says rates of a month; you chose rates of a year/],
  ])('%s', (_, text, line, message) => {
    const { lines, problems } = read(text)
    expect(lines).toEqual([])
    expect(problems.map((problem) => problem.line)).toEqual([line])
    expect(problems[0]?.message).toMatch(message)
  })
})

test('a new table is compared rate by rate with the one before, also where that one’s rates are of a year', () => {
  const rates = new Map([
    ['M NONSMOKER 45', 2.4],
    ['M NONSMOKER 46', 3.6],
    ['M NONSMOKER 47', 4.8],
  ])
  const { lines } = read(`${HEAD}\nM;NS;44;0.1\nM;NS;45;0.2\nM;NS;46;0.31`, 'MONTH')
  const compared = compareCharges(lines, { per: 'YEAR', rates }, 'MONTH')
  expect(compared.gone).toBe(1)
  expect(compared.lines.map(({ change, before }) => [change, before])).toEqual([
    ['NEW', null],
    ['SAME', 0.2],
    ['CHANGED', 0.3],
  ])
})
