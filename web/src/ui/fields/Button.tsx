/**
 * Buttons, and links that look like them: filled for the one thing to do, accent where it brings a workflow forward (release, post, sign), default for
 * the others, gray for those that take a step back, subtle for ways out, danger for what hurts.
 */
import type { ComponentProps, ReactNode } from 'react'
import css from './Button.module.css'
import { Link } from './Link.tsx'

interface Look {
  variant?: 'filled' | 'accent' | 'default' | 'gray' | 'subtle' | 'danger'
  /** xs inside tables and toolbars. */
  size?: 'xs' | 'sm'
  fullWidth?: boolean
  /** An icon before the words. */
  leftSection?: ReactNode
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Look {
  /** True: it is working; it cannot be pressed again and keeps its width. */
  loading?: boolean
}

export function Button({
  variant = 'filled',
  size = 'sm',
  fullWidth = false,
  leftSection,
  loading = false,
  disabled = false,
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      disabled={disabled || loading}
      className={css.button}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-loading={loading || undefined}
    >
      <span className={css.words}>
        {leftSection}
        {children}
      </span>
      {loading ? <span className={css.spinner} role="img" aria-label="Working" /> : null}
    </button>
  )
}

export function LinkButton({
  variant = 'filled',
  size = 'sm',
  fullWidth = false,
  leftSection,
  children,
  ...link
}: Omit<ComponentProps<typeof Link>, 'className'> & Look) {
  return (
    <Link {...link} className={css.button} data-variant={variant} data-size={size} data-full={fullWidth || undefined}>
      <span className={css.words}>
        {leftSection}
        {children}
      </span>
    </Link>
  )
}
