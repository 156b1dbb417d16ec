/** Why can, or can't, this person see this? One picks a page or a record and reads the rule that decides, with every other rule on the way. */
import { explainRecord, findRecords, getAccessFacts, type RecordKind } from '@corridor/contract/rights.ts'
import type { Access } from '@corridor/domain/access/access.ts'
import { decidingReason, explainAccess, opens, type Reason, type Rule } from '@corridor/domain/access/explanation.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './rights.module.css'

/** A page of the route table, by what decides about it. */
export interface AskedPage {
  path: string
  title: string
  access: Access
}

const KINDS: readonly { value: 'page' | RecordKind; label: string }[] = [
  { value: 'page', label: 'A page' },
  { value: 'assetReport', label: 'An asset report' },
  { value: 'clientReport', label: 'A report or document record' },
  { value: 'institution', label: 'An institution' },
  { value: 'carrierFile', label: 'A carrier file' },
]

export function WhyAccess({ userId, pages }: { userId: number; pages: readonly AskedPage[] }) {
  const [kind, setKind] = useState<'page' | RecordKind>('page')
  const [institutionId, setInstitutionId] = useState<number | undefined>(undefined)
  const acting = institutionId === undefined ? {} : { institutionId }
  const query = useEndpoint(getAccessFacts, { id: userId, ...acting })
  // Rights, memberships and reports may have changed a moment ago on another tab of this page: what was answered before counts for nothing.
  useEffect(() => {
    void invalidate(getAccessFacts, explainRecord)
  }, [])
  return (
    <Loaded query={query}>
      {(facts) => (
        <Panel
          title="Why can, or can’t, this person see this?"
          note={`Evaluated for ${facts.siteName}, by the rules that the server applies.`}
        >
          <div className={css.form}>
            {facts.institutions.length > 1 ? (
              <SearchableDropdown
                label="Acting for"
                options={facts.institutions.map(({ id, name }) => ({ value: id, label: name }))}
                value={facts.institution?.id ?? null}
                onChange={(id) => setInstitutionId(id ?? undefined)}
              />
            ) : null}
            <SelectField label="Kind" value={kind} options={KINDS} onChange={setKind} />
            {kind === 'page' ? (
              <Page pages={pages} reasonsOf={(access) => explainAccess(facts, access)} />
            ) : (
              <Record key={kind} userId={userId} kind={kind} acting={acting} />
            )}
          </div>
        </Panel>
      )}
    </Loaded>
  )
}

function Page({ pages, reasonsOf }: { pages: readonly AskedPage[]; reasonsOf: (access: Access) => Reason[] }) {
  const [path, setPath] = useState<string | null>(null)
  const page = pages.find((each) => each.path === path)
  return (
    <>
      <SearchableDropdown
        label="Page"
        options={pages.map((each) => ({ value: each.path, label: `${each.title} (${each.path})` }))}
        value={path}
        onChange={setPath}
        maxItems={pages.length}
        placeholder="Choose a page"
      />
      {page ? <Explanation label={page.title} reasons={reasonsOf(page.access)} /> : null}
    </>
  )
}

function Record({ userId, kind, acting }: { userId: number; kind: RecordKind; acting: { institutionId?: number } }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const found = useEndpoint(findRecords, { kind, ...(search ? { search } : {}) })
  const records = found.data?.records ?? []
  const explained = useEndpoint(explainRecord, { id: userId, kind, record: chosen ?? 0, ...acting }, { enabled: chosen !== null })
  return (
    <>
      <SearchField label="Search by name" value={search} onSearch={setSearch} />
      {found.data && records.length === 0 ? (
        <p className={css.note}>Nothing of this kind matches, or you may not see it yourself.</p>
      ) : (
        <SearchableDropdown
          label="Record"
          options={records.map(({ id, label, note }) => ({ value: id, label: `${label} (${note})` }))}
          value={chosen}
          onChange={setChosen}
          maxItems={20}
          placeholder="Choose one of those found"
        />
      )}
      {chosen !== null ? (
        <Loaded query={explained}>{({ label, reasons }) => <Explanation label={label} reasons={reasons} />}</Loaded>
      ) : null}
    </>
  )
}

function Explanation({ label, reasons }: { label: string; reasons: readonly Reason[] }) {
  const open = opens(reasons)
  const deciding = decidingReason(reasons)
  return (
    <section aria-label="The answer" aria-live="polite">
      <p className={css.verdict} data-opens={open || undefined}>
        <b>{open ? 'Can see it.' : 'Cannot see it.'}</b>
        <span>{open ? label : deciding?.sentence}</span>
      </p>
      <ol className={css.reasons}>
        {reasons.map((reason) => (
          <li key={reason.sentence} data-fails={!reason.passes || undefined} data-decides={(reason === deciding && !open) || undefined}>
            {reason.passes ? <IconCircleCheck size={18} aria-label="Met" /> : <IconCircleX size={18} aria-label="Not met" />}
            <span>{reason.sentence}</span>
            <small>{RULE_NAMES[reason.rule]}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}

const RULE_NAMES: Readonly<Record<Rule, string>> = {
  public: 'Public',
  active: 'Active',
  site: 'Site',
  institution: 'Institution',
  role: 'Role',
  own: 'Own',
  permission: 'Permission',
  membership: 'Membership',
  record: 'Owner',
  released: 'Released',
  withdrawn: 'Withdrawn',
  deleted: 'Deleted',
}
