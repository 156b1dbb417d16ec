/** The shape of what is coming. It appears after 200 ms only, so that quick answers do not flicker. */
import { type ReactNode, useEffect, useState } from 'react'
import { StatTile, StatTiles } from '../layout/StatTile.tsx'
import css from './Skeletons.module.css'

const APPEARS_AFTER_MS = 200

/** Draws its children once the wait has become noticeable. */
export function Delayed({ children }: { children: ReactNode }) {
  const [noticeable, setNoticeable] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNoticeable(true), APPEARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css.delayed} data-shown={noticeable || undefined} aria-busy>
      <span className="visually-hidden" role="status">
        {noticeable ? 'Loading' : ''}
      </span>
      {children}
    </div>
  )
}

export const Bone = ({ width = '100%', height = 14 }: { width?: number | string; height?: number }) => (
  <span className={css.bone} style={{ width, height }} />
)

export function TableSkeleton({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <Delayed>
      <div className={css.table} data-shape="list">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={css.row}>
            {Array.from({ length: columns }, (_, column) => (
              <Bone key={column} width={column === 0 ? '70%' : '45%'} />
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  )
}

export const BlockSkeleton = ({ height }: { height: number }) => (
  <Delayed>
    <Bone height={height} />
  </Delayed>
)

/** A list on its way: title, search and filters, rows. */
export const ListPageSkeleton = () => (
  <div className={css.page}>
    <Head />
    <TableSkeleton rows={12} />
  </div>
)

/** Figures on their way below a title that stands: tiles, and panels beside each other. */
export const FiguresSkeleton = () => (
  <Delayed>
    <div className={css.page} data-shape="figures">
      <Bone height={132} />
      <div className={css.pair}>
        <Bone height={300} />
        <Bone height={300} />
      </div>
      <Bone height={320} />
    </div>
  </Delayed>
)

/** A page of figures on its way, its title too. */
export const FiguresPageSkeleton = () => (
  <div className={css.page}>
    <Head />
    <FiguresSkeleton />
  </div>
)

/** A record's form on its way below a title that stands: sections of fields, each under its label. */
export const FormSkeleton = () => (
  <Delayed>
    <div className={css.page} data-shape="form">
      {[6, 4].map((fields) => (
        <div key={fields} className={css.card}>
          <Bone width={180} height={20} />
          <div className={css.fields}>
            {Array.from({ length: fields }, (_, field) => (
              <div key={field} className={css.field}>
                <Bone width="40%" height={12} />
                <Bone height={40} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  </Delayed>
)

export const FormPageSkeleton = () => (
  <div className={css.page}>
    <Head />
    <FormSkeleton />
  </div>
)

/** A file on its way: its name, the bar of tools, and a sheet of paper. */
export const FilePageSkeleton = () => (
  <div className={css.page}>
    <Head />
    <Delayed>
      <div className={css.page} data-shape="file">
        <Bone height={48} />
        <div className={css.desk}>
          <Bone height={900} />
        </div>
      </div>
    </Delayed>
  </div>
)

/** A conversation on its way: its messages, and the facts beside them. */
export const ConversationPageSkeleton = () => (
  <div className={css.page}>
    <Head />
    <Delayed>
      <div className={css.beside} data-shape="conversation">
        <div className={css.page}>
          <Bone height={120} />
          <Bone height={90} />
          <Bone height={150} />
        </div>
        <Bone height={340} />
      </div>
    </Delayed>
  </div>
)

const Head = () => (
  <Delayed>
    <div className={css.page}>
      <Bone width={260} height={32} />
      <Bone width={200} />
    </div>
  </Delayed>
)

/** Tiles whose labels are known and whose figures are not: the same places, so that nothing moves when they come. */
export function TilesSkeleton({ label, labels }: { label: string; labels: readonly string[] }) {
  return (
    <Delayed>
      <StatTiles label={label}>
        {labels.map((each, index) => (
          <StatTile
            key={each}
            main={index === 0}
            label={each}
            value={<Bone width="60%" height={30} />}
            note={<Bone width="80%" height={index === 0 ? 20 : 39} />}
          />
        ))}
      </StatTiles>
    </Delayed>
  )
}
