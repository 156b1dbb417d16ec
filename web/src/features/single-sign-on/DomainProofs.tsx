/** The bank's own word for each email domain: by a record in its DNS, looked for from here, or by a Client with an address there. */
import { checkProviderDomain, getIdentityProvider, type IdentityProvider } from '@corridor/contract/single-sign-on.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { PROOF } from './proof.ts'
import css from './single-sign-on.module.css'

interface DomainProofsProps {
  institutionId: number
  provider: IdentityProvider
  mayChange: boolean
}

export function DomainProofs({ institutionId, provider, mayChange }: DomainProofsProps) {
  return (
    <Panel
      title="Confirmed by the bank"
      note="No one can sign in through an email domain that the bank has not confirmed. Changing the issuer, client id or acr values requires confirmation again."
    >
      <ul className={css.proofs}>
        {provider.proofs.map((proof) => (
          <li key={proof.domain}>
            <Domain institutionId={institutionId} proof={proof} mayChange={mayChange} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Proof = IdentityProvider['proofs'][number]

function Domain({ institutionId, proof, mayChange }: { institutionId: number; proof: Proof; mayChange: boolean }) {
  const { domain, provedAt, provedBy, recordName, recordValue } = proof
  const check = useAction(checkProviderDomain, { invalidates: [getIdentityProvider], quiet: true, success: `${domain} is confirmed.` })
  return (
    <>
      <p>
        <b>{domain}</b> <StatusBadge status={proof.proof ? 'confirmed' : 'open'} table={PROOF} />
      </p>
      {proof.proof ? (
        <p className={css.words}>
          {proof.proof === 'DNS' ? `By its DNS, checked by ${provedBy ?? 'staff'}` : `By ${provedBy ?? 'a Client'} of the bank`},{' '}
          {provedAt ? formatMoment(provedAt) : ''}
        </p>
      ) : (
        <>
          <p className={css.words}>
            Either a Client with an address at {domain} confirms it under Profile, from a link by email, or the bank enters this TXT record
            in its DNS:
          </p>
          <dl className={css.record}>
            <dt>Name</dt>
            <dd>
              <code>{recordName}</code>
              <CopyButton text={recordName} label={`Copy the name of the record of ${domain}`} />
            </dd>
            <dt>Value</dt>
            <dd>
              <code>{recordValue}</code>
              <CopyButton text={recordValue} label={`Copy the value of the record of ${domain}`} />
            </dd>
          </dl>
          {mayChange ? (
            <Button
              variant="default"
              size="xs"
              loading={check.running}
              onClick={() => void check.run({ id: institutionId, domain })}
              aria-label={`Check the record of ${domain}`}
            >
              Check the record
            </Button>
          ) : null}
          <div role="alert">
            {check.error ? <p className={css.problem}>{check.error.fields.domain?.[0] ?? check.error.message}</p> : null}
          </div>
        </>
      )}
    </>
  )
}
