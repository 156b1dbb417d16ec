/** The number to quote to an administrator: the server's log holds the same. */
import css from '../states/States.module.css'

export const Reference = ({ text }: { text: string }) => (
  <span className={css.quoted}>
    Reference <code>{text}</code>
  </span>
)
