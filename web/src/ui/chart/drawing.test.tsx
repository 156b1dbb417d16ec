import type { Scene, Size } from '@corridor/domain/reports/charts/scene.ts'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Drawing } from './Drawing.tsx'

/** Three months on a picture 640 wide, which is the width where nothing is laid out. */
const scene = ({ width, height }: Size): Scene => ({
  width,
  height,
  marks: [],
  points: [100, 320, 600].map((x) => ({ x, dots: [] })),
  top: 0,
  bottom: height,
})
const drawing = (point: number | null) => (
  <Drawing
    scene={scene}
    height={200}
    point={point}
    onPoint={() => undefined}
    head={['Month', 'Value']}
    points={[
      ['August', '$1.00'],
      ['September', '$2.00'],
      ['October', '$3.00'],
    ]}
  />
)

test('the figures of a month stand on the side of it that has more room, so that they never run over the edge', () => {
  const { rerender } = render(drawing(0))
  const side = (month: string) => {
    const { left, right } = screen.getByText(month).parentElement?.style ?? {}
    return { left, right }
  }
  expect(side('August')).toEqual({ left: '112px', right: '' })
  rerender(drawing(1))
  expect(side('September')).toEqual({ left: '332px', right: '' })
  rerender(drawing(2))
  expect(side('October')).toEqual({ left: '', right: '52px' })
  rerender(drawing(null))
  expect(screen.queryByText('October')).toBeNull()
})

test('a chart that has left the page is watched no longer', () => {
  const watched = new Set<object>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {
        watched.add(this)
      }
      disconnect(): void {
        watched.delete(this)
      }
    },
  )
  const { unmount } = render(drawing(null))
  expect(watched.size).toBe(1)
  unmount()
  expect(watched.size).toBe(0)
})

test('a chart that is printed before the browser has laid it out is drawn before the paper is', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  const { container } = render(drawing(null))
  expect(container.querySelector('svg')).toBeNull()
  window.dispatchEvent(new Event('beforeprint'))
  expect(container.querySelector('svg')?.getAttribute('width')).toBe('640')
})
