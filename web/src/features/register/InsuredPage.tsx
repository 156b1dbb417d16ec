/** One insured: the person for those who may see what is personal, consents judged policy by policy, policies, and who changed what. */

import { previewForm8925 } from '@corridor/contract/form-8925.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { consents, insureds } from '@corridor/contract/register.ts'
import { getInsured } from '@corridor/contract/register-policies.ts'
import { STATUSES_AT_ISSUE } from '@corridor/domain/policies/consents.ts'
import { EMPLOYMENT_STATUSES, INSURED_ROLES } from '@corridor/domain/policies/register.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { dateColumn, linkColumn, moneyColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Corrections } from './Corrections.tsx'
import { consentForm } from './dated-fields.ts'
import { corrected, insuredForm } from './fields.ts'
import { POLICY_CALLS } from './policy-calls.ts'
import { RemoveEntry } from './RemoveEntry.tsx'
import css from './register.module.css'
import { Timeline } from './Timeline.tsx'
import { CONSENT_BADGES, dateOf, moneyOf, POLICY_BADGES } from './words.ts'

type Insured = ReplyOf<typeof getInsured>
type Consent = Insured['consents'][number]
const INSURED_CALLS = [...POLICY_CALLS, insureds.endpoints.list, consents.endpoints.list, previewForm8925]

export function InsuredPage() {
  const institutionId = usePathNumber('id') ?? 0
  const insuredId = usePathNumber('insuredId') ?? 0
  const query = useEndpoint(getInsured, { id: institutionId, insuredId })
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(insured) => {
        const { record } = insured
        return (
          <>
            <PageHeader
              crumbs={
                <Breadcrumbs
                  steps={[
                    { label: 'Institutions', to: paths.institutions() },
                    { label: 'Insureds', to: paths.register(institutionId, { list: 'insureds' }) },
                  ]}
                />
              }
              title={[record.firstName, record.middleName, record.lastName, record.suffix].filter(Boolean).join(' ')}
              note={
                <span className={css.headline}>
                  <span>
                    {[record.title, INSURED_ROLES[record.insuredRole], EMPLOYMENT_STATUSES[record.employmentStatus]]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  <StatusBadge status={insured.consent.status} table={CONSENT_OF} />
                  {insured.consent.status === 'NO_POLICY' ? <span>{insured.consent.reasons.join(' ')}</span> : null}
                </span>
              }
            />
            <Tabs
              label="Insured"
              tabs={[
                { key: 'person', label: 'Person', panel: () => <Person institutionId={institutionId} insured={insured} /> },
                {
                  key: 'consents',
                  label: 'Consents',
                  count: insured.consents.length,
                  panel: () => <Consents institutionId={institutionId} insured={insured} />,
                },
                {
                  key: 'policies',
                  label: 'Policies',
                  count: insured.policies.length,
                  panel: () => <Policies institutionId={institutionId} insured={insured} />,
                },
                { key: 'history', label: 'History', panel: () => <Timeline institutionId={institutionId} of={{ insuredId }} /> },
              ]}
            />
          </>
        )
      }}
    </Loaded>
  )
}
const CONSENT_OF = {
  VALID: { ...CONSENT_BADGES.VALID, label: 'Consent valid' },
  MISSING: { ...CONSENT_BADGES.MISSING, label: 'Consent missing' },
  DEFECTIVE: { ...CONSENT_BADGES.DEFECTIVE, label: 'Consent defective' },
  NOT_REQUIRED: { ...CONSENT_BADGES.NOT_REQUIRED, label: 'No consent required' },
  NO_POLICY: { ...CONSENT_BADGES.NO_POLICY, label: 'No policy' },
}

const Person = ({ institutionId, insured: { record, seesPersonal } }: { institutionId: number; insured: Insured }) => (
  <Corrections
    institutionId={institutionId}
    kind="insureds"
    record={record}
    form={insuredForm(seesPersonal, { lastFour: record.ssnLast4 })}
    update={insureds.endpoints.update}
    invalidates={INSURED_CALLS}
  >
    {seesPersonal ? null : (
      <p className={css.aside}>
        Dates of birth, salary and the Social Security number are shown only to people who may change institutions.
      </p>
    )}
  </Corrections>
)

