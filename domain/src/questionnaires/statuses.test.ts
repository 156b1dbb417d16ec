import { expect, test } from 'vitest'
import { questionnaireActions } from './statuses.ts'

test('an unsent questionnaire is sent or deleted, a sent one answered, a returned one reopened; one of no known status nothing', () => {
  expect([0, 1, 2, 3].map(questionnaireActions)).toEqual([['send', 'delete'], ['remind', 'answer', 'return'], ['reopen'], []])
})
