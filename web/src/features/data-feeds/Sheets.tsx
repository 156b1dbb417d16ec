/** The sheets of a workbook: which are read, why the others are not, and the choice of others. */
import { chooseSheets, getFile, listFiles, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import feeds from './feeds.module.css'
import { ReasonAction } from './ReasonAction.tsx'
import { type FileReply, isOpen } from './statuses.ts'

type Sheet = FileReply['sheets'][number]

export function Sheets({ file }: { file: FileReply }) {
  const mayChange = useCan(chooseSheets.access) && isOpen(file)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const read = file.sheets.flatMap(({ name, isRead }) => (isRead ? [name] : []))
  const wanted = chosen ?? read
  const isChanged = wanted.length !== read.length || wanted.some((name) => !read.includes(name))
  return (
    <Panel
      title="Sheets of the workbook"
      note={`${read.length} of ${file.sheets.length} read. Leave out a sheet that repeats policies or holds another month, or read one that is hidden.`}
      footer={
        mayChange && isChanged && wanted.length > 0 ? (
          <div className={feeds.selection}>
            <ReasonAction
              endpoint={chooseSheets}
              input={(reason) => ({ id: file.id, sheets: [...wanted], reason, updatedAt: file.updatedAt })}
              invalidates={[getFile, listFindings, listRows, listFiles, listMappingProposals]}
              label={wanted.length === 1 ? 'Read one sheet' : `Read ${wanted.length} sheets`}
              title={`Read ${wanted.length === 1 ? `the sheet “${wanted[0]}” alone` : `these ${wanted.length} sheets`}?`}
              text="The file is read again. Decisions on rows of the sheets that stay are kept; rows of the others are not in the file any more, and get no value from it."
              success="The chosen sheets were read."
              onDone={() => setChosen(null)}
            />
          </div>
        ) : undefined
      }
    >
      <ul className={feeds.list}>
        {file.sheets.map((sheet) => (
          <li key={sheet.name}>
            <Checkbox
              label={sheet.name}
              hint={aboutSheet(sheet)}
              checked={wanted.includes(sheet.name)}
              disabled={!mayChange || !sheet.mayBeRead}
              onChange={(isWanted) => setChosen(isWanted ? [...wanted, sheet.name] : wanted.filter((name) => name !== sheet.name))}
            />
          </li>
        ))}
      </ul>
      {wanted.length === 0 ? <p role="status">Choose at least one sheet.</p> : null}
    </Panel>
  )
}

const aboutSheet = ({ isRead, reason, rows, period, institutionName }: Sheet): string =>
  isRead
    ? [rows === 1 ? '1 row' : `${formatCount(rows)} rows`, period === null ? null : formatMonth(plainDate(period)), institutionName]
        .filter((part) => part !== null)
        .join(', ')
    : `Not read: ${reason}.`
