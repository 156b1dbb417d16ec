/** Preview of the mail to somebody chosen: live as one types, as plain text, which is all that is sent; and a test of it to oneself. */
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { listMailReaders, previewEmailTemplate, testEmailTemplate } from '@corridor/contract/email-templates.ts'
import { MAIL_PLACEHOLDERS, placeholderProblem } from '@corridor/domain/sites/mail-template.ts'
import { useEffect, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import type { Values } from '../../ui/form/form-fields.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './email-templates.module.css'

export function TemplatePreview({ values }: { values: Values }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [person, setPerson] = useState<number | null>(null)
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const institutionId = chosen ?? institutions.find(({ active }) => active)?.id ?? null
  const readers = useEndpoint(listMailReaders, { institutionId: institutionId ?? 0 }, { enabled: institutionId !== null })
  const people = readers.isPlaceholderData ? [] : (readers.data?.records ?? [])
  const userId = people.find(({ id }) => id === person)?.id ?? people[0]?.id ?? null
  const test = useAction(testEmailTemplate, { success: ({ recipient }) => `A test email is on its way to ${recipient}.` })
  const mayTest = useCan(testEmailTemplate.access)

  const typed = useSettled({
    type: values.type === 1 ? (1 as const) : (0 as const),
    subject: textOf(values.subject),
    body: textOf(values.body),
  })
  const problem = placeholderProblem(`${typed.subject}\n${typed.body}`)
  const ready = userId !== null && problem === undefined && typed.subject.trim() !== '' && typed.body.trim() !== ''
  const asked = { ...typed, userId: userId ?? 0 }
  const { data: mail, error } = useEndpoint(previewEmailTemplate, asked, { enabled: ready })
  return (
    <Panel
      title="Preview"
      note="Plain text with real names, as it would arrive. Nothing is sent unless you send yourself a test."
      actions={
        mayTest ? (
          <Button variant="default" disabled={!ready} loading={test.running} onClick={() => void test.run(asked)}>
            Send me a test
          </Button>
        ) : null
      }
    >
      <div className={css.reader}>
        <SearchableDropdown
          label="Institution"
          options={institutions.map(({ id, name }) => ({ value: id, label: name }))}
          value={institutionId}
          onChange={(id) => {
            setChosen(id)
            setPerson(null)
          }}
        />
        <SearchableDropdown
          label="Person"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={userId}
          onChange={setPerson}
        />
      </div>
      {ready && mail && !error ? (
        <>
          <dl className={css.mail}>
            <div>
              <dt>Subject</dt>
              <dd>{mail.subject}</dd>
            </div>
            <div>
              <dt>Text</dt>
              <dd className={css.body}>{mail.text}</dd>
            </div>
          </dl>
          {mail.missing.length > 0 ? (
            <p className={css.missing}>No value for {mail.missing.map(describe).join('; ')}. Lines with nothing else are left out.</p>
          ) : null}
        </>
      ) : (
        <p className={css.missing}>{error?.message ?? whyNot(userId, institutionId, readers.isLoading, problem)}</p>
      )}
    </Panel>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const describe = (name: string): string => {
  const known = Object.entries(MAIL_PLACEHOLDERS).find(([key]) => key === name)
  return known ? known[1].charAt(0).toLowerCase() + known[1].slice(1) : name
}

function whyNot(userId: number | null, institutionId: number | null, loading: boolean, problem: string | undefined): string {
  if (problem) return problem
  if (institutionId === null || loading) return 'Choose an institution and a person.'
  return userId === null ? 'This institution has no active people on the site. Choose another.' : 'Enter a subject and a text.'
}

const PAUSE = 400
/** The text after a pause: typing asks once, not at every key. */
function useSettled<Content extends object>(content: Content): Content {
  const [settled, setSettled] = useState(content)
  const text = JSON.stringify(content)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
