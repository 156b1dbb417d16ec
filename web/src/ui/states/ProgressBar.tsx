/** How much of something is done. The figure stands beside it; the bar is for the eye. @param failed how many of the value went wrong */
import css from './ProgressBar.module.css'

export function ProgressBar({ label, value, of, failed = 0 }: { label: string; value: number; of: number; failed?: number }) {
  const percent = (part: number) => `${of === 0 ? 0 : Math.min(1, part / of) * 100}%`
  return (
    <span
      className={css.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value}
      data-done={value >= of || undefined}
    >
      <span style={{ width: percent(value - failed) }} />
      {failed > 0 ? <span data-failed style={{ width: percent(failed) }} /> : null}
    </span>
  )
}
