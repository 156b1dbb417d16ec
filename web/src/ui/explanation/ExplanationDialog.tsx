/** How one figure comes about: formula in words and with its numbers, what it sums, where it is laid down; and the way further, down to the carrier's line. */

import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import type { Explanation } from '@corridor/domain/reports/explanation/explanation.ts'
import { aboutFigure } from '@corridor/domain/service-requests/subject-matter.ts'
import { useEffect, useState } from 'react'
import { Button } from '../fields/Button.tsx'
import { Modal } from '../overlays/Modal.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { BlockSkeleton } from '../states/Skeletons.tsx'
import { AskAbout, useMayAsk } from './AskAbout.tsx'
import { ExplanationView, sentence } from './ExplanationView.tsx'
import type { Explainer } from './explainer.ts'
import { useFigurePlace } from './place.ts'

interface ExplanationDialogProps {
  first: FigureAddress
  load: () => Promise<Explainer>
  trace: ((policyId: number) => void) | undefined
  onClose: () => void
}

export function ExplanationDialog({ first, load, trace, onClose }: ExplanationDialogProps) {
  const [explainer, setExplainer] = useState<{ explain: Explainer } | null>(null)
  const place = useFigurePlace()
  const mayAsk = useMayAsk()
  // The figures that were opened one out of the other, the last in sight.
  const [way, setWay] = useState<readonly (FigureAddress | Explanation)[]>([first])
  useEffect(() => {
    let left = false
    void load().then((explain) => {
      if (!left) setExplainer({ explain })
    })
    return () => {
      left = true
    }
  }, [load])
  const last = way.at(-1) ?? first
  const explanation = explainer && ('title' in last ? last : explainer.explain(last))
  return (
    <Modal
      title={explanation ? sentence(explanation.title) : 'How this figure is calculated'}
      width={640}
      onClose={onClose}
      footer={
        (explanation && mayAsk) || way.length > 1 ? (
          <>
            {explanation ? <AskAbout about={() => aboutFigure(explanation, place())} /> : null}
            {way.length > 1 ? (
              <Button variant="default" onClick={() => setWay(way.slice(0, -1))}>
                Back
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {explainer === null ? <BlockSkeleton height={360} /> : null}
      {explainer && !explanation ? <EmptyState title="No explanation is recorded for this figure" why="It is used as recorded." /> : null}
      {explanation ? (
        <ExplanationView key={way.length} shown={takeFocus} explanation={explanation} trace={trace} onOpen={(by) => setWay([...way, by])} />
      ) : null}
    </Modal>
  )
}

/** The pressed button is gone with the figure it belonged to: the keyboard goes on from the new one, and the reader begins at its title. */
const takeFocus = (element: HTMLElement | null) => {
  if (!element) return
  // A browser would scroll a list taller than the window past the title and the button that closes it.
  element.focus({ preventScroll: true })
  const around = element.closest('dialog')
  if (around) around.scrollTop = 0
}
