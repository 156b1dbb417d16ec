/** The place of the page in the frame: the page, its outline while it is on its way, or what went wrong. */
import { Component, type ReactNode, Suspense } from 'react'
import { useRouterState } from './kernel/routing/use-router.ts'
import { PageFailure } from './ui/PageFailure.tsx'
import { PageSkeleton } from './ui/Skeletons.tsx'

export function Outlet() {
  const match = useRouterState((state) => state.match)
  if (!match) return null
  const { Page, error } = match
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Boundary attempt={match}>{Page ? <Page /> : error ? <Failed error={error} /> : <PageSkeleton />}</Boundary>
    </Suspense>
  )
}

function Failed({ error }: { error: unknown }): ReactNode {
  throw error
}

interface BoundaryProps {
  /** Another one is a new attempt. */
  attempt: unknown
  children: ReactNode
}
interface BoundaryState {
  attempt: unknown
  error: Error | null
}

/** React catches errors of rendering in classes only. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { attempt: this.props.attempt, error: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ attempt }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return attempt === state.attempt ? null : { attempt, error: null }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? <PageFailure error={error} reset={() => this.setState({ error: null })} /> : this.props.children
  }
}
