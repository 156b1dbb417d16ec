/** The text of an article, element by element; nothing of it is markup that the browser would read. */
import { createElement, Fragment, type ReactNode } from 'react'
import type { HelpArticle, HelpNode } from '../shared/help/article.ts'
import css from './Help.module.css'

interface HelpTextProps {
  nodes: readonly HelpNode[]
  /** Those that the person may open: another's name stays, without its link. */
  readable: readonly HelpArticle[]
  onOpen: (article: string) => void
}

export function HelpText({ nodes, readable, onOpen }: HelpTextProps): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return node
    const { tag, to, children } = node
    const inner = children.length > 0 ? <HelpText nodes={children} readable={readable} onOpen={onOpen} /> : undefined
    if (tag === 'a') {
      if (to === undefined || !readable.some(({ id }) => id === to)) return <Fragment key={index}>{inner}</Fragment>
      return (
        <button key={index} type="button" className={css.link} onClick={() => onOpen(to)}>
          {inner}
        </button>
      )
    }
    if (tag === 'table')
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard.
        <div key={index} className={css.table} role="group" aria-label="Table" tabIndex={0}>
          <table>{inner}</table>
        </div>
      )
    return createElement(tag, { key: index }, inner)
  })
}
