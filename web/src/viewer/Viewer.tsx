/** The one viewer: what the file is, what can be done with it, the file itself by its kind, and the way to its neighbors. */
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import { IconChevronLeft, IconChevronRight, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../kernel/toasts.ts'
import { Button } from '../ui/fields/Button.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { PhoneActions } from '../ui/layout/PhoneActions.tsx'
import { beginPdf } from './pdf/begin.ts'
import { PROBLEMS, type Problem, type ShownFile, type ViewProps } from './shown-file.ts'
import { isTyping } from './ViewerFrame.tsx'
import css from './viewer.module.css'

const VIEWS: Record<'pdf' | 'image' | 'sheet' | 'document' | 'text', ComponentType<ViewProps>> = {
  pdf: lazy(() => import('./pdf/PdfView.tsx').then((part) => ({ default: part.PdfView }))),
  image: lazy(() => import('./ImageView.tsx').then((part) => ({ default: part.ImageView }))),
  sheet: lazy(() => import('./SheetView.tsx').then((part) => ({ default: part.SheetView }))),
  document: lazy(() => import('./DocxView.tsx').then((part) => ({ default: part.DocxView }))),
  text: lazy(() => import('./TextView.tsx').then((part) => ({ default: part.TextView }))),
}

interface Neighbor {
  to: string
  displayName: string
}

interface ViewerProps {
  /** The same object until another file is shown. */
  file: ShownFile
  crumbs: ReactNode
  /** The file in one line. */
  note: ReactNode
  /** Below: receipts, links to where it came from. */
  more?: ReactNode
  /** Before saving it: on a phone, saving stands in the menu then. */
  main?: ReactNode
  /** A phone keeps them in one menu. */
  actions?: ReactNode
  previous: Neighbor | null
  next: Neighbor | null
  /** "3 of 12". */
  place: string
  save: () => Promise<unknown>
  /** Its address for a tab of its own; null for what a browser only saves. */
  address: string | null
  /** Where the person came from. */
  onBack: () => void
}

export function Viewer({ file, crumbs, note, more, main, actions, previous, next, place, save, address, onBack }: ViewerProps) {
  const router = useRouter()
  // An error belongs to the file it occurred with.
  const [failed, setFailed] = useState<{ file: ShownFile; problem: Problem } | null>(null)
  const onProblem = useCallback((problem: Problem) => setFailed({ file, problem }), [file])
  const problem = failed?.file === file ? failed.problem : obviousProblem(file)
  const preview = kindOfExtension(file.extension)?.preview ?? 'none'
  const View = preview === 'none' ? null : VIEWS[preview]
  useEffect(() => {
    if (preview === 'pdf') beginPdf(file)
  }, [preview, file])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const action = keyAction(event)
    if (!action) return
    event.preventDefault()
    action()
  }
  const keyAction = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === 'Escape') return onBack
    if (isTyping(event.target)) return undefined
    // Beside one another in a list, files replace one another in the history: Back leads to the list.
    if (event.key === 'n' && next) return () => void router.navigate({ href: next.to, replace: true })
    if (event.key === 'p' && previous) return () => void router.navigate({ href: previous.to, replace: true })
    return undefined
  }
  return (
    <article className={css.viewer} onKeyDown={onKeyDown}>
      <PageHeader
        crumbs={crumbs}
        title={file.displayName}
        note={note}
        actions={
          <>
            {previous || next ? (
              <nav className={css.neighbors} aria-label="Files beside this one">
                <Step to={previous} label="Previous file" icon={<IconChevronLeft size={17} aria-hidden />} />
                <span className={css.place}>{place}</span>
                <Step to={next} label="Next file" icon={<IconChevronRight size={17} aria-hidden />} />
              </nav>
            ) : null}
            {main}
            <PhoneActions>
              {actions}
              {address ? (
                <a className={css.outside} href={address} target="_blank" rel="noopener">
                  <IconExternalLink size={17} aria-hidden />
                  Open in new tab
                </a>
              ) : null}
              {main ? <SaveButton save={save} /> : null}
            </PhoneActions>
            {main ? null : <SaveButton save={save} />}
          </>
        }
      />
      {problem || !View ? (
        <ProblemNotice problem={problem ?? PROBLEMS.unknown} save={save} />
      ) : (
        <Suspense
          fallback={
            <div className={css.frame} aria-busy>
              <div className={css.stage}>
                <div className={css.opening} role="status">
                  Opening the file …
                </div>
              </div>
            </div>
          }
        >
          <View file={file} onProblem={onProblem} />
        </Suspense>
      )}
      {more}
    </article>
  )
}

const obviousProblem = ({ sizeBytes, extension }: ShownFile): Problem | undefined =>
  sizeBytes === 0 ? PROBLEMS.empty : (kindOfExtension(extension)?.preview ?? 'none') === 'none' ? PROBLEMS.unknown : undefined

function ProblemNotice({ problem, save }: { problem: Problem; save: () => Promise<unknown> }) {
  const notice = useRef<HTMLDivElement>(null)
  // The keys of the viewer work here too, unless the person is already somewhere else on the page.
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'content') notice.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={notice} className={css.problem} role="alert" tabIndex={-1}>
      <h2>{problem.title}</h2>
      <p>{problem.why}</p>
      {problem.saved ? <SaveButton save={save} filled /> : null}
    </div>
  )
}

function SaveButton({ save, filled = false }: { save: () => Promise<unknown>; filled?: boolean }) {
  const [running, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    try {
      await save()
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      loading={running}
      leftSection={<IconDownload size={17} aria-hidden />}
      onClick={() => void run()}
    >
      Download
    </Button>
  )
}

function Step({ to, label, icon }: { to: Neighbor | null; label: string; icon: ReactNode }) {
  if (!to)
    return (
      <span className={css.step} data-off>
        {icon}
      </span>
    )
  return (
    <Link className={css.step} to={to.to} replace aria-label={`${label}: ${to.displayName}`} title={to.displayName}>
      {icon}
    </Link>
  )
}
