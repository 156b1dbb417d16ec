/** Takes a text that is entered elsewhere: at a bank's provider, in the settings of a script. */
import { IconCopy } from '@tabler/icons-react'
import { toast } from '../../kernel/toasts.ts'
import { Button } from './Button.tsx'

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied.'),
      () => toast.error('The browser did not allow copying.'),
    )
  return (
    <Button variant="default" size="xs" leftSection={<IconCopy size={15} aria-hidden />} onClick={() => void copy()} aria-label={label}>
      Copy
    </Button>
  )
}
