/** The institution's own assessment of its review's risks: written risk by risk, kept as one types, signed; then what was signed. */
import { getMyAssessment, type ReviewAssessment, type RiskFact, saveConclusion, signAssessment } from '@corridor/contract/review-words.ts'
import { formatLongDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { listed } from '@corridor/domain/reports/annual-review/blocks.ts'
import { ASSESSMENT_ATTESTATION, CONCLUSION_MOST, conclusionsLeft, risksAsked } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_RISKS, type ReviewRiskCode } from '@corridor/domain/reports/annual-review/outline.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { useEffect, useState } from 'react'
import type { AutosaveState } from '../../kernel/autosave.ts'
import { call } from '../../kernel/call.ts'
import { useObservable } from '../../kernel/observable.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { waitingOf } from '../../kernel/waiting.ts'
import { paths } from '../../paths.ts'
import { type Signature, SigningForm } from '../../shared/signing/SigningForm.tsx'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { Conclusions } from './Conclusions.tsx'
import { type ConclusionKeeper, createConclusionKeeper, isUnsentConclusion, type KeptConclusion } from './conclusion-keeper.ts'
import { RiskFacts } from './RiskFacts.tsx'
import css from './review-words.module.css'

const TITLE = 'Management’s Assessment'
const crumbs = <Breadcrumbs steps={[{ label: REPORT_FAMILIES.AnnualBoliReview.plural, to: paths.reportBatches('AnnualBoliReview') }]} />
const url = { year: optionalText }

