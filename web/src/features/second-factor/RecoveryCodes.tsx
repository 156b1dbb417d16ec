/** Ten recovery codes, shown this once: to copy, save or print, and to be confirmed as stored. */
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Field.tsx'
import css from './second-factor.module.css'

export function RecoveryCodes({
  codes,
  email,
  onDone,
  doneLabel,
}: {
  codes: readonly string[]
  email: string
  onDone: () => void
  doneLabel: string
}) {
  const [stored, setStored] = useState(false)
  const text = `Recovery codes for Corridor\n${email}\n\n${codes.join('\n')}\n\nEach works once, in place of your second factor. Keep them apart from your password.\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied.'),
      () => toast.error('The browser did not allow the codes to be copied. Save or print them instead.'),
    )
  return (
    <div className={css.recovery}>
      <div data-print-alone>
        <p className={css.onPaper}>Recovery codes for Corridor · {email}</p>
        <ol className={css.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className={css.onPaper}>Each works once, in place of your second factor. Keep them apart from your password.</p>
      </div>
      <div className={css.actions}>
        <Button variant="default" size="xs" leftSection={<IconCopy size={15} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'corridor-recovery-codes.txt')}
        >
          Save as text
        </Button>
        <Button variant="default" size="xs" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <Checkbox
        label="I have stored these codes where I can find them without this device"
        checked={stored}
        onChange={setStored}
        hint="They are not shown again. You can make new ones on your profile at any time."
      />
      <Button fullWidth disabled={!stored} onClick={onDone}>
        {doneLabel}
      </Button>
    </div>
  )
}
