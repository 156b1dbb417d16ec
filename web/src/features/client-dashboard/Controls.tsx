/** The controls of the month, as a bank shows them to an examiner: what was examined, what was found, and how each was settled. */
import type { controlsStatement } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import css from './Controls.module.css'

type Statement = ReplyOf<typeof controlsStatement>

export function Controls({ statement: { examined, lines } }: { statement: Statement }) {
  if (!examined)
    return <EmptyState title="Not audited yet" why="The audits of this month have not run. Their statement appears here once they have." />
  return (
    <div className={css.controls}>
      <p>
        {examined.valued.toLocaleString('en-US')} of {counted(examined.policies, 'policy', 'policies')} valued, with{' '}
        {counted(examined.carriers, 'carrier', 'carriers')}, from {counted(examined.files, 'file', 'files')}.
      </p>
      <dl>
        {lines.map((line) => (
          <div key={line.check}>
            <dt>{line.title}</dt>
            <dd>
              <span className={line.open > 0 ? css.open : undefined}>{resultOf(line)}</span>
              {line.sentences.map((sentence) => (
                <span className={css.sentence} key={sentence}>
                  {sentence}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** "12 rules asked, 1 not asked; no exception" */
function resultOf({ asked, skipped, found, open }: Statement['lines'][number]): string {
  if (asked === 0) return 'Not asked this month'
  const rules = `${counted(asked, 'rule', 'rules')} asked${skipped > 0 ? `, ${skipped} not asked because data is missing` : ''}`
  if (found === 0) return `${rules}; no exception`
  return `${rules}; ${counted(found, 'exception', 'exceptions')}, ${open === 0 ? 'all settled' : `${open} being reviewed`}`
}
