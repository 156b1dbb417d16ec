/** The sections and texts that a site's reviews begin with: one page for banks, one for corporations; each saving is a version. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { getReviewDefaults, getReviewSettings, type ReviewDefaults, saveReviewDefaults } from '@corridor/contract/review-words.ts'
import type { ReviewWording } from '@corridor/domain/reports/annual-review/narrative.ts'
import type { ReviewFrame } from '@corridor/domain/reports/annual-review/outline.ts'
import { useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PATTERNS, paths } from '../../paths.ts'
import { VersionsPanel } from '../../shared/VersionsPanel.tsx'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import type { Fields, FormSection, JsonRecord } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormSkeleton } from '../../ui/states/Skeletons.tsx'
import { NarrativePreview } from './NarrativePreview.tsx'
import { WORDING_SECTIONS, wordingFields, wordingOf, wordingRecord } from './wording-fields.tsx'

export const BoliReviewPage = () => <ConfigurationPage frame="BOLI" />
export const ColiReviewPage = () => <ConfigurationPage frame="COLI" />

const OTHER = { BOLI: PATTERNS.coliReviewConfiguration, COLI: PATTERNS.boliReviewConfiguration } as const

function ConfigurationPage({ frame }: { frame: ReviewFrame }) {
  const { siteName } = useSession()
  const query = useEndpoint(getReviewDefaults, {})
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Report Configuration', to: paths.reportConfiguration() }]} />}
        title="Annual COLI/BOLI Review"
        note={`Annual ${frame} reviews of ${siteName} start from these sections and texts. A review with its own narrative keeps it.`}
      />
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(defaults) =>
          defaults.frame === frame ? (
            <Defaults key={frame} defaults={defaults} />
          ) : (
            <Panel>
              <EmptyState
                title={`${siteName} uses ${defaults.frame} reviews`}
                why={`Sections and texts of ${frame} reviews are kept on the sites that make them. Switch to one of those sites.`}
                next={<LinkButton to={OTHER[frame]}>Annual {defaults.frame} Review</LinkButton>}
              />
            </Panel>
          )
        }
      </Loaded>
    </>
  )
}

const SECTIONS: readonly FormSection[] = [...WORDING_SECTIONS, { title: 'This version', fields: ['note'] }]
const NOTE: Fields = { note: { kind: 'text', label: 'What changed (for colleagues)', most: 500, wide: true } }
/** The note is each version's own: a new one begins without. */
const read = (answer: JsonRecord): JsonRecord => {
  if (!isDefaults(answer)) throw new RangeError('no sections and texts of a site')
  return { ...wordingRecord(answer), note: '', updatedAt: answer.updatedAt }
}
const isDefaults = (answer: JsonRecord): answer is ReviewDefaults => 'configuration' in answer && 'versions' in answer

function Defaults({ defaults }: { defaults: ReviewDefaults }) {
  const mayChange = useCan(saveReviewDefaults.access)
  const fields = { ...wordingFields(defaults.frame), ...NOTE }
  return (
    <div className={record.narrow}>
      <RecordForm
        draftKey={`review-defaults.${defaults.frame}`}
        update={saveReviewDefaults}
        invalidates={[getReviewDefaults]}
        record={read(defaults)}
        read={read}
        fields={fields}
        sections={SECTIONS}
        readOnly={!mayChange}
        toInput={(input, values) => ({ ...wordingOf(values), note: input.note ?? null })}
        submitLabel="Save version"
        preview={(values) => <Preview frame={defaults.frame} wording={wordingOf(values)} />}
      >
        <VersionsPanel versions={defaults.versions} Shown={OldVersion} />
      </RecordForm>
    </div>
  )
}

/** With the figures of a review that was made: the newest one until another is chosen. */
function Preview({ frame, wording }: { frame: ReviewFrame; wording: ReviewWording }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const reviews = useEndpoint(annualReviews.listReports, { batch: 0, status: 'Ready', sort: 'completedAt', desc: true, take: MOST })
  const records = reviews.data?.records ?? []
  const id = chosen ?? records[0]?.id ?? null
  const settings = useEndpoint(getReviewSettings, { id: id ?? 0 }, { enabled: id !== null })
  return (
    <NarrativePreview
      frame={frame}
      wording={wording}
      values={settings.data?.values ?? null}
      note={
        id === null
          ? 'Brackets show what each review fills in; the figures appear here once one is generated'
          : 'With the figures of a review as last generated'
      }
    >
      {id === null ? null : (
        <SearchableDropdown
          label="Review"
          options={records.map((row) => ({ value: row.id, label: `${row.institutionName}, ${row.year}` }))}
          value={id}
          onChange={setChosen}
        />
      )}
    </NarrativePreview>
  )
}
const MOST = 1000

function OldVersion({ version }: { version: number }) {
  const query = useEndpoint(getReviewDefaults, { version })
  return (
    <Loaded query={query}>
      {(old) => <NarrativePreview frame={old.frame} wording={old} values={null} note={`Version ${old.version}, as it was`} />}
    </Loaded>
  )
}
