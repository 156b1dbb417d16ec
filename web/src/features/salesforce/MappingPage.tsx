/** How one type of record is read: the object, its field for each of ours, a preview of the first records, and the versions before. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  getMapping,
  getOrgObject,
  getSalesforce,
  listOrgObjects,
  type MappingPreview,
  previewMapping,
  saveMapping,
} from '@corridor/contract/salesforce.ts'
import { mappingProblems, PULL_TYPE_WORDS, PULL_TYPES, type PullType } from '@corridor/domain/onboarding/salesforce.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { usePathText } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LeaveQuestion } from '../../ui/overlays/LeaveQuestion.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { Preview } from './Preview.tsx'
import css from './salesforce.module.css'

const NONE = ''
const isPullType = (text: string): text is PullType => PULL_TYPES.some((type) => type === text)

export function MappingPage() {
  const type = usePathText('code')
  return isPullType(type) ? <MappingOf key={type} type={type} /> : <EmptyState title="Not found" why="There is no such type of record." />
}

function MappingOf({ type }: { type: PullType }) {
  const query = useEndpoint(getMapping, { type })
  const connection = useEndpoint(getSalesforce, {})
  return (
    <>
      <PageHeader
        crumbs={
          <Breadcrumbs
            steps={[
              { label: 'Data Feeds', to: paths.dataFeeds() },
              { label: 'Salesforce', to: paths.salesforce() },
            ]}
          />
        }
        title={`${PULL_TYPE_WORDS[type]} from Salesforce`}
        note="The field of Salesforce that fills each field here. Fields without one are left as they are."
      />
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {(mapping) =>
          connection.data?.connection === null ? (
            <>
              <EmptyState title="Not connected" why="The fields of Salesforce can be read once an operator has connected the portal." />
              {mapping.versions.length > 0 ? <Versions mapping={mapping} /> : null}
            </>
          ) : connection.data ? (
            <Editor key={mapping.versions[0]?.version ?? 0} type={type} mapping={mapping} />
          ) : null
        }
      </Loaded>
    </>
  )
}

type Mapping = ReplyOf<typeof getMapping>

function Editor({ type, mapping }: { type: PullType; mapping: Mapping }) {
  const kept = mapping.versions[0]
  const maySave = useCan(saveMapping.access)
  const objects = useEndpoint(listOrgObjects, {}, { isQuiet: true })
  const [chosenObject, setObject] = useState<string>()
  const usual = objects.data?.records.find(({ name }) => name === mapping.usualObject)?.name
  const object = chosenObject ?? kept?.object ?? usual ?? null
  const described = useEndpoint(getOrgObject, { object: object ?? '', type }, { enabled: object !== null, isQuiet: true })
  const [draft, setDraft] = useState<Record<string, string | null>>({})
  const [found, setFound] = useState<MappingPreview | null>(null)
  const preview = useAction(previewMapping)
  const save = useAction(saveMapping, { invalidates: [getMapping, getSalesforce], success: 'Saved!' })

  const offered = described.isPlaceholderData ? undefined : described.data?.fields
  const before: Record<string, string> = object === kept?.object ? (kept?.fields ?? {}) : (described.data?.proposed ?? {})
  const merged: Record<string, string | null> = { ...before, ...draft }
  const fields = Object.fromEntries(Object.entries(merged).flatMap(([name, path]) => (path ? [[name, path] as const] : [])))
  const problems = mappingProblems(type, fields, offered)
  const isChanged =
    kept === undefined || object !== kept.object || Object.entries(draft).some(([name, path]) => (path ?? '') !== (kept.fields[name] ?? ''))
  const ready = object !== null && offered !== undefined && Object.keys(problems).length === 0
  const options = [
    { value: NONE, label: 'Not read' },
    ...(offered ?? []).map(({ path, label }) => ({ value: path, label: `${label} (${path})` })),
  ]
  return (
    <div className={css.stack}>
      {maySave && Object.keys(draft).length > 0 && isChanged ? (
        <LeaveQuestion blocks={(from, to) => from !== to} blocksClosing={() => true}>
          You chose fields that are not saved yet.
        </LeaveQuestion>
      ) : null}
      <Panel
        title={kept ? `Mapping ${kept.version}` : 'New mapping'}
        note={
          kept
            ? `Saved ${formatMoment(kept.createdAt)}${kept.createdBy ? ` by ${kept.createdBy}` : ''}`
            : 'Proposed from the names of the fields. Look at each before you save.'
        }
        footer={
          <div className={css.actions}>
            <Button
              variant="default"
              disabled={!ready}
              loading={preview.running}
              onClick={async () => {
                const outcome = await preview.run({ type, object: object ?? '', fields })
                setFound(outcome.ok ? outcome.value : null)
              }}
            >
              Preview the first 50 records
            </Button>
            {maySave ? (
              <Button
                disabled={!ready || !isChanged}
                loading={save.running}
                onClick={() => void save.run({ type, object: object ?? '', fields, version: kept?.version ?? 0 })}
              >
                Save
              </Button>
            ) : null}
          </div>
        }
      >
        <Loaded query={objects}>
          {({ records }) => (
            <div className={css.object}>
              <SearchableDropdown
                label="Object in Salesforce"
                options={records.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
                value={object}
                onChange={(name) => {
                  setObject(name ?? undefined)
                  setDraft({})
                  setFound(null)
                }}
                disabled={!maySave}
              />
            </div>
          )}
        </Loaded>
        {object !== null ? (
          <Loaded query={described}>
            {() => (
              <div className={css.fields}>
                {mapping.targets.map(({ name, label, required }) => (
                  <SearchableDropdown
                    key={name}
                    label={required ? `${label} *` : label}
                    options={options}
                    value={merged[name] ?? NONE}
                    defaultValue={NONE}
                    onChange={(path) => {
                      setDraft({ ...draft, [name]: path || null })
                      setFound(null)
                    }}
                    disabled={!maySave}
                    error={problems[name]}
                  />
                ))}
              </div>
            )}
          </Loaded>
        ) : null}
      </Panel>
      {found ? <Preview found={found} /> : null}
      {mapping.versions.length > 1 ? <Versions mapping={mapping} /> : null}
    </div>
  )
}

function Versions({ mapping: { versions, targets } }: { mapping: Mapping }) {
  const labelOf = (name: string) => targets.find((target) => target.name === name)?.label ?? name
  return (
    <Panel title="Versions of the mapping" note="What was pulled stays as it was read." flush>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">Mapping</th>
              <th scope="col">Object</th>
              <th scope="col">Saved</th>
              <th scope="col">By</th>
              <th scope="col">What the next one changed</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version, index) => (
              <tr key={version.version}>
                <td>{version.version}</td>
                <td>{version.object}</td>
                <td>{formatMoment(version.createdAt)}</td>
                <td>{version.createdBy ?? '-'}</td>
                <td>{changesBetween(version, versions[index - 1], labelOf)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

type Version = Mapping['versions'][number]
function changesBetween(before: Version, after: Version | undefined, labelOf: (name: string) => string): string {
  if (!after) return '-'
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]
  const changed = names.filter((name) => before.fields[name] !== after.fields[name])
  const words = changed.map((name) => `${labelOf(name)}: ${before.fields[name] ?? 'not read'} → ${after.fields[name] ?? 'not read'}`)
  return [...(before.object === after.object ? [] : [`Object: ${before.object} → ${after.object}`]), ...words].join('; ') || '-'
}
