/** /settings: the policy on passwords, guessing and sessions, with a light that says what the standards would have otherwise. */
import { getSettings, saveSettings } from '@corridor/contract/settings.ts'
import { SETTING_RANGES, type SettingName } from '@corridor/domain/sites/settings.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import type { FieldDefinition, Fields, FormSection } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { ConformancePanel, OUTDATED, type Settings } from './ConformancePanel.tsx'
import css from './settings.module.css'

export function SettingsPage() {
  const query = useEndpoint(getSettings, {})
  return (
    <>
      <PageHeader
        title="Settings"
        note="Passwords, sign-in and sessions, for everyone on every site. A new policy takes effect at the next sign-in."
      />
      <Loaded query={query}>
        {(settings) => (
          <div className={css.page}>
            <ConformancePanel settings={settings} />
            <RecordForm
              draftKey="settings"
              update={saveSettings}
              params={{}}
              invalidates={OUTDATED}
              record={settings}
              fields={fieldsFor(settings)}
              sections={SECTIONS}
            />
          </div>
        )}
      </Loaded>
    </>
  )
}

const whole = (name: SettingName, label: string, hint?: string): FieldDefinition => {
  const [least, most] = SETTING_RANGES[name]
  return { kind: 'whole', label, required: true, least, most, ...(hint ? { hint } : {}) }
}

const fieldsFor = ({ fourEyesForced }: Settings): Fields => ({
  minLength: whole('minLength', 'Minimum characters'),
  minUniqueChars: whole('minUniqueChars', 'Minimum different characters', '0: not required.'),
  minUpperAlphaChars: whole('minUpperAlphaChars', 'Minimum uppercase letters'),
  minLowerAlphaChars: whole('minLowerAlphaChars', 'Minimum lowercase letters'),
  minNumericChars: whole('minNumericChars', 'Minimum digits'),
  minSymbolChars: whole('minSymbolChars', 'Minimum symbols'),
  expirationDays: whole('expirationDays', 'Days until a password expires', '0: never.'),
  reusePasswords: whole('reusePasswords', 'Previous passwords that cannot be reused', 'The current one counts. 0: any can be reused.'),
  failedAttempts: whole('failedAttempts', 'Failed sign-ins that lock an account'),
  failedDuration: whole('failedDuration', 'Within minutes, and how long it is locked'),
  forgottenAttempts: whole('forgottenAttempts', 'Requests for a new password'),
  forgottenDuration: whole('forgottenDuration', 'Within minutes'),
  sessionTimeout: whole('sessionTimeout', 'Minutes without activity until a session ends', 'It always ends twelve hours after sign-in.'),
  fourEyesRelease: {
    kind: 'check',
    label: 'Reports must be released by someone other than the person who generated them',
    wide: true,
    ...(fourEyesForced ? { hint: 'This server’s configuration requires it regardless of this setting.' } : {}),
  },
})

const SECTIONS: readonly FormSection[] = [
  {
    title: 'Passwords',
    note: 'Common passwords and known names are always refused.',
    fields: [
      'minLength',
      'minUniqueChars',
      'minUpperAlphaChars',
      'minLowerAlphaChars',
      'minNumericChars',
      'minSymbolChars',
      'expirationDays',
      'reusePasswords',
    ],
  },
  {
    title: 'Failed sign-ins',
    note: 'Counted for each email address, whether or not an account has it; the limit for one network address is five times as high.',
    fields: ['failedAttempts', 'failedDuration', 'forgottenAttempts', 'forgottenDuration'],
  },
  { title: 'Sessions and releases', fields: ['sessionTimeout', 'fourEyesRelease'] },
]
