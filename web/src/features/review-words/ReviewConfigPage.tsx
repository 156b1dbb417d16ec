/** One institution's narrative of a year's review: sections and texts, the firm's ratings, items, management's assessment. */
import { getReviewSettings, type ReviewSettings, saveReviewSettings } from '@corridor/contract/review-words.ts'
import { plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import type { Fields, FormSection, JsonRecord, Values } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import record from '../../ui/layout/record-page.module.css'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { AssessmentTab } from './AssessmentTab.tsx'
import { itemsKind } from './items-field.tsx'
import { NarrativePreview } from './NarrativePreview.tsx'
import { RISK_SECTIONS, riskFields, riskRecord, risksInput } from './risk-fields.ts'
import { WORDING_SECTIONS, wordingFields, wordingInput, wordingOf, wordingRecord } from './wording-fields.tsx'

export function ReviewConfigPage() {
  const reportId = usePathNumber('report') ?? 0
  const query = useEndpoint(getReviewSettings, { id: reportId })
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(settings) => {
        const name = `Annual ${settings.frame} Review ${yearOf(plainDate(settings.period))}`
        return (
          <>
            <PageHeader
              crumbs={
                <Breadcrumbs
                  steps={[
                    { label: 'Annual COLI/BOLI Review', to: paths.reportBatches('AnnualBoliReview') },
                    {
                      label: `${settings.institutionName}, ${name}`,
                      to: paths.madeReport(settings.batchId, settings.reportId, 'AnnualBoliReview'),
                    },
                  ]}
                />
              }
              title={`Narrative of the review of ${settings.institutionName}`}
              note={noteOf(settings, name)}
            />
            <Tabs
              label="Parts of the narrative"
              tabs={[
                { key: 'texts', label: 'Sections and texts', panel: () => <Wording key={reportId} settings={settings} /> },
                { key: 'risks', label: 'Risk ratings', panel: () => <Risks key={reportId} settings={settings} /> },
                { key: 'items', label: 'Items and board', panel: () => <Items key={reportId} settings={settings} /> },
                { key: 'assessment', label: 'Management’s assessment', panel: () => <AssessmentTab settings={settings} /> },
              ]}
            />
          </>
        )
      }}
    </Loaded>
  )
}

function noteOf({ ownFrom, updatedBy, updatedAt, period }: ReviewSettings, name: string): string {
  const saved = updatedBy ? ` Changed by ${updatedBy} on ${formatMoment(updatedAt)}; regenerate the review to include changes.` : ''
  const own =
    ownFrom === null
      ? 'It uses the site’s sections and texts.'
      : ownFrom === period
        ? 'It has its own sections or texts.'
        : `Sections and texts are carried over from the review of ${yearOf(plainDate(ownFrom))}.`
  return `${name}. ${own}${saved}`
}

const isSettings = (answer: JsonRecord): answer is ReviewSettings => 'reportId' in answer && 'site' in answer

interface PartProps {
  settings: ReviewSettings
  part: string
  fields: Fields
  sections: readonly FormSection[]
  toRecord: (settings: ReviewSettings) => JsonRecord
  toInput: (input: Record<string, unknown>, values: Values) => JsonRecord
  preview?: (values: Values) => React.ReactNode
}

/** One tab: its fields of the one record; each saving sends what changed of them. */
function Part({ settings, part, toRecord, ...form }: PartProps) {
  const mayChange = useCan(saveReviewSettings.access)
  const read = (answer: JsonRecord): JsonRecord => {
    if (!isSettings(answer)) throw new RangeError('no words of a review')
    return { ...toRecord(answer), updatedAt: answer.updatedAt }
  }
  return (
    <div className={record.narrow}>
      <RecordForm
        draftKey={`review-words.${settings.reportId}.${part}`}
        update={saveReviewSettings}
        params={{ id: settings.reportId }}
        invalidates={[getReviewSettings]}
        record={read(settings)}
        read={read}
        readOnly={!mayChange}
        {...form}
      />
    </div>
  )
}

const Wording = ({ settings }: { settings: ReviewSettings }) => (
  <Part
    settings={settings}
    part="texts"
    fields={wordingFields(settings.frame, settings.site)}
    sections={WORDING_SECTIONS}
    toRecord={wordingRecord}
    toInput={wordingInput}
    preview={(values) => (
      <NarrativePreview
        frame={settings.frame}
        wording={wordingOf(values)}
        values={settings.values}
        note={
          settings.values
            ? 'With the figures of the review as last generated'
            : 'Brackets show what is filled in; the figures appear here once the review is generated'
        }
      />
    )}
  />
)

const Risks = ({ settings }: { settings: ReviewSettings }) => (
  <Part
    settings={settings}
    part="risks"
    fields={riskFields(settings.risksBefore)}
    sections={RISK_SECTIONS}
    toRecord={({ risks }) => riskRecord(risks)}
    toInput={(input, values) => ({ risks: risksInput(input, values) })}
  />
)

const ITEM_FIELDS: Fields = {
  boardMeetingOn: { kind: 'date', label: 'Meeting of the board', hint: 'Printed with the certification and the executive summary' },
  items: { kind: 'own', label: 'Items', wide: true, own: itemsKind },
}
const ITEM_SECTIONS: readonly FormSection[] = [
  { title: 'Board', fields: ['boardMeetingOn'] },
  { title: 'Policy changes, audit findings and open items', note: 'Each with its owner and due date', fields: ['items'] },
]
const Items = ({ settings }: { settings: ReviewSettings }) => (
  <Part
    settings={settings}
    part="items"
    fields={ITEM_FIELDS}
    sections={ITEM_SECTIONS}
    toRecord={({ boardMeetingOn, items }) => ({ boardMeetingOn, items })}
    toInput={(input) => input}
  />
)
