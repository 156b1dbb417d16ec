/** The end of a questionnaire: what is left, section by section; then the statement, the signature and the return. */
import { listActiveAnnouncements } from '@corridor/contract/announcements.ts'
import { getMyQuestionnaire, returnQuestionnaire } from '@corridor/contract/questionnaire-sheet.ts'
import { bookRows } from '@corridor/domain/questionnaires/answers.ts'
import { questionOf } from '@corridor/domain/questionnaires/definition.ts'
import { call } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { type Signature, SigningForm } from '../../shared/signing/SigningForm.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './answering.module.css'
import type { Answering } from './answering.ts'

const NAMED = 8

export function SignPanel({ answering }: { answering: Answering }) {
  const { sheet, progress, keeper } = answering
  const sign = useAction(returnQuestionnaire, { invalidates: [getMyQuestionnaire, listActiveAnnouncements], quiet: true })
  const left = progress.flatMap((section) => section.left)
  const remaining = left.length === 0 ? null : `${left.length} ${left.length === 1 ? 'answer is' : 'answers are'} left.`
  const { id } = sheet.questionnaire

  const submit = async (signature: Signature) => {
    const now = await call(getMyQuestionnaire, { year: sheet.questionnaire.year }).catch(() => null)
    const seen = now?.sheet
    const colleague =
      seen &&
      seen.answers.some(
        (answer) =>
          (keeper.kept.get().get(answer.row === '' ? answer.question : `${answer.question}/${answer.row}`)?.version ?? 0) < answer.version,
      )
    if (!seen || colleague) {
      await invalidate(getMyQuestionnaire)
      if (colleague) toast.error('A colleague answered in the meantime. Review the answers again, then sign.')
      return
    }
    const outcome = await sign.run({ id, ...signature, answersSha256: seen.answersSha256 })
    if (outcome.ok) toast.success('Signed and returned. Your service team is notified.')
    else await invalidate(getMyQuestionnaire)
  }

  return (
    <Panel title="Review and sign" note={remaining ?? 'Everything is answered.'}>
      <div className={css.main}>
        {progress
          .filter((section) => section.left.length > 0)
          .map((section) => (
            <div key={section.code}>
              <h3>
                <Link to={paths.myQuestionnaire(section.code)}>
                  {sheet.content.sections.find(({ code }) => code === section.code)?.title}
                </Link>
              </h3>
              <ul className={css.left}>
                {section.left.slice(0, NAMED).map(({ question, row, message }) => (
                  <li key={`${question} ${row}`}>
                    <Link to={paths.myQuestionnaire(section.code, undefined, { question, row })}>{nameOf(answering, question, row)}</Link>{' '}
                    {message}
                  </li>
                ))}
                {section.left.length > NAMED ? <li>and {section.left.length - NAMED} more</li> : null}
              </ul>
            </div>
          ))}
        {sheet.signs ? (
          <SigningForm
            attestation={sheet.content.attestation}
            submitLabel="Sign and return"
            remaining={remaining}
            flush={keeper.flush}
            unsaved="Some answers are not saved yet. Check them, or wait for the connection."
            onSign={submit}
            action={sign}
          />
        ) : (
          <p className={css.hint}>
            {sheet.colleagues
              .filter(({ signs }) => signs)
              .map(({ name }) => name)
              .join(' or ') || 'No one at your institution'}{' '}
            can sign and return it.
          </p>
        )}
      </div>
    </Panel>
  )
}

function nameOf({ sheet }: Answering, code: string, row: string): string {
  const question = questionOf(sheet.content, code)
  const name = question ? bookRows(question, sheet.book).find(({ key }) => key === row)?.name : undefined
  const words = [question?.label ?? code, name].filter(Boolean).join(', ')
  return words.endsWith('?') ? words : `${words}:`
}
