/** One questionnaire as staff read it: its state, what its answers would change, and every answer beside last year's. */

import { decideQuestionnaireChanges } from '@corridor/contract/questionnaire-decisions.ts'
import { getQuestionnaireResults, type QuestionnaireSheet } from '@corridor/contract/questionnaire-sheet.ts'
import { questionnaireEvents } from '@corridor/contract/questionnaires.ts'
import { allows, isStaff } from '@corridor/domain/access/access.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatDate, formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Decided, Proposals } from './Proposals.tsx'
import { QuestionnaireFiles } from './QuestionnaireFiles.tsx'
import { QUESTIONNAIRE_STATUS, statusOf } from './questionnaire-words.ts'
import { ReopenQuestionnaire } from './ReopenQuestionnaire.tsx'
import css from './results.module.css'
import { RemindQuestionnaires, SendQuestionnaires } from './SendQuestionnaires.tsx'
import { SheetView } from './SheetView.tsx'

export function ResultsPage() {
  return <Results report={usePathNumber('report') ?? 0} batch={usePathNumber('batch') ?? 0} />
}

/** The manager's address: one questionnaire by its own number. */
export function QuestionnairePage() {
  return <Results report={usePathNumber('id') ?? 0} batch={0} ofManager />
}

function Results({ batch, report, ofManager = false }: { batch: number; report: number; ofManager?: boolean }) {
  const query = useEndpoint(getQuestionnaireResults, { batch, report })
  const session = useSession()
  const staff = isStaff(session.userRole)
  useLive(questionnaireEvents, {}, { on: { questionnaire: [getQuestionnaireResults] }, enabled: staff })
  return (
    <Loaded query={query}>
      {({ proposals, decided, accepts, ...sheet }) => {
        const { questionnaire } = sheet
        const { can, id, batchId } = questionnaire
        return (
          <>
            <PageHeader
              crumbs={
                !ofManager ? (
                  <Breadcrumbs
                    steps={[
                      { label: 'Annual Questionnaires', to: paths.annualQuestionnaire() },
                      { label: questionnaire.questionnaireName, to: paths.questionnaireBatch(batchId) },
                    ]}
                  />
                ) : (
                  <Breadcrumbs steps={[{ label: 'Annual Questionnaires', to: paths.questionnaires() }]} />
                )
              }
              title={`${questionnaire.institutionName}, ${questionnaire.year}`}
              note={
                <>
                  <StatusBadge status={statusOf(questionnaire)} table={QUESTIONNAIRE_STATUS} /> {stateWords(sheet)}
                </>
              }
              actions={
                <>
                  {session.userRole === 'd' ? (
                    <LinkButton variant="default" to={paths.questionnaireHistory(id)}>
                      History
                    </LinkButton>
                  ) : null}
                  <QuestionnaireFiles id={id} />
                  {questionnaire.status < 2 ? <QuestionnaireFiles id={id} blank /> : null}
                  {can.includes('send') ? <SendQuestionnaires questionnaires={[questionnaire]} /> : null}
                  {can.includes('remind') ? <RemindQuestionnaires questionnaires={[questionnaire]} /> : null}
                  {can.includes('reopen') ? <ReopenQuestionnaire questionnaire={questionnaire} /> : null}
                </>
              }
            />
            <div className={css.stack}>
              <Proposals
                questionnaire={questionnaire}
                proposals={proposals}
                accepts={accepts}
                refuses={allows(session, decideQuestionnaireChanges.access)}
              />
              <SheetView sheet={sheet} />
              <Decided decided={decided} />
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

function stateWords({ questionnaire, returns: [signed] }: QuestionnaireSheet): string {
  const { status, sentAt, dueOn, reminders, reopenedAt, reopenNote } = questionnaire
  if (status === 0) return 'The institution cannot see it yet.'
  if (status === 2 && signed) return `Signed by ${signed.signerName}, ${signed.signerTitle}, on ${formatDay(signed.signedAt)}.`
  return [
    reopenedAt ? `Reopened on ${formatDay(reopenedAt)}: ${reopenNote ?? ''}` : `Sent on ${formatDay(sentAt)}.`,
    dueOn ? `Due on ${formatLongDate(plainDate(dueOn))}.` : '',
    reminders > 0
      ? `${counted(reminders, 'reminder')} so far${questionnaire.nextReminderOn ? `, the next on ${formatDate(plainDate(questionnaire.nextReminderOn))}` : ''}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
