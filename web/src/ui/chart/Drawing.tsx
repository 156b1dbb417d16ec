/** The picture of a chart: a scene (domain/chart-scene.ts) as SVG in the width there is, and the month under the pointer or the keyboard. */
import type { Scene, Size } from '@corridor/domain/reports/charts/scene.ts'
import { createElement, type PointerEvent, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import css from './Chart.module.css'

interface DrawingProps {
  scene: (size: Size) => Scene
  height: number
  /** The data point that is read, shown with its figures. */
  point: number | null
  onPoint: (point: number | null) => void
  /** The figures' columns; the first word names the row. */
  head: readonly string[]
  points: readonly (readonly string[])[]
}

/** Where nothing is laid out, as in tests without a browser. */
const NO_LAYOUT = 640

export function Drawing({ scene, height, point, onPoint, head, points }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  // Told by the browser once it has laid out the page: asking for the width would have it lay out everything in the middle of drawing, and the
  // picture would wait in the same long task. Its height is kept, so that nothing jumps.
  useEffect(() => {
    const element = host.current
    if (!element) return
    const observer = new ResizeObserver(() => startTransition(() => setWidth(element.clientWidth || NO_LAYOUT)))
    observer.observe(element)
    // A page that is printed as soon as it is open would leave its charts blank: they are drawn before the paper is.
    const draw = () => flushSync(() => setWidth((known) => known || element.clientWidth || NO_LAYOUT))
    window.addEventListener('beforeprint', draw)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', draw)
    }
  }, [])
  const drawn = width > 0 ? scene({ width, height }) : null
  const shown = point === null ? undefined : drawn?.points[point]
  const reading = point === null ? undefined : points[point]
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (!drawn) return
    const box = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    const distances = drawn.points.map((each) =>
      drawn.isScatter ? Math.hypot(each.x - x, ...each.dots.map((dot) => dot.y - y)) : Math.abs(each.x - x),
    )
    onPoint(distances.length > 0 ? distances.indexOf(Math.min(...distances)) : null)
  }
  return (
    <div ref={host} className={css.drawing} style={{ height }} onPointerMove={onPointer} onPointerDown={onPointer} aria-hidden>
      {drawn ? (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} focusable="false">
          {drawn.marks.map(({ tag, attributes, text }, index) => createElement(tag, { key: index, ...attributes }, text))}
          {shown ? (
            <g className={css.pointer}>
              {drawn.isScatter ? null : <line x1={shown.x} x2={shown.x} y1={drawn.top} y2={drawn.bottom} />}
              {shown.dots.map((dot, index) => (
                <circle key={index} cx={shown.x} cy={dot.y} r={4} fill={dot.color} />
              ))}
            </g>
          ) : null}
        </svg>
      ) : null}
      {shown && reading ? (
        // On the side with more room, so that it hides neither the line nor the edge.
        <div className={css.tip} style={shown.x > width / 2 ? { right: width - shown.x + 12 } : { left: shown.x + 12 }}>
          <b>{reading[0]}</b>
          {reading.slice(1).map((cell, index) => (
            <div key={head[index + 1]}>
              <span>{head[index + 1]}</span>
              <span>{cell}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}
