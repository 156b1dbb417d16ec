/** An institution's own sign-in provider, on its page: the settings to enter on both sides, on or off. */
import {
  getIdentityProvider,
  type IdentityProvider,
  removeIdentityProvider,
  saveIdentityProvider,
} from '@corridor/contract/single-sign-on.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import type { Fields, FormSection, Values } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { DomainProofs } from './DomainProofs.tsx'
import css from './single-sign-on.module.css'

export function IdentityProviderPanel({ institutionId }: { institutionId: number }) {
  const mayChange = useCan(saveIdentityProvider.access)
  return useCan(getIdentityProvider.access) ? (
    <Settings institutionId={institutionId} mayChange={mayChange} />
  ) : (
    <EmptyState
      title="For staff who may change institutions"
      why="These settings decide who can sign in. Ask a manager for the permission."
    />
  )
}

function Settings({ institutionId, mayChange }: { institutionId: number; mayChange: boolean }) {
  const query = useEndpoint(getIdentityProvider, { id: institutionId })
  return (
    <Loaded query={query}>
      {({ provider, redirectUri }) => (
        <div className={css.stack}>
          <Panel
            title="Sign in with the bank"
            note={
              provider?.enabled
                ? 'On: people of these email domains may sign in through their bank.'
                : 'Off: this institution’s people sign in with their passwords.'
            }
          >
            <p className={css.words}>
              The bank’s provider verifies identity; only active people of this institution can sign in, by the address the provider has
              verified. No accounts are created, and staff never sign in this way. If the provider does not report a second factor, ours is
              asked for.
            </p>
            <dl className={css.redirect}>
              <dt>Redirect address, to be entered at the bank</dt>
              <dd>
                <code>{redirectUri}</code>
                <CopyButton text={redirectUri} />
              </dd>
            </dl>
          </Panel>
          {provider ? <DomainProofs institutionId={institutionId} provider={provider} mayChange={mayChange} /> : null}
          {mayChange || provider ? (
            <ProviderForm key={provider ? 'kept' : 'new'} institutionId={institutionId} provider={provider} readOnly={!mayChange} />
          ) : (
            <EmptyState title="None entered" why="Only a manager can enter a bank’s provider, because it decides who can sign in." />
          )}
          {provider && mayChange ? <ReplaceSecret key={provider.updatedAt} institutionId={institutionId} provider={provider} /> : null}
        </div>
      )}
    </Loaded>
  )
}

interface ProviderFormProps {
  institutionId: number
  provider: IdentityProvider | null
  readOnly: boolean
}

function ProviderForm({ institutionId, provider, readOnly }: ProviderFormProps) {
  // Beside the form: what is typed there is kept as a draft, and a secret is kept nowhere but sealed.
  const [secret, setSecret] = useState('')
  return (
    <RecordForm
      draftKey={`identity-provider:${institutionId}`}
      fields={FIELDS}
      sections={SECTIONS}
      readOnly={readOnly}
      {...(provider
        ? { record: recordOf(provider), update: saveIdentityProvider, actions: <Remove institutionId={institutionId} /> }
        : { initial: { enabled: false }, create: saveIdentityProvider })}
      params={{ id: institutionId, ...(provider ? {} : { updatedAt: null, clientSecret: secret }) }}
      invalidates={[getIdentityProvider]}
      toInput={(_, values) => inputOf(values)}
    >
      {provider ? null : (
        <Panel title="Secret" note="Stored encrypted and never shown again.">
          <SecretField value={secret} onChange={setSecret} />
        </Panel>
      )}
    </RecordForm>
  )
}

function ReplaceSecret({ institutionId, provider }: { institutionId: number; provider: IdentityProvider }) {
  const [secret, setSecret] = useState('')
  const save = useAction(saveIdentityProvider, { invalidates: [getIdentityProvider], success: 'Saved!' })
  return (
    <Panel title="Secret" note="Stored encrypted and never shown. Enter a new one when the bank has changed it.">
      <form
        className={css.secret}
        onSubmit={(event) => {
          event.preventDefault()
          const { proofs: _, ...kept } = provider
          void save.run({ id: institutionId, ...kept, clientSecret: secret })
        }}
      >
        <SecretField value={secret} onChange={setSecret} />
        <Button type="submit" variant="default" loading={save.running} disabled={secret === ''}>
          Replace
        </Button>
      </form>
    </Panel>
  )
}

const SecretField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextField label="Client secret" hideLabel type="password" autoComplete="off" maxLength={1000} value={value} onChange={onChange} />
)

const FIELDS: Fields = {
  issuer: { kind: 'text', label: 'Issuer', required: true, most: 500, wide: true, hint: 'Such as https://login.firstcoastal.example' },
  clientId: { kind: 'text', label: 'Client id', required: true, most: 300, wide: true },
  domains: {
    kind: 'text',
    label: 'Email domains',
    required: true,
    most: 2000,
    wide: true,
    hint: 'Separated by commas. Each domain belongs to one institution.',
  },
  strongAcrValues: {
    kind: 'text',
    label: 'acr values that mean a second factor',
    most: 2000,
    wide: true,
    hint: 'Separated by commas. Not needed where the provider puts “mfa” into amr.',
  },
  enabled: { kind: 'check', label: 'Offer it on the sign-in page', wide: true },
}
const SECTIONS: readonly FormSection[] = [
  { title: 'Provider', note: 'OpenID Connect, found by its issuer.', fields: ['issuer', 'clientId'] },
  { title: 'Who it is for', fields: ['domains', 'strongAcrValues', 'enabled'] },
]

const recordOf = ({ domains, strongAcrValues, proofs: _, ...provider }: IdentityProvider) => ({
  ...provider,
  domains: domains.join(', '),
  strongAcrValues: strongAcrValues.join(', '),
})

const listed = (value: Values[string] | undefined): string[] => (typeof value === 'string' ? value.split(/[,\s]+/).filter(Boolean) : [])
const inputOf = ({ issuer, clientId, domains, strongAcrValues, enabled }: Values) => ({
  issuer: typeof issuer === 'string' ? issuer.trim() : '',
  clientId,
  domains: listed(domains),
  strongAcrValues: listed(strongAcrValues),
  enabled: enabled === true,
})

function Remove({ institutionId }: { institutionId: number }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(removeIdentityProvider, { invalidates: [getIdentityProvider], success: 'Removed.' })
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        Remove these settings
      </Button>
      {asking ? (
        <ConfirmModal
          title="Remove sign-in with the bank?"
          confirmLabel="Remove"
          danger
          running={remove.running}
          onConfirm={() => void remove.run({ id: institutionId }).then(({ ok }) => ok && setAsking(false))}
          onCancel={() => setAsking(false)}
        >
          <p>
            This institution’s people sign in with their passwords from then on; anyone who never had one can request a link. The client
            secret is deleted.
          </p>
        </ConfirmModal>
      ) : null}
    </>
  )
}
