/** Paper: what is printed stands beside the page and is alone on it while the browser prints. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './paper.module.css'

interface Paper {
  content: ReactNode
  /** In points; the printer's own paper unless said. */
  size?: { width: number; height: number }
}

/** @returns what the page draws, and what begins to print */
export function usePrint(): [ReactNode, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!paper) return
    const sheet = new CSSStyleSheet()
    if (paper.size)
      sheet.replaceSync(`@page { size: ${paper.size.width}pt ${paper.size.height}pt; margin: 0; @bottom-right { content: none } }`)
    document.adoptedStyleSheets.push(sheet)
    document.documentElement.classList.add('printing-paper')
    const done = () => setPaper(null)
    window.addEventListener('afterprint', done)
    let left = false
    const pictures = [...(box.current?.querySelectorAll('img') ?? [])]
    void Promise.all(pictures.map(there)).then(() => !left && window.print())
    return () => {
      left = true
      window.removeEventListener('afterprint', done)
      document.documentElement.classList.remove('printing-paper')
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [paper])
  const drawn = paper
    ? createPortal(
        <div ref={box} className={css.paper} aria-hidden>
          {paper.content}
        </div>,
        document.body,
      )
    : null
  return [drawn, useCallback((next: Paper) => setPaper(next), [])]
}

const there = async (picture: HTMLImageElement): Promise<void> => {
  if (picture.complete) return
  await new Promise((resolve) => {
    picture.onload = resolve
    picture.onerror = resolve
  })
}
