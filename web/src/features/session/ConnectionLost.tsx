/** The server did not answer while the page was opening. */
import css from './ConnectionLost.module.css'

export function ConnectionLost() {
  return (
    <main className={css.page} id="content">
      <h1>Corridor cannot be reached</h1>
      <p>The server did not answer, or a part of the page did not arrive. Check your connection, then load the page again.</p>
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </main>
  )
}
