import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TextArea, TextField } from '../fields/Field.tsx'
import { ConfirmModal } from './Modal.tsx'

const open = (given: { enterConfirms?: boolean; ready?: boolean }) => {
  const [confirmed, canceled] = [vi.fn(), vi.fn()]
  render(
    <ConfirmModal title="Rename" confirmLabel="Rename" onConfirm={confirmed} onCancel={canceled} {...given}>
      <TextField label="Name" value="Laptop" onChange={() => undefined} />
      <TextArea label="Note" value="" onChange={() => undefined} />
      <input role="combobox" aria-label="Place" aria-expanded={false} aria-controls="none" />
    </ConfirmModal>,
  )
  return { confirmed, canceled }
}

test('Enter in a field of one line does what the dialog is for, and never cancels it', async () => {
  const { confirmed, canceled } = open({ enterConfirms: true })
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
  expect([confirmed.mock.calls.length, canceled.mock.calls.length]).toEqual([1, 0])
})

test.each(['Note', 'Place'])('Enter in %s, where it means something else, confirms nothing', (label) => {
  const { confirmed } = open({ enterConfirms: true })
  fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' })
  expect(confirmed).not.toHaveBeenCalled()
})

test.each([[{ enterConfirms: true, ready: false }], [{}]])('Enter confirms nothing in a dialog with %j', async (given) => {
  const { confirmed } = open(given)
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
  expect(confirmed).not.toHaveBeenCalled()
})