export function AssessmentPage() {
  const [{ year }] = useUrlSearch(url)
  const query = useEndpoint(getMyAssessment, year !== undefined && /^20\d\d$/.test(year) ? { year: Number(year) } : {})
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {({ assessment, years }) => {
        if (!assessment)
          return (
            <>
              <PageHeader crumbs={crumbs} title={TITLE} />
              <Panel>
                <EmptyState
                  title="No action needed"
                  why="Your service team requests it with the annual review; you will get an email when it is ready."
                  next={years.length > 0 ? <>{years.map(linkTo)}</> : null}
                />
              </Panel>
            </>
          )
        const own = yearOf(plainDate(assessment.period))
        const others = years.filter((each) => each !== own)
        const links = others.map(linkTo)
        return assessment.can.includes('answer') ? (
          <Open key={assessment.id} assessment={assessment} links={links} />
        ) : (
          <>
            <PageHeader
              crumbs={crumbs}
              title={`${TITLE}, ${own}`}
              note={noteOf(assessment)}
              actions={links.length > 0 ? <>{links}</> : null}
            />
            <div className={record.narrow}>
              <Conclusions assessment={assessment} />
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

const linkTo = (year: number) => (
  <LinkButton key={year} variant="default" to={paths.reviewAssessment(year)}>
    {year}
  </LinkButton>
)

const noteOf = ({ institutionName, frame, period, dueOn, status }: ReviewAssessment): string =>
  `${institutionName} · Annual ${frame} Review as of ${formatLongDate(plainDate(period))}${dueOn && status === 1 ? ` · please sign it by ${formatLongDate(plainDate(dueOn))}` : ''}`

function useConclusions({ id, conclusions }: ReviewAssessment): ConclusionKeeper {
  const { userId } = useSession()
  const [keeper] = useState(() =>
    createConclusionKeeper(
      (conclusion, leaving) => call(saveConclusion, { id, ...conclusion }, { keepalive: leaving }),
      conclusions,
      waitingOf(userId, `assessment.${id}`, isUnsentConclusion, ({ value }) => value.risk),
    ),
  )
  useEffect(() => keeper.refresh(conclusions), [keeper, conclusions])
  useEffect(() => {
    const leave = () => keeper.leave()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      // Coming back shows what was kept, not what this page once loaded.
      void keeper.flush().then(() => invalidate(getMyAssessment))
    }
  }, [keeper])
  return keeper
}

function Open({ assessment, links }: { assessment: ReviewAssessment; links: React.ReactNode[] }) {
  const keeper = useConclusions(assessment)
  const kept = useObservable(keeper.kept)
  const texts = Object.fromEntries([...kept].map(([risk, { conclusion }]) => [risk, conclusion]))
  const asked = risksAsked(assessment.facts)
  const left = conclusionsLeft(asked, texts)
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={`${TITLE}, ${yearOf(plainDate(assessment.period))}`}
        note={
          <>
            {noteOf(assessment)} · <Saved kept={kept} state={useObservable(keeper.state)} />
          </>
        }
        actions={links.length > 0 ? <>{links}</> : null}
      />
      <div className={record.narrow}>
        {assessment.reopenNote ? (
          <p className={css.notice}>
            <b>Your service team reopened it:</b> {assessment.reopenNote}
          </p>
        ) : assessment.note ? (
          <p className={css.notice}>{assessment.note}</p>
        ) : null}
        {asked.map((risk) => (
          <Risk key={risk} risk={risk} facts={assessment.facts[risk] ?? []} kept={kept.get(risk)} keeper={keeper} />
        ))}
        <Sign assessment={assessment} left={left} keeper={keeper} />
      </div>
    </>
  )
}

function Saved({ kept, state }: { kept: ReadonlyMap<ReviewRiskCode, KeptConclusion>; state: AutosaveState }) {
  const states = new Set([...kept.values()].map(({ state }) => state))
  const words = states.has('conflict')
    ? 'someone else made changes too: see below'
    : states.has('refused')
      ? 'something could not be saved: see below'
      : state === 'offline'
        ? 'no connection: keep this page open; what you typed is sent when it is back'
        : states.has('waiting')
          ? 'saving…'
          : 'everything is saved'
  return <span role="status">{words}</span>
}

interface RiskProps {
  risk: ReviewRiskCode
  facts: readonly RiskFact[]
  kept: KeptConclusion | undefined
  keeper: ConclusionKeeper
}

function Risk({ risk, facts, kept, keeper }: RiskProps) {
  const { title, definition } = REVIEW_RISKS[risk]
  return (
    <Panel title={title} note={definition}>
      <div className={css.risk}>
        <RiskFacts facts={facts} />
        <TextArea
          label={`Management’s conclusion on ${title.toLowerCase()} risk`}
          rows={4}
          maxLength={CONCLUSION_MOST}
          value={kept?.conclusion ?? ''}
          onChange={(conclusion) => keeper.put({ risk, conclusion })}
          error={kept?.state === 'refused' ? kept.problem : undefined}
        />
        {kept?.state === 'conflict' ? (
          <div className={css.notice} role="alert">
            <p>{kept.theirs?.savedBy ?? 'A colleague'} wrote this in the meantime:</p>
            <p className={css.written}>{kept.theirs?.conclusion}</p>
            <div className={css.choice}>
              <Button variant="default" onClick={() => keeper.settle(risk, 'theirs')}>
                Use this
              </Button>
              <Button variant="default" onClick={() => keeper.settle(risk, 'mine')}>
                Keep mine
              </Button>
            </div>
          </div>
        ) : null}
      </div>
    </Panel>
  )
}

/** Told before one signs: the review prints these tests beside what is signed. */
function NotMet({ facts }: Pick<ReviewAssessment, 'facts'>) {
  const failed = risksAsked(facts).flatMap((risk) => {
    const labels = (facts[risk] ?? []).filter(({ isNotMet }) => isNotMet).map(({ label }) => label)
    return labels.length === 0 ? [] : [`${REVIEW_RISKS[risk].title}: ${listed(labels)}`]
  })
  if (failed.length === 0) return null
  return (
    <div className={css.notice}>
      <p>Tests of this review that are not met. Check that your conclusions do not contradict them:</p>
      <ul>
        {failed.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  )
}

function Sign({ assessment, left, keeper }: { assessment: ReviewAssessment; left: ReviewRiskCode[]; keeper: ConclusionKeeper }) {
  const sign = useAction(signAssessment, { invalidates: [getMyAssessment], quiet: true })
  const submit = async (signature: Signature) => {
    // A colleague's text meanwhile is looked at first.
    const now = (await call(getMyAssessment, { year: yearOf(plainDate(assessment.period)) }).catch(() => null))?.assessment
    const isNewer = now?.conclusions.some(({ risk, version }) => version > (keeper.kept.get().get(risk)?.version ?? 0))
    if (!now || isNewer) {
      await invalidate(getMyAssessment)
      if (isNewer) toast.error('A colleague made changes in the meantime. Review the conclusions again, then sign.')
      return
    }
    const outcome = await sign.run({ id: assessment.id, ...signature, answersSha256: now.answersSha256 })
    if (outcome.ok) toast.success('Signed. Your service team is notified.')
    else await invalidate(getMyAssessment)
  }
  if (!assessment.can.includes('sign'))
    return (
      <Panel title="Sign" note="The person who signs for your institution reviews and signs these conclusions.">
        {null}
      </Panel>
    )
  const remaining = left.length === 0 ? null : `Remaining: ${left.map((code) => REVIEW_RISKS[code].title).join(', ')}`
  return (
    <Panel title="Sign" note={remaining ?? 'Every risk has a conclusion.'}>
      <NotMet facts={assessment.facts} />
      <SigningForm
        attestation={ASSESSMENT_ATTESTATION}
        submitLabel="Sign the assessment"
        remaining={remaining}
        flush={keeper.flush}
        unsaved="Not everything is saved yet. Check it, or wait for the connection."
        onSign={submit}
        action={sign}
      />
    </Panel>
  )
}
