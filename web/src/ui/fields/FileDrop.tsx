/** The place to upload files: dropped here, or chosen with the button beside it (WCAG 2.5.7 asks for a way without dragging). */
import { prettyBytes } from '@corridor/domain/primitives/byte-size.ts'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import css from './FileDrop.module.css'

interface FileDropProps {
  label: string
  /** ".csv,.xlsx" */
  accept: string
  maxBytes: number
  multiple?: boolean
  disabled?: boolean
  /** True: every file arrives, whatever its kind and size, because the page shows each with its own reason. */
  takesAll?: boolean
  /** Only files of the right kind and size arrive here; the server looks again. */
  onFiles: (files: File[]) => void
}

export function FileDrop({ label, accept, maxBytes, multiple = false, disabled = false, takesAll = false, onFiles }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase())

  const take = (files: Iterable<File>) => {
    const problems: string[] = []
    const good = [...files].filter((file) => {
      const problem = takesAll
        ? null
        : !kinds.some((kind) => file.name.toLowerCase().endsWith(kind))
          ? `is not one of ${kinds.join(', ')}`
          : file.size > maxBytes
            ? `is larger than ${prettyBytes(maxBytes)}`
            : file.size === 0
              ? 'is empty'
              : null
      if (problem) problems.push(`${file.name} ${problem}.`)
      return problem === null
    })
    const taken = multiple ? good : good.slice(0, 1)
    if (good.length > taken.length) problems.push('One file at a time: only the first was taken.')
    setRefused(problems)
    if (taken.length > 0) onFiles(taken)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }

  return (
    <div>
      <div
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={26} stroke={1.5} aria-hidden />
        <p id={`${id}-label`}>{label}</p>
        <p className={css.hint}>
          {kinds.join(', ')} up to {prettyBytes(maxBytes)}
        </p>
        <Button variant="default" disabled={disabled} onClick={() => input.current?.click()} aria-describedby={`${id}-label`}>
          {multiple ? 'Choose files' : 'Choose a file'}
        </Button>
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={label}
          {...(takesAll ? {} : { accept })}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => {
            take(event.currentTarget.files ?? [])
            // The same file chosen again must be noticed again.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <div role="alert">
        {refused.map((problem) => (
          <p key={problem} className={css.refused}>
            {problem}
          </p>
        ))}
      </div>
    </div>
  )
}
