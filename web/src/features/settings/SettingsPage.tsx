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
        note="Passwords, sign-in and sessions, for everybody on every site. A new policy takes effect at the next sign-in."
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
  minLength: whole('minLength', 'Characters at least'),
  minUniqueChars: whole('minUniqueChars', 'Different characters at least', '0: not asked for.'),
  minUpperAlphaChars: whole('minUpperAlphaChars', 'Capital letters at least'),
  minLowerAlphaChars: whole('minLowerAlphaChars', 'Small letters at least'),
  minNumericChars: whole('minNumericChars', 'Digits at least'),
  minSymbolChars: whole('minSymbolChars', 'Symbols at least'),
  expirationDays: whole('expirationDays', 'Days until a password expires', '0: it does not.'),
  reusePasswords: whole('reusePasswords', 'Last passwords that cannot be taken again', 'The present one counts. 0: any can.'),
  failedAttempts: whole('failedAttempts', 'Failed sign-ins that lock an account'),
  failedDuration: whole('failedDuration', 'Within minutes, and locked for as long'),
  forgottenAttempts: whole('forgottenAttempts', 'Requests for a new password'),
  forgottenDuration: whole('forgottenDuration', 'Within minutes'),
  sessionTimeout: whole(
    'sessionTimeout',
    'Minutes without activity until a session ends',
    'Twelve hours after sign-in it ends in any case.',
  ),
  fourEyesRelease: {
    kind: 'check',
    label: 'Reports must be released by someone other than the person who generated them',
    wide: true,
    ...(fourEyesForced ? { hint: 'This server’s configuration asks for it whatever is chosen here.' } : {}),
  },
})

const SECTIONS: readonly FormSection[] = [
  {
    title: 'Passwords',
    note: 'Common passwords and known names are refused in any case.',
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
    title: 'Guessing',
    note: 'Counted for each e-mail address, whether anybody has it or not; five times as much from one network address.',
    fields: ['failedAttempts', 'failedDuration', 'forgottenAttempts', 'forgottenDuration'],
  },
  { title: 'Sessions and releases', fields: ['sessionTimeout', 'fourEyesRelease'] },
]
