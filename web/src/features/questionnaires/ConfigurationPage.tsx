/** The questions that a site's questionnaires are made with: sections and typed questions in versions; what was sent keeps its own. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getQuestionnaireDefaults, saveQuestionnaireDefaults } from '@corridor/contract/questionnaires.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { definitionProblems, type Questionnaire, questionsOf } from '@corridor/domain/questionnaires/definition.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { VersionsPanel } from '../../shared/VersionsPanel.tsx'
import type { Fields, FormSection, JsonRecord, OwnKind, Value, Values } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './configuration.module.css'
import { QuestionnairePreview } from './QuestionnairePreview.tsx'
import { QuestionsEditor } from './QuestionsEditor.tsx'

type Defaults = ReplyOf<typeof getQuestionnaireDefaults>

export function ConfigurationPage() {
  const { siteName } = useSession()
  const query = useEndpoint(getQuestionnaireDefaults, {})
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Report Configuration', to: paths.reportConfiguration() }]} />}
        title="Annual Questionnaire"
        note={`What the institutions of ${siteName} are asked once a year. Existing questionnaires keep their version.`}
      />
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(defaults) => <QuestionsForm defaults={defaults} />}
      </Loaded>
    </>
  )
}

type Sections = Questionnaire['sections']
// Values read here were checked by the server, or written here.
const isSections = (value: unknown): value is Sections =>
  Array.isArray(value) && value.every((section) => typeof section === 'object' && section !== null && Array.isArray(section.questions))
/** As text, so that drafts keep it and a merge compares it. */
const sectionsIn = (value: Value | undefined): Sections => {
  const read: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : []
  return isSections(read) ? read : []
}
const textOf = (stored: unknown): string => JSON.stringify(isSections(stored) ? stored : [])
const problemsIn = (sections: Sections) => definitionProblems({ sections, attestation: '.' })

const sectionsKind: OwnKind = {
  typed: textOf,
  sent: sectionsIn,
  problem: (text) => {
    const count = problemsIn(sectionsIn(text)).length
    return count === 0
      ? undefined
      : count === 1
        ? 'Fix 1 error. It is marked in the list.'
        : `Fix ${count} errors. They are marked in the list.`
  },
  words: (value) => {
    const sections = sectionsIn(value)
    const questions = questionsOf({ sections }).length
    return `${counted(sections.length, 'section')}, ${counted(questions, 'question')}`
  },
  Control: ({ value, onChange, error }) => {
    const sections = sectionsIn(value)
    return (
      <QuestionsEditor
        sections={sections}
        problems={problemsIn(sections)}
        error={error}
        {...(onChange ? { onChange: (next) => onChange(JSON.stringify(next)) } : {})}
      />
    )
  },
}
const FIELDS: Fields = {
  sections: { kind: 'own', label: 'Sections and questions', wide: true, own: sectionsKind },
  attestation: { kind: 'area', label: 'Statement of the signer', required: true, most: 1000, wide: true },
  note: { kind: 'text', label: 'What changed (for colleagues)', most: 500, wide: true },
}
const SECTIONS: readonly FormSection[] = [
  { title: 'Questions', note: 'In the order in which they are asked.', fields: ['sections'] },
  { title: 'Signature', fields: ['attestation'] },
  { title: 'This version', fields: ['note'] },
]
/** The note is each version's own: a new one begins without. */
const read = ({ content, updatedAt }: JsonRecord): JsonRecord => ({
  ...(typeof content === 'object' ? content : {}),
  note: '',
  updatedAt,
})
const contentOf = (values: Values): Questionnaire => ({
  sections: sectionsIn(values.sections),
  attestation: String(values.attestation ?? ''),
})

function QuestionsForm({ defaults }: { defaults: Defaults }) {
  const mayChange = useCan(saveQuestionnaireDefaults.access)
  return (
    <div className={css.page}>
      <RecordForm
        draftKey="questionnaire-defaults"
        update={saveQuestionnaireDefaults}
        invalidates={[getQuestionnaireDefaults]}
        record={read(defaults)}
        read={read}
        fields={FIELDS}
        sections={SECTIONS}
        readOnly={!mayChange}
        toInput={(input, values) => ({ content: contentOf(values), note: input.note ?? null })}
        submitLabel="Save version"
        success={`Saved as version ${defaults.version + 1}. New questionnaires use it.`}
        preview={(values) => <QuestionnairePreview content={contentOf(values)} />}
      >
        <VersionsPanel
          versions={defaults.versions}
          note={`Newest first; version ${defaults.version} is used by new questionnaires.`}
          more={usedBy}
          Shown={OldVersion}
        />
      </RecordForm>
    </div>
  )
}

function OldVersion({ version }: { version: number }) {
  const query = useEndpoint(getQuestionnaireDefaults, { version })
  return <Loaded query={query}>{(old) => <QuestionsEditor sections={old.content.sections} problems={[]} />}</Loaded>
}

const usedBy = ({ questionnaires }: Defaults['versions'][number]): string =>
  questionnaires === 0 ? 'not used yet' : counted(questionnaires, 'questionnaire')
