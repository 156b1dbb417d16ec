/**
 * The API keys of the site, or of one institution: whose they are, what they may do, when they last called; renewed by their makers, ended by whoever keeps
 * the people of the site. A bank's Clients have the page of their own institution.
 */
import { API_KEY_STATUSES, type ApiKey, keepApiKeys, listApiKeys, revokeApiKey } from '@corridor/contract/api-keys.ts'
import { API_KEY_STATUS_WORDS } from '@corridor/contract/words.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { LEVEL_NAMES, PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { dateColumn, momentColumn, statusColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './api-keys.module.css'
import { KeyCrumbs, useInstitution, useKeysOf } from './KeyCrumbs.tsx'
import { NewSecret } from './NewSecret.tsx'

const API_KEY_STATUS: StatusTable<ApiKey['status']> = {
  ACTIVE: { label: API_KEY_STATUS_WORDS.ACTIVE, tone: 'good' },
  STOPPED: { label: API_KEY_STATUS_WORDS.STOPPED, tone: 'warn', sign: 'stopped' },
  EXPIRED: { label: API_KEY_STATUS_WORDS.EXPIRED, tone: 'quiet', sign: 'over' },
  REVOKED: { label: API_KEY_STATUS_WORDS.REVOKED, tone: 'quiet', sign: 'canceled' },
}

export function ApiKeysPage() {
  const session = useSession()
  const of = useKeysOf()
  const institution = useInstitution(of)
  const columns = of === undefined ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'institutionName')
  const mayChange = useCan(keepApiKeys)
  const [renewed, setRenewed] = useState<ApiKey | null>(null)
  const [ended, setEnded] = useState<ApiKey | null>(null)
  const list = useList({
    endpoint: listApiKeys,
    label: 'Keys',
    noun: 'key',
    columns: mayChange ? [...columns, actions(session.userId, setRenewed, setEnded)] : columns,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'createdAt',
    desc: true,
    ...(of === undefined ? {} : { input: { institutionId: of }, variant: 'institution' }),
    filters: [
      { key: 'status', label: 'Status', options: API_KEY_STATUSES.map((value) => ({ value, label: API_KEY_STATUS_WORDS[value] })) },
    ],
  })
  return (
    <>
      <ListPage
        crumbs={<KeyCrumbs of={of} name={institution} />}
        title="API keys"
        note={
          of === undefined
            ? `How scripts and gateways call ${session.siteName} without a person. A key can do no more than the person who created it.`
            : `How scripts call ${session.siteName} for ${institution} without a person. A key can do no more than the person who created it.`
        }
        actions={mayChange ? <LinkButton to={paths.newApiKey(of)}>New API key</LinkButton> : null}
        list={list}
        toneOf={({ status }) => (status === 'STOPPED' ? 'attention' : undefined)}
        empty={{
          title: 'No API keys yet',
          why: of === undefined ? 'No script or gateway calls this site.' : `No script calls for ${institution}.`,
          next: mayChange ? <Link to={paths.newApiKey(of)}>Create the first one</Link> : null,
        }}
      />
      {renewed ? <NewSecret apiKey={renewed} onClose={() => setRenewed(null)} /> : null}
      {ended ? <Revoke apiKey={ended} onClose={() => setEnded(null)} /> : null}
    </>
  )
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useAction(revokeApiKey, { invalidates: [listApiKeys], success: `${apiKey.name} was revoked.` })
  const run = async () => {
    if ((await revoke.run({ id: apiKey.id })).ok) onClose()
  }
  return (
    <ConfirmModal
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke key"
      danger
      running={revoke.running}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>
        Its next call is refused, and it cannot be brought back. It was last used{' '}
        {apiKey.lastUsedAt ? formatMoment(apiKey.lastUsedAt) : 'never'}
        {apiKey.lastUsedFrom ? `, from ${apiKey.lastUsedFrom}` : ''}.
      </p>
    </ConfirmModal>
  )
}

const scopesOf = ({ scopes, carrierName, carrierCode }: ApiKey): string =>
  carrierCode === null
    ? scopes.map(({ code, access }) => `${PERMISSION_WORDS[code].name}: ${LEVEL_NAMES[access].toLowerCase()}`).join(', ')
    : `Sends files of ${carrierName ?? carrierCode}`

/** For the firm's staff, which keys are a bank's own people's. */
function Maker({ ownerName, ofClient }: ApiKey) {
  const staff = isStaff(useSession().userRole)
  return (
    <span className={css.name}>
      <span>{ownerName}</span>
      {staff && ofClient ? <small>of the institution</small> : null}
    </span>
  )
}

const COLUMNS: Column<ApiKey>[] = [
  {
    key: 'name',
    header: 'Key',
    sortable: true,
    exportAs: ['name', 'hint'],
    cell: ({ name, hint }) => (
      <span className={css.name}>
        <strong>{name}</strong>
        <code>{hint}…</code>
      </span>
    ),
  },
  statusColumn('status', 'Status', API_KEY_STATUS),
  { key: 'scopes', header: 'May', exportAs: ['carrierCode'], cell: (key) => <span className={css.scopes}>{scopesOf(key)}</span> },
  {
    key: 'institutionName',
    header: 'Institution',
    sortable: true,
    cell: ({ institutionName }) => institutionName ?? 'All of the site',
  },
  {
    key: 'ownerName',
    header: 'Created by',
    sortable: true,
    exportAs: ['ownerName', 'ofClient'],
    cell: (key) => <Maker {...key} />,
  },
  {
    key: 'lastUsedAt',
    header: 'Last used',
    sortable: true,
    exportAs: ['lastUsedAt', 'lastUsedFrom'],
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? (
        <span className={css.name}>
          <span>{formatMoment(lastUsedAt)}</span>
          {lastUsedFrom ? <small>from {lastUsedFrom}</small> : null}
        </span>
      ) : (
        'Never'
      ),
  },
  dateColumn('expiresOn', 'Expires', { sortable: true }),
  momentColumn('createdAt', 'Created', { sortable: true, startsHidden: true }),
]

const actions = (self: number, onRenew: (key: ApiKey) => void, onRevoke: (key: ApiKey) => void): Column<ApiKey> => ({
  key: 'actions',
  header: 'Actions',
  isControl: true,
  notExported: true,
  cell: (key) => (
    <span className={css.actions}>
      {key.status === 'ACTIVE' && key.ownerId === self ? (
        <Button size="xs" variant="default" aria-label={`New secret for ${key.name}`} onClick={() => onRenew(key)}>
          New secret
        </Button>
      ) : null}
      {key.revokedAt === null ? (
        <Button size="xs" variant="default" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ) : (
        <small>
          {formatMoment(key.revokedAt)}
          {key.revokedByName ? ` by ${key.revokedByName}` : ''}
        </small>
      )}
    </span>
  ),
})
