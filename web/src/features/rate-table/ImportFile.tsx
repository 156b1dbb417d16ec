/** Parts of both imports: the file that is chosen, what is wrong with it line by line, and what it would change. */

import { counted } from '@corridor/domain/primitives/counted.ts'
import { saveFile } from '../../kernel/call.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import css from './rate-table.module.css'

export interface ChosenFile {
  name: string
  text: string
}
const MOST_BYTES = 1_000_000
/** The first lines of a file that is wrong from top to bottom tell why. */
const PROBLEMS_SHOWN = 20

export function FileChoice({
  file,
  label,
  template,
  columns,
  onFile,
}: {
  file: ChosenFile | null
  label: string
  template: { name: string; text: string }
  columns: string
  onFile: (file: ChosenFile) => void
}) {
  return (
    <>
      <FileDrop
        label={file ? `${file.name} is read below. Choose another file in its place.` : label}
        accept=".csv,.txt"
        maxBytes={MOST_BYTES}
        onFiles={([chosen]) => {
          if (chosen) void chosen.text().then((text) => onFile({ name: chosen.name, text }))
        }}
      />
      <p className={css.hint}>
        {columns}{' '}
        <Button
          size="xs"
          variant="subtle"
          onClick={() => saveFile(new Blob([`\uFEFF${template.text}`], { type: 'text/csv;charset=utf-8' }), template.name)}
        >
          Download a template
        </Button>
      </p>
    </>
  )
}

interface Shown {
  added: number
  changed: number
  same: number
  problems: readonly { line: number; message: string }[]
  notes: readonly string[]
}

/** @param what one of them is called: "rate" */
export function Findings({ preview, what }: { preview: Shown; what: string }) {
  const { added, changed, same, problems, notes } = preview
  return (
    <div role="status">
      {problems.length > 0 ? (
        <div className={css.problems}>
          <p>{`${counted(problems.length, 'problem')}. Nothing in the file is saved until every line is correct.`}</p>
          <ul>
            {problems.slice(0, PROBLEMS_SHOWN).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <b>{`Line ${line.toLocaleString('en-US')}`}</b>: {message}
              </li>
            ))}
          </ul>
          {problems.length > PROBLEMS_SHOWN ? <p>{`${counted(problems.length - PROBLEMS_SHOWN, 'further problem')}.`}</p> : null}
        </div>
      ) : (
        <p
          className={css.counts}
        >{`${counted(added, `new ${what}`)}, ${counted(changed, 'correction')}, ${same.toLocaleString('en-US')} unchanged.`}</p>
      )}
      {notes.length > 0 ? (
        <ul className={css.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
