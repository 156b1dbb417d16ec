/** One's own second factors: which comes first, names of passkeys, removing, recovery codes. */
import {
  changeMfaMethod,
  listMfaMethods,
  type MfaMethod,
  makeRecoveryCodes,
  RECOVERY_CODES,
  removeMfaMethod,
} from '@corridor/contract/mfa.ts'
import { getSite } from '@corridor/contract/session.ts'
import { useState } from 'react'
import { useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { NO_SECOND_FACTOR } from '../../shared/demo-words.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal, Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CHANNELS } from './channels.ts'
import css from './profile.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const MARKS = { first: { label: 'Asked first', tone: 'good' } } as const

type Asking = { kind: 'rename' | 'remove'; method: MfaMethod } | { kind: 'codes' }

export function MethodsPanel({ readOnly }: { readOnly: boolean }) {
  const query = useEndpoint(listMfaMethods, {})
  const asks = useEndpoint(getSite, {}).data?.asksSecondFactor
  const [asking, setAsking] = useState<Asking | null>(null)
  const prefer = useAction(changeMfaMethod, { invalidates: [listMfaMethods], success: 'Saved!' })
  const done = () => setAsking(null)
  return (
    <Panel
      title="Sign-in methods"
      note={asks === false ? NO_SECOND_FACTOR : 'Used with your password. You are asked for the first one; the others are alternatives.'}
      actions={
        readOnly ? null : (
          <LinkButton to={paths.setUpSecondFactor()} variant="default" size="xs">
            Add sign-in method
          </LinkButton>
        )
      }
    >
      <Loaded query={query} skeleton={<BlockSkeleton height={120} />}>
        {({ methods, recoveryCodesLeft }) => (
          <>
            {methods.length === 0 ? (
              <p className={css.small}>None yet. A second factor protects your sign-in should someone learn your password.</p>
            ) : null}
            <ul className={css.rows} aria-label="Second factors">
              {methods.map((method) => (
                <li key={method.id}>
                  <Row
                    method={method}
                    readOnly={readOnly}
                    preferring={prefer.running}
                    onPrefer={() => void prefer.run({ id: method.id, preferred: true })}
                    onAsk={(kind) => setAsking({ kind, method })}
                  />
                </li>
              ))}
              {methods.length > 0 ? (
                <li>
                  <span className={css.words}>
                    <b>Recovery codes</b>
                    <small data-warn={recoveryCodesLeft <= 3 || undefined}>
                      {recoveryCodesLeft === 0
                        ? 'None. Create some, so that a lost device does not lock you out.'
                        : `${recoveryCodesLeft} of ${RECOVERY_CODES} left`}
                    </small>
                  </span>
                  {readOnly ? null : (
                    <span className={css.buttons}>
                      <Button variant="default" size="xs" onClick={() => setAsking({ kind: 'codes' })}>
                        Create new codes
                      </Button>
                    </span>
                  )}
                </li>
              ) : null}
            </ul>
            {asking?.kind === 'rename' ? <Rename method={asking.method} onDone={done} /> : null}
            {asking?.kind === 'remove' ? <Remove method={asking.method} last={methods.length === 1} onDone={done} /> : null}
            {asking?.kind === 'codes' ? <NewCodes left={recoveryCodesLeft} onDone={done} /> : null}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Row({
  method,
  readOnly,
  preferring,
  onPrefer,
  onAsk,
}: {
  method: MfaMethod
  readOnly: boolean
  preferring: boolean
  onPrefer: () => void
  onAsk: (kind: 'rename' | 'remove') => void
}) {
  const { icon: Icon, name } = CHANNELS[method.channel]
  const used = method.lastUsedAt ? `last used ${formatDay(method.lastUsedAt)}` : ''
  const detail = [method.channel === 'passkey' ? name : method.hint, `added ${formatDay(method.createdAt)}`, used]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <Icon size={22} stroke={1.6} />
      <span className={css.words}>
        <b>
          {method.name}
          {method.preferred ? <StatusBadge status="first" table={MARKS} /> : null}
        </b>
        <small>{detail.replace(/^added/, 'Added')}</small>
      </span>
      {readOnly ? null : (
        <span className={css.buttons}>
          {method.preferred ? null : (
            <Button variant="subtle" size="xs" disabled={preferring} onClick={onPrefer} aria-label={`Ask first: ${method.name}`}>
              Ask first
            </Button>
          )}
          {method.channel === 'passkey' ? (
            <Button variant="subtle" size="xs" onClick={() => onAsk('rename')} aria-label={`Rename ${method.name}`}>
              Rename
            </Button>
          ) : null}
          <Button variant="subtle" size="xs" onClick={() => onAsk('remove')} aria-label={`Remove ${method.name}`}>
            Remove
          </Button>
        </span>
      )}
    </>
  )
}

function Rename({ method, onDone }: { method: MfaMethod; onDone: () => void }) {
  const [name, setName] = useState(method.name)
  const action = useAction(changeMfaMethod, { invalidates: [listMfaMethods], success: 'Saved!', quiet: true })
  const save = async () => {
    const outcome = await action.run({ id: method.id, name })
    if (outcome.ok) onDone()
  }
  return (
    <ConfirmModal
      title="Rename the passkey"
      enterConfirms
      confirmLabel="Save"
      ready={name.trim() !== ''}
      running={action.running}
      onConfirm={() => void save()}
      onCancel={onDone}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={60} error={action.error?.fields.name ?? action.error?.message} />
    </ConfirmModal>
  )
}

function Remove({ method, last, onDone }: { method: MfaMethod; last: boolean; onDone: () => void }) {
  const action = useAction(removeMfaMethod, { invalidates: [listMfaMethods], success: 'Removed. We sent you an email about it.' })
  return (
    <ConfirmModal
      title={`Remove ${method.name}?`}
      confirmLabel="Remove"
      danger
      running={action.running}
      onConfirm={() => void action.run({ id: method.id }).then(({ ok }) => ok && onDone())}
      onCancel={onDone}
    >
      <p>
        {last
          ? 'It is your only one. Your recovery codes stop working too, and your next sign-in asks you to set up a new method.'
          : 'It will no longer confirm your sign-in. Your other methods stay.'}
      </p>
    </ConfirmModal>
  )
}

function NewCodes({ left, onDone }: { left: number; onDone: () => void }) {
  const { email } = useSession()
  const action = useAction(makeRecoveryCodes, { invalidates: [listMfaMethods] })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <Modal title="Your new recovery codes" onClose={null}>
        <RecoveryCodes codes={codes} email={email} doneLabel="Done" onDone={onDone} />
      </Modal>
    )
  return (
    <ConfirmModal
      title="Create new recovery codes?"
      confirmLabel="Create new codes"
      running={action.running}
      onConfirm={() =>
        void action.run({}).then((outcome) => {
          if (outcome.ok) setCodes(outcome.value.recoveryCodes)
        })
      }
      onCancel={onDone}
    >
      <p>
        {left === 1
          ? 'The code you have left stops working.'
          : left > 1
            ? `The ${left} codes you have now stop working.`
            : 'Ten codes, each of which works once in place of your second factor.'}
      </p>
    </ConfirmModal>
  )
}
