/** A new API key: what it is for, what it may do, and how long. */
import { createApiKey, listApiKeyScopes, listApiKeys } from '@corridor/contract/api-keys.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { SelectField, TextField } from '../../ui/fields/Field.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import form from '../../ui/form/form.module.css'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './api-keys.module.css'
import { KeyCrumbs, useInstitution, useKeysOf } from './KeyCrumbs.tsx'
import { SecretOnce } from './NewSecret.tsx'
import { type Levels, ScopeTable } from './ScopeTable.tsx'

type Offer = ReplyOf<typeof listApiKeyScopes>
type Purpose = 'scopes' | 'carrier'

const USUAL_DAYS = 90

export function NewApiKeyPage() {
  const query = useEndpoint(listApiKeyScopes, {})
  const of = useKeysOf()
  const institution = useInstitution(of)
  return (
    <>
      <PageHeader
        crumbs={<KeyCrumbs of={of} name={institution} last />}
        title="New API key"
        note={
          of === undefined
            ? 'The key acts with your current permissions, limited to those that you choose here.'
            : `The key acts with your current permissions, limited to ${institution} and to those that you choose here.`
        }
      />
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(offer) =>
          offer.scopes.length === 0 ? (
            <EmptyState title="Nothing to give" why="None of your permissions can be given to a key." />
          ) : (
            <KeyForm offer={offer} of={of} />
          )
        }
      </Loaded>
    </>
  )
}

/** @param of the institution whose page it is; on the site's page one may be chosen */
function KeyForm({ offer: all, of }: { offer: Offer; of: number | undefined }) {
  const router = useRouter()
  const staff = isStaff(useSession().userRole)
  const [chosen, setChosen] = useState<number | null>(of ?? null)
  const offer = chosen === null ? all : limitedTo(all)
  const maySendFiles = of === undefined && all.scopes.some(({ code, access }) => code === 'ASSET_REPORT' && access === 2)
  const [name, setName] = useState('')
  const [purpose, setPurpose] = useState<Purpose>('scopes')
  const [levels, setLevels] = useState<Levels>({})
  const [carrierCode, setCarrierCode] = useState('')
  const [expiresOn, setExpiresOn] = useState<PlainDate | null>(() => later(offer.today, USUAL_DAYS))
  const [secret, setSecret] = useState<string>()
  const create = useAction(createApiKey, { invalidates: [listApiKeys], quiet: true })
  const fields = create.error?.fields ?? {}
  const toList = () => void router.navigate({ href: paths.apiKeys(of) })
  const submit = async () => {
    const scopes = offer.scopes.flatMap(({ code, access }) => (levels[code] === access ? [{ code, access }] : []))
    const outcome = await create.run({
      name,
      expiresOn: expiresOn ?? '',
      ...(purpose === 'carrier' ? { carrierCode, scopes: [] } : { scopes, institutionId: staff ? chosen : null }),
    })
    if (outcome.ok) setSecret(outcome.value.secret)
  }
  return (
    <form
      className={record.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Panel title="The key">
        <div className={css.fields}>
          <TextField
            label="Name"
            required
            maxLength={80}
            value={name}
            onChange={setName}
            error={fields.name}
            hint="What uses it, such as “Nightly extract”. The activity report shows this name."
          />
          <DateInput
            label="Expires"
            required
            value={expiresOn}
            onChange={setExpiresOn}
            error={fields.expiresOn}
            hint="Its last day, a year away at most."
          />
          {maySendFiles ? (
            <SelectField
              label="Use"
              value={purpose}
              options={[
                { value: 'scopes', label: 'Calls of chosen permissions' },
                { value: 'carrier', label: 'Files of one carrier, nothing else' },
              ]}
              onChange={setPurpose}
            />
          ) : null}
          {of === undefined && purpose === 'scopes' ? (
            <SearchableDropdown
              label="Limited to the institution"
              options={all.institutions.map(({ id, name: label }) => ({ value: id, label }))}
              value={chosen}
              onChange={setChosen}
              defaultValue={null}
              maxItems={INSTITUTION_DROPDOWN_MOST}
              placeholder="None: all institutions of the site"
              error={fields.institutionId?.join(' ')}
            />
          ) : null}
          {purpose === 'carrier' ? (
            <SelectField
              label="Carrier"
              required
              value={carrierCode}
              options={[
                { value: '', label: 'Choose a carrier' },
                ...offer.carriers.map(({ code, name: label }) => ({ value: code, label })),
              ]}
              onChange={setCarrierCode}
              error={fields.carrierCode ?? fields.scopes}
              hint="For the carrier’s or a gateway’s script: it sends files and asks for their state."
            />
          ) : null}
        </div>
      </Panel>
      {purpose === 'scopes' ? (
        <Panel
          flush
          title="Scopes"
          note={
            chosen === null || !staff
              ? 'Only what you may do yourself is offered. If you lose a right, the key loses it as well.'
              : 'Only what you may do yourself and what is about one institution is offered: no carriers’ files, jobs or shared settings. If you lose a right, the key loses it as well.'
          }
        >
          {fields.scopes ? (
            <p className={css.problem} role="alert">
              {fields.scopes}
            </p>
          ) : null}
          <ScopeTable scopes={offer.scopes} levels={levels} onLevel={(code, level) => setLevels({ ...levels, [code]: level })} />
        </Panel>
      ) : null}
      {create.error && Object.keys(fields).length === 0 ? (
        <p className={css.problem} role="alert">
          {create.error.message}
        </p>
      ) : null}
      <div className={form.bar}>
        <Button type="submit" loading={create.running}>
          Create key
        </Button>
        <Button variant="default" onClick={toList}>
          Cancel
        </Button>
      </div>
      {secret === undefined ? null : <SecretOnce name={name} secret={secret} onClose={toList} />}
    </form>
  )
}

/** A key of one institution is refused the calls that are about several at once. */
const limitedTo = ({ scopes, ...offer }: Offer): Offer => ({
  ...offer,
  scopes: scopes
    .map((scope) => ({ ...scope, calls: scope.calls.filter(({ ofSeveral }) => !ofSeveral) }))
    .filter(({ calls }) => calls.length > 0),
})

const DAY = 86_400_000
const later = (day: string, days: number): PlainDate => plainDate(new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10))
