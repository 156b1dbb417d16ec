/** The questionnaire as an institution would answer it, from what stands in the editor at the moment; typed answers are kept nowhere. */
import type { QuestionnaireSheet } from '@corridor/contract/questionnaire-sheet.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { byQuestion, isAsked, progressOf } from '@corridor/domain/questionnaires/answers.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { useEffect, useState } from 'react'
import { useObservable } from '../../kernel/observable.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { createAnswerKeeper } from './answer-keeper.ts'
import css from './configuration.module.css'
import { QuestionView } from './QuestionView.tsx'

export function QuestionnairePreview({ content }: { content: Questionnaire }) {
  const { sections } = content
  const [chosen, setChosen] = useState('')
  const section = sections.find(({ code }) => code === chosen) ?? sections[0]
  // Each answer is at once as if the server had it.
  const [keeper] = useState(() =>
    createAnswerKeeper(
      {
        save: async (answer) => ({ ...answer, version: answer.version + 1, savedBy: null, savedAt: new Date().toISOString() }),
        remember: () => undefined,
        recall: () => [],
      },
      [],
    ),
  )
  useEffect(() => keeper.stop, [keeper])
  const answers = useObservable(keeper.kept)
  const state = useObservable(keeper.state)
  if (!section) return null
  const given = [...answers.values()]
  const progress = progressOf(content, given, { today: plainDate(SAMPLE.today), book: BOOK, lastYear: [], files: new Map() })
  const left = Map.groupBy(
    progress.flatMap((one) => one.left),
    ({ question }) => question,
  )
  const said = byQuestion(given)
  const answering = { sheet: { ...SAMPLE, content }, answers, state, progress, left, keeper }
  return (
    <Panel
      title="Preview"
      note="As an institution answers it, with a fictional bank and two fictional insureds. Nothing you type here is kept."
    >
      <div className={css.preview}>
        <SelectField
          label="Section"
          value={section.code}
          options={sections.map(({ code, title }, index) => ({ value: code, label: `${index + 1}. ${title || 'Without a title'}` }))}
          onChange={setChosen}
        />
        {section.note ? <p className={css.hint}>{section.note}</p> : null}
        {section.questions
          .filter((question) => isAsked(question, said))
          .map((question) =>
            question.type === 'file' ? (
              <div key={question.code} className={css.file}>
                <b>{question.label}</b>
                <span>Files are attached here{question.required ? ', at least one' : ''}.</span>
              </div>
            ) : (
              <QuestionView key={question.code} question={question} answering={answering} open />
            ),
          )}
      </div>
    </Panel>
  )
}

const person = (id: number, name: string): QuestionnaireBook['insureds'][number] => ({
  id,
  name,
  title: 'Vice President',
  employmentStatus: 'ACTIVE',
  statusDate: null,
  annualCompensationCents: cents(15_000_000),
  stateOfResidence: 'OH',
  policies: 1,
  deathBenefitCents: cents(100_000_000),
})
const BOOK: QuestionnaireBook = {
  institution: {
    legalName: 'Example Bank',
    city: 'Columbus',
    stateCode: 'OH',
    ein: null,
    fdicCert: null,
    primaryRegulator: 'FDIC',
    charterType: null,
    taxEntityType: 'C_CORP',
    fiscalYearEndMonth: 12,
    totalEquityCents: null,
  },
  capital: null,
  tax: null,
  limits: null,
  entities: [{ id: 0, name: 'Example Bank' }],
  insureds: [person(1, 'Alex Example'), person(2, 'Robin Sample')],
  cashSurrenderValueCents: cents(0),
}
const SAMPLE: QuestionnaireSheet = {
  questionnaire: {
    id: 0,
    batchId: 0,
    questionnaireName: 'Preview',
    institutionId: 0,
    institutionName: 'Example Bank',
    year: 2026,
    period: '2026-12-31',
    status: 1,
    answers: 0,
    lastAnswerAt: null,
    sentAt: null,
    dueOn: null,
    remindEveryDays: null,
    nextReminderOn: null,
    reminders: 0,
    lastRemindedAt: null,
    returnedAt: null,
    returnedBy: null,
    reopenedAt: null,
    reopenNote: null,
    createdAt: '2026-01-01T00:00:00Z',
    can: ['answer'],
  },
  siteName: '',
  today: '2026-12-31',
  content: { sections: [], attestation: '' },
  book: BOOK,
  offers: [],
  answers: [],
  lastYear: null,
  assignments: [],
  colleagues: [],
  attachments: [],
  returns: [],
  answersSha256: '',
  mine: [],
  signs: true,
}
