/** Files that the person has not opened yet; nothing when there are none. */
import type { NewFile } from '@corridor/contract/client-menus.ts'
import { fileByPath } from '@corridor/contract/downloads.ts'
import { openedPath, opensInNewWindow } from '@corridor/domain/files/document-paths.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { IconFileText } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { urlOf } from '../../kernel/call.ts'
import { NEW_FILES, noteOpened, useNewFiles } from '../../kernel/new-files.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './ClientDashboardPage.module.css'

const SHOWN = 4

export function NewFiles() {
  const { total, files } = useNewFiles().data ?? { total: 0, files: [] }
  const isAskedFor = useRouterState({ select: ({ location }) => location.hash === NEW_FILES })
  const [isWhole, setWhole] = useState(false)
  if (total === 0) return null
  const shown = isWhole || isAskedFor ? files : files.slice(0, SHOWN)
  const hidden = files.length - shown.length
  const more = total - files.length
  return (
    <Panel
      id={NEW_FILES}
      title="New files"
      note={`${counted(total, 'file')} not opened yet`}
      flush
      {...(hidden > 0
        ? {
            footer: (
              <Button variant="default" size="xs" onClick={() => setWhole(true)}>
                Show all {formatCount(files.length)}
              </Button>
            ),
          }
        : more > 0
          ? { footer: <span>and {formatCount(more)} more among your reports and documents</span> }
          : {})}
    >
      <ul className={css.reports}>
        {shown.map((file) => (
          <li key={`${file.kind} ${file.id}`}>
            <span className={css.name}>
              <IconFileText size={18} stroke={1.6} aria-hidden />
              <FileLink file={file} />
            </span>
            <span className={css.meta} data-under>
              {file.typeName}, {file.carrierName ? `${file.carrierName}, ` : ''}
              {file.extension === 'pdf' ? '' : `${file.extension.toUpperCase()}, `}
              {formatDay(file.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function FileLink({ file }: { file: NewFile }) {
  if (file.kind === 'REPORT') return <Link to={paths.viewReport(file.id)}>{file.displayName}</Link>
  if (!opensInNewWindow(file)) return <Link to={paths.viewDocument(file.id)}>{file.displayName}</Link>
  return (
    <a
      href={urlOf(fileByPath, { path: openedPath(file), inline: true })}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => noteOpened('DOCUMENT', file.id)}
    >
      {file.displayName}
    </a>
  )
}