function Consents({ institutionId, insured }: { institutionId: number; insured: Insured }) {
  const mayChange = useCan(consents.endpoints.create.access)
  const [open, setOpen] = useState<Consent | 'new' | null>(null)
  const [taking, setTaking] = useState<Consent | null>(null)
  const { record, consent } = insured
  const close = () => setOpen(null)
  const form = open === null || open === 'new' ? consentForm : corrected(consentForm)
  const key = `register.${institutionId}.insureds.${record.id}.consents.${open === null || open === 'new' ? 'new' : open.id}`
  return (
    <div className={css.stack}>
      {consent.reasons.length > 0 ? (
        <div className={css.notice} role="status">
          <ul>
            {consent.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {open === null ? null : (
        <div className={css.facts}>
          <RecordForm
            key={key}
            draftKey={key}
            {...(open === 'new' ? { initial: consentForm.initial } : { record: open })}
            create={consents.endpoints.create}
            update={consents.endpoints.update}
            params={open === 'new' ? { id: institutionId, insuredId: record.id } : { id: institutionId, recordId: open.id }}
            fields={form.fields}
            sections={form.sections}
            invalidates={INSURED_CALLS}
            submitLabel={open === 'new' ? 'Add consent' : 'Save correction'}
            onSaved={close}
            actions={
              <>
                <Button variant="subtle" onClick={close}>
                  Close
                </Button>
                {open === 'new' ? null : (
                  <Button variant="subtle" onClick={() => setTaking(open)}>
                    Entered by mistake?
                  </Button>
                )}
              </>
            }
          />
        </div>
      )}
      <Panel
        title="Consents"
        note="Each policy issued after August 17, 2006 needs a notice and a consent given within the year before issue."
        flush
        actions={
          mayChange && open === null && insured.consents.length > 0 ? <Button onClick={() => setOpen('new')}>New consent</Button> : null
        }
      >
        <DataTable
          plain
          label="Consents of the insured"
          rows={insured.consents}
          idOf={({ id }) => id}
          columns={[
            dateColumn('noticeDate', 'Notified'),
            dateColumn('consentDate', 'Signed'),
            {
              key: 'disclosed',
              header: 'Disclosed',
              numeric: true,
              cell: ({ maxFaceDisclosedCents, maxFaceSalaryMultiple }) =>
                maxFaceSalaryMultiple === null ? moneyOf(maxFaceDisclosedCents) : `${maxFaceSalaryMultiple} × salary`,
            },
            { key: 'continues', header: 'Continues after employment ends', cell: (row) => (row.continueAfterTermination ? 'Yes' : 'No') },
            { key: 'beneficiary', header: 'Names beneficiary', cell: (row) => (row.beneficiaryDisclosed ? 'Yes' : 'No') },
            { key: 'statusAtIssue', header: 'At issue', cell: (row) => (row.statusAtIssue ? STATUSES_AT_ISSUE[row.statusAtIssue] : '-') },
            textColumn('keptAt', 'Kept at'),
            ...(mayChange
              ? [
                  {
                    key: 'do',
                    header: 'Change',
                    isControl: true,
                    cell: (row: Consent) => (
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => setOpen(row)}
                        aria-label={`Edit the consent of ${dateOf(row.consentDate)}`}
                      >
                        Edit
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
          empty={
            <EmptyState
              title="No consent on file"
              why="The notice and the consent are entered as they were signed, by team members who may change institutions."
              next={mayChange && open === null ? <Button onClick={() => setOpen('new')}>New consent</Button> : null}
            />
          }
        />
      </Panel>
      {taking ? (
        <RemoveEntry
          what={`the consent of ${dateOf(taking.consentDate)}`}
          remove={consents.endpoints.remove}
          params={{ id: institutionId, recordId: taking.id, updatedAt: taking.updatedAt }}
          invalidates={INSURED_CALLS}
          onCancel={() => setTaking(null)}
          onDone={() => {
            setTaking(null)
            close()
          }}
        />
      ) : null}
    </div>
  )
}

const Policies = ({ institutionId, insured }: { institutionId: number; insured: Insured }) => (
  <Panel title="Policies" flush>
    <DataTable
      plain
      label="Policies of the insured"
      rows={insured.policies}
      idOf={({ id }) => id}
      columns={[
        linkColumn('policyNumber', 'Policy', ({ id }: Insured['policies'][number]) => paths.registerPolicy(institutionId, id), {
          oneLine: true,
        }),
        textColumn('carrierCode', 'Carrier'),
        dateColumn('issueDate', 'Issued'),
        statusColumn('policyStatus', 'Status', POLICY_BADGES),
        statusColumn('consentStatus', 'Consent', CONSENT_BADGES),
        moneyColumn('faceAmountCents', 'Face amount ($)'),
      ]}
      empty={
        <EmptyState
          title="No policies"
          why="This person is not insured under any policy here."
          next={<Link to={paths.register(institutionId)}>Open the register’s policies</Link>}
        />
      }
    />
  </Panel>
)
