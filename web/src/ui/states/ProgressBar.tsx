/** How much of something is done. The figure stands beside it; the bar is for the eye. */
import css from './ProgressBar.module.css'

export function ProgressBar({ label, value, of }: { label: string; value: number; of: number }) {
  const share = of === 0 ? 0 : Math.min(1, value / of)
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
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}
