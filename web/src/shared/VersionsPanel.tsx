/** The versions that a set of defaults has had, newest first, each to be looked at as it was. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/fields/Button.tsx'
import { formatMoment } from '../ui/formats.ts'
import { Panel } from '../ui/layout/Panel.tsx'
import css from './VersionsPanel.module.css'

interface Version {
  version: number
  note: string | null
  createdBy: string | null
  createdAt: string
}

interface VersionsPanelProps<Of extends Version> {
  versions: readonly Of[]
  note?: string
  /** Further facts of one. */
  more?: (version: Of) => ReactNode
  /** The chosen one as it was. */
  Shown: (props: { version: number }) => ReactNode
}

export function VersionsPanel<Of extends Version>({ versions, note = 'Newest first', more, Shown }: VersionsPanelProps<Of>) {
  const [shown, setShown] = useState<number | null>(null)
  return (
    <Panel title="Versions" note={versions.length === 0 ? 'The version that comes with Corridor has not been changed.' : note}>
      {versions.length > 0 ? (
        <ul className={css.versions}>
          {versions.map((each) => (
            <li key={each.version}>
              <b>Version {each.version}</b>
              <span>
                {formatMoment(each.createdAt)}
                {each.createdBy ? `, ${each.createdBy}` : ''}
              </span>
              <span className={css.note}>{each.note ?? ''}</span>
              {more ? <span className={css.more}>{more(each)}</span> : null}
              <Button
                size="xs"
                variant="default"
                aria-expanded={shown === each.version}
                onClick={() => setShown(shown === each.version ? null : each.version)}
              >
                {shown === each.version ? 'Hide' : 'Show'}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {shown === null ? null : (
        <div className={css.shown}>
          <Shown version={shown} />
        </div>
      )}
    </Panel>
  )
}
