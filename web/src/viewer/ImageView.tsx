/** A picture: fitted, or larger; drawn from the file's bytes, which an img element never runs. */
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import { useEffect, useRef, useState } from 'react'
import { problemOf, readWhole, SHOWN_BYTES, ViewerError, type ViewProps } from './shown-file.ts'
import { zoomed } from './tools.ts'
import { usePrint } from './use-print.tsx'
import { useSize } from './use-size.ts'
import { ViewerFrame } from './ViewerFrame.tsx'
import css from './viewer.module.css'

const EDGE = 16

export function ImageView({ file, onProblem }: ViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const [address, setAddress] = useState<string>()
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  /** Null: as large as the place allows. */
  const [chosen, setChosen] = useState<number | 'width' | null>(null)
  const [quarter, setQuarter] = useState(0)
  const [paper, print] = usePrint()
  const ready = natural.width > 0

  useEffect(() => {
    const left = new AbortController()
    let made: string | undefined
    readWhole(file, SHOWN_BYTES.image, left.signal).then(
      (bytes) => {
        if (left.signal.aborted) return
        if (bytes.length === 0) return onProblem(new ViewerError('empty').problem)
        made = URL.createObjectURL(new Blob([bytes], { type: kindOfExtension(file.extension)?.mediaType ?? '' }))
        setAddress(made)
      },
      (error: unknown) => left.signal.aborted || onProblem(problemOf(error)),
    )
    return () => {
      left.abort()
      if (made) URL.revokeObjectURL(made)
      setAddress(undefined)
      setNatural({ width: 0, height: 0 })
    }
  }, [file, onProblem])

  const turned = quarter % 2 === 1
  const [wide, high] = turned ? [natural.height, natural.width] : [natural.width, natural.height]
  const room = { width: size.width - 2 * EDGE, height: size.height - 2 * EDGE }
  const fitWidth = wide > 0 ? room.width / wide : 1
  const scale = chosen === 'width' ? fitWidth : (chosen ?? Math.min(1, fitWidth, high > 0 ? room.height / high : 1))
  return (
    <ViewerFrame
      scroller={scroller}
      ready={ready}
      tools={
        ready
          ? {
              zoom: {
                percent: scale * 100,
                by: (steps) => setChosen(zoomed(scale, steps)),
                fitWidth: () => setChosen('width'),
                fitPage: () => setChosen(null),
              },
              rotate: () => setQuarter((quarter + 1) % 4),
              print: { start: () => print({ content: <img src={address} alt="" /> }) },
            }
          : {}
      }
    >
      <div ref={scroller} className={css.scroller} tabIndex={0} role="region" aria-label={file.displayName}>
        <div className={css.picture} style={ready ? { width: wide * scale, height: high * scale } : {}}>
          {address ? (
            <img
              src={address}
              alt={file.displayName}
              style={{ width: natural.width * scale || undefined, transform: `translate(-50%, -50%) rotate(${quarter * 90}deg)` }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setNatural({ width: naturalWidth, height: naturalHeight })}
              onError={() => onProblem(new ViewerError('broken').problem)}
            />
          ) : null}
        </div>
      </div>
      {paper}
    </ViewerFrame>
  )
}
