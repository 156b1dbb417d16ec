import { act, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { takeStepKey, useSteps } from './use-steps.ts'

function editor() {
  let now = 'a'
  const hook = renderHook(() =>
    useSteps(
      now,
      (state) => state,
      (state) => {
        now = state
      },
    ),
  )
  const act1 = (work: () => void) => {
    act(work)
    hook.rerender()
  }
  return {
    steps: () => hook.result.current,
    now: () => now,
    step: (to: string, did?: string) => act1(() => hook.result.current.step(to, did)),
    undo: () => act1(() => hook.result.current.undo?.()),
    redo: () => act1(() => hook.result.current.redo?.()),
    elsewhere: (to: string) => {
      now = to
      hook.rerender()
    },
  }
}

test('steps are said, taken back in their order and done again; a new step ends what could be done again', () => {
  const { steps, now, step, undo, redo } = editor()
  expect([steps().undo, steps().redo]).toEqual([undefined, undefined])
  step('b', 'B came.')
  step('c', 'C came.')
  expect([now(), steps().said]).toEqual(['c', 'C came.'])
  undo()
  expect([now(), steps().said]).toEqual(['b', 'Undone.'])
  undo()
  expect([now(), steps().undo]).toEqual(['a', undefined])
  redo()
  expect([now(), steps().said]).toEqual(['b', 'Done again.'])
  redo()
  expect([now(), steps().redo]).toEqual(['c', undefined])
  undo()
  step('d')
  expect([now(), steps().redo, steps().said]).toEqual(['d', undefined, 'Undone.'])
})

test('what changes nothing is said and is no step', () => {
  const { steps, step } = editor()
  step('a', 'It is first already.')
  expect([steps().said, steps().undo]).toEqual(['It is first already.', undefined])
})

test('what somebody else puts there ends the steps that were before it', () => {
  const { steps, step, elsewhere } = editor()
  step('b')
  elsewhere('theirs')
  expect([steps().undo, steps().redo]).toEqual([undefined, undefined])
})

test('a hundred steps can be taken back, the first of more are over', () => {
  const { now, step, undo, steps } = editor()
  for (let count = 1; count <= 102; count++) step(`s${count}`)
  for (let count = 1; count <= 100; count++) undo()
  expect([now(), steps().undo]).toEqual(['s2', undefined])
})

test.each([
  [{ ctrlKey: true, key: 'z' }, true, 'undo'],
  [{ metaKey: true, key: 'Z' }, true, 'undo'],
  [{ ctrlKey: true, shiftKey: true, key: 'Z' }, true, 'redo'],
  [{ key: 'z' }, false, null],
  [{ ctrlKey: true, key: 'y' }, false, null],
])('the keys %j', (keys, isTaken, does) => {
  let done: string | null = null
  const event = { ctrlKey: false, metaKey: false, shiftKey: false, ...keys } as KeyboardEvent
  const taken = takeStepKey(event, {
    said: '',
    say: () => undefined,
    undo: () => {
      done = 'undo'
    },
    redo: () => {
      done = 'redo'
    },
  })
  expect([taken, done]).toEqual([isTaken, does])
})
