/** A bank's Client looks at the provider that was entered for the bank, and confirms or refuses it. Shown where there is one. */
import { answerOwnProvider, getOwnProvider, type OwnProvider } from '@corridor/contract/single-sign-on.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { PROOF } from './proof.ts'
import css from './single-sign-on.module.css'

export function BankSignInPanel({ readOnly }: { readOnly: boolean }) {
  return useCan(getOwnProvider.access) ? <OfOwnBank readOnly={readOnly} /> : null
}

function OfOwnBank({ readOnly }: { readOnly: boolean }) {
  const { data } = useEndpoint(getOwnProvider, {})
  return data?.provider ? <Provider provider={data.provider} readOnly={readOnly} /> : null
}

function Provider({ provider, readOnly }: { provider: OwnProvider; readOnly: boolean }) {
  const { issuer, domains, strongAcrValues, enabled, updatedAt } = provider
  const [asking, setAsking] = useState<'confirm' | 'refuse' | null>(null)
  const answer = useAction(answerOwnProvider, { invalidates: [getOwnProvider] })
  const run = async () => {
    if (asking && (await answer.run({ answer: asking, updatedAt })).ok) setAsking(null)
  }
  const open = domains.some(({ mine, confirmed }) => mine && !confirmed)
  return (
    <Panel
      title="Your bank’s sign-in"
      note={
        enabled ? 'Colleagues sign in through your bank instead of with a password here.' : 'Turned off: everyone signs in with a password.'
      }
    >
      <dl className={css.facts}>
        <dt>Provider</dt>
        <dd>
          <code>{issuer}</code>
        </dd>
        <dt>For addresses at</dt>
        <dd>
          <ul className={css.domains}>
            {domains.map(({ domain, confirmed }) => (
              <li key={domain}>
                {domain} <StatusBadge status={confirmed ? 'confirmed' : 'open'} table={PROOF} />
              </li>
            ))}
          </ul>
        </dd>
        {strongAcrValues.length > 0 ? (
          <>
            <dt>Replaces the second factor when it reports</dt>
            <dd>{strongAcrValues.join(', ')}</dd>
          </>
        ) : null}
      </dl>
      {readOnly ? null : (
        <div className={css.buttons}>
          {open ? (
            <Button size="xs" onClick={() => setAsking('confirm')}>
              Confirm
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={() => setAsking('refuse')}>
            Refuse and turn off
          </Button>
        </div>
      )}
      {asking === 'confirm' ? (
        <ConfirmModal
          title="Confirm your bank’s sign-in?"
          confirmLabel="Confirm"
          running={answer.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(null)}
        >
          <p>
            Anyone whom <b>{issuer}</b> identifies as one of your colleagues can sign in as that colleague. Confirm only if your information
            technology department told you that this is your bank’s own provider.
          </p>
        </ConfirmModal>
      ) : asking === 'refuse' ? (
        <ConfirmModal
          title="Refuse this provider?"
          confirmLabel="Refuse and turn off"
          danger
          running={answer.running}
          onConfirm={() => void run()}
          onCancel={() => setAsking(null)}
        >
          <p>
            It is turned off at once, and everyone who signed in through it is signed out. Everyone signs in with a password; your service
            team is notified.
          </p>
        </ConfirmModal>
      ) : null}
    </Panel>
  )
}
