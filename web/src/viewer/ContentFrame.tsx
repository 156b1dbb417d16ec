/** Shows what others wrote where it can do nothing: an opaque origin, no script, no form, no way out. */
import css from './viewer.module.css'

interface ContentFrameProps {
  title: string
  /** Made by `contentPage`. */
  html: string
  /** In pixels; without them the frame fills its place and scrolls itself. */
  size?: { width: number; height: number }
}

export const ContentFrame = ({ title, html, size }: ContentFrameProps) => (
  <iframe
    className={css.content}
    title={title}
    sandbox=""
    referrerPolicy="no-referrer"
    srcDoc={html}
    {...(size ? { style: size, tabIndex: -1, 'data-sized': true } : {})}
  />
)
