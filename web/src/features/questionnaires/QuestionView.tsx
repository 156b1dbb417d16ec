/** One question as it is answered, by its type. */
import { FilesQuestion } from './FilesQuestion.tsx'
import { PlainQuestion, type QuestionProps } from './PlainQuestion.tsx'
import { RowsQuestion } from './RowsQuestion.tsx'

export function QuestionView(props: QuestionProps) {
  const { question } = props
  if (question.type === 'rows') return <RowsQuestion {...props} />
  if (question.type === 'file') return <FilesQuestion {...props} />
  return <PlainQuestion {...props} />
}
