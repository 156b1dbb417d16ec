/** /my-profile: who one is here, how one signs in, and where one is signed in. */
import { getProfile, type Profile, saveProfile } from '@corridor/contract/profile.ts'
import { getSession } from '@corridor/contract/session.ts'
import { MAIL_CHOICES } from '@corridor/domain/sites/mail-frequency.ts'
import type { ComponentType } from 'react'
import { call } from '../../kernel/call.ts'
import { adoptSession, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PATTERNS } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatDay } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { MethodsPanel } from './MethodsPanel.tsx'
import { PortraitPanel } from './PortraitPanel.tsx'
import css from './profile.module.css'
import { SessionsPanel } from './SessionsPanel.tsx'

/** Facts that other areas know of a person's own sign-in. It comes in from the route table. */
interface ProfilePageProps {
  OwnEmail?: ComponentType<{ email: string; readOnly: boolean }> | undefined
  BankSignIn?: ComponentType<{ readOnly: boolean }>
  Notices?: ComponentType<{ readOnly: boolean }>
}

export function ProfilePage({ OwnEmail, BankSignIn, Notices }: ProfilePageProps) {
  const query = useEndpoint(getProfile, {})
  const readOnly = useSession().actingAs !== null
  return (
    <>
      <PageHeader title="Profile" />
      <Loaded query={query} skeleton={<BlockSkeleton height={620} />}>
        {(profile) => (
          <div className={css.columns}>
            <div className={css.main}>
              <ProfileForms profile={profile} readOnly={readOnly} />
              {Notices ? <Notices readOnly={readOnly} /> : null}
              <MethodsPanel readOnly={readOnly} />
              {BankSignIn ? <BankSignIn readOnly={readOnly} /> : null}
              <SessionsPanel readOnly={readOnly} />
            </div>
            <aside className={css.aside} aria-label="Portrait and password">
              <PortraitPanel profile={profile} readOnly={readOnly} />
              <PasswordPanel profile={profile} readOnly={readOnly} OwnEmail={OwnEmail} />
            </aside>
          </div>
        )}
      </Loaded>
    </>
  )
}

const ABOUT_FIELDS: Fields = {
  firstName: { kind: 'text', label: 'First name', required: true, most: 80, autoComplete: 'given-name' },
  middleName: { kind: 'text', label: 'Middle name', most: 80, autoComplete: 'additional-name' },
  lastName: { kind: 'text', label: 'Last name', required: true, most: 80, autoComplete: 'family-name' },
  displayName: { kind: 'text', label: 'Name as others see it', most: 160, hint: 'If empty, first and last name.' },
  title: { kind: 'text', label: 'Title', most: 120, autoComplete: 'organization-title' },
  phone: { kind: 'phone', label: 'Phone' },
  extension: { kind: 'text', label: 'Extension', most: 6 },
  bio: { kind: 'area', label: 'About you (optional)', most: 2000 },
}
const MAIL_FIELDS: Fields = {
  mailFrequency: { kind: 'select', label: 'Email about new files', required: true, options: MAIL_CHOICES },
}
const ABOUT: FormSection = {
  title: 'About you',
  note: 'Names, title and phone are shown to the people you work with here.',
  fields: ['firstName', 'middleName', 'lastName', 'displayName', 'title', 'phone', 'extension', 'bio'],
}
const MAILS: FormSection = {
  title: 'New files by email',
  note: 'About new reports and documents. Whatever you choose, the files are always here.',
  fields: ['mailFrequency'],
}

/** Two forms of one record: each card has a button of its own. */
function ProfileForms({ profile, readOnly }: { profile: Profile; readOnly: boolean }) {
  const { userRole } = useSession()
  const shared = { record: profile, update: saveProfile, invalidates: [getProfile], readOnly }
  return (
    <>
      <RecordForm
        {...shared}
        draftKey="profile"
        fields={ABOUT_FIELDS}
        sections={[ABOUT]}
        // The header greets by name and title.
        onSaved={() => void call(getSession, {}).then(adoptSession)}
      />
      {/* Mails about released reports go to an institution's own people. */}
      {userRole === 'c' || userRole === 'a' ? (
        <RecordForm {...shared} draftKey="profile.mails" fields={MAIL_FIELDS} sections={[MAILS]} submitLabel="Save choice" />
      ) : null}
    </>
  )
}

interface PasswordPanelProps extends Pick<ProfilePageProps, 'OwnEmail'> {
  profile: Profile
  readOnly: boolean
}

function PasswordPanel({ profile: { email, passwordChangedAt }, readOnly, OwnEmail }: PasswordPanelProps) {
  return (
    <Panel title="Email and password">
      <dl className={css.facts}>
        <dt>Email address</dt>
        <dd>{email}</dd>
        <dt>Password</dt>
        <dd>{passwordChangedAt ? `Changed ${formatDay(passwordChangedAt)}` : 'None yet'}</dd>
      </dl>
      {readOnly ? null : (
        <LinkButton to={PATTERNS.changePassword} variant="default">
          Change password
        </LinkButton>
      )}
      {OwnEmail ? <OwnEmail email={email} readOnly={readOnly} /> : null}
    </Panel>
  )
}
