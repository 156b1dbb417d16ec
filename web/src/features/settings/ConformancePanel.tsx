/** Whether the policy conforms to NIST SP 800-63B-4 and OWASP ASVS 5.0, requirement by requirement, and the preset that makes it so. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getSettings, saveSettings } from '@corridor/contract/settings.ts'
import { getSiteSettings } from '@corridor/contract/sites.ts'
import { type Conformance, conformance, STANDARDS_PRESET } from '@corridor/domain/sites/settings.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './settings.module.css'

export type Settings = ReplyOf<typeof getSettings>
/** Queries made stale by a change of the settings. */
export const OUTDATED = [getSettings, getSiteSettings] as const

const LIGHT = {
  yes: { label: 'Conforms', tone: 'good' },
  no: { label: 'Does not conform', tone: 'warn' },
} as const satisfies StatusTable<string>

export function ConformancePanel({ settings }: { settings: Settings }) {
  const [asking, setAsking] = useState(false)
  const requirements = conformance(settings, settings.secondFactor)
  const broken = requirements.filter(({ conforms }) => !conforms)
  const changes = presetChanges(settings)
  return (
    <Panel
      title="NIST 800-63B-4 / ASVS 5.0"
      note={
        broken.length === 0
          ? 'Your policy meets both standards.'
          : `Your policy differs from the standards in ${broken.length} of ${requirements.length} requirements.`
      }
      actions={
        changes.length > 0 ? (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            Use the preset
          </Button>
        ) : null
      }
      flush
    >
      <ul className={css.requirements} aria-label="Requirements">
        {[...broken, ...requirements.filter(({ conforms }) => conforms)].map((requirement) => (
          <Requirement key={requirement.requirement} {...requirement} />
        ))}
      </ul>
      {asking ? <UsePreset settings={settings} changes={changes} onClose={() => setAsking(false)} /> : null}
    </Panel>
  )
}

function Requirement({ requirement, source, conforms, why }: Conformance) {
  return (
    <li>
      <StatusBadge status={conforms ? 'yes' : 'no'} table={LIGHT} />
      <span>
        <b>{requirement}</b>
        <small>{why}</small>
      </span>
      <small className={css.source}>{source}</small>
    </li>
  )
}

function UsePreset({ settings, changes, onClose }: { settings: Settings; changes: readonly string[]; onClose: () => void }) {
  const save = useAction(saveSettings, { invalidates: OUTDATED, success: 'Saved!' })
  const use = async () => {
    if ((await save.run({ ...STANDARDS_PRESET, updatedAt: settings.updatedAt })).ok) onClose()
  }
  return (
    <ConfirmModal title="Use the preset" confirmLabel="Use it" running={save.running} onConfirm={() => void use()} onCancel={onClose}>
      <p>Current passwords stay good; a password chosen from now on follows the preset. This changes:</p>
      <ul className={css.changes}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </ConfirmModal>
  )
}

const WORDS: Record<keyof typeof STANDARDS_PRESET, string> = {
  minLength: 'Minimum characters',
  minUniqueChars: 'Minimum different characters',
  minUpperAlphaChars: 'Minimum uppercase letters',
  minLowerAlphaChars: 'Minimum lowercase letters',
  minNumericChars: 'Minimum digits',
  minSymbolChars: 'Minimum symbols',
  expirationDays: 'Days until a password expires',
  failedAttempts: 'Failed sign-ins that lock an account',
  failedDuration: 'Minutes it is locked',
}

function presetChanges(settings: Settings): string[] {
  const present: Record<string, unknown> = settings
  const preset: Record<string, number> = STANDARDS_PRESET
  const words = (name: string, value: unknown) => (name === 'expirationDays' && value === 0 ? 'never' : String(value))
  return Object.entries(WORDS).flatMap(([name, label]) =>
    present[name] === preset[name] ? [] : [`${label}: ${words(name, present[name])} → ${words(name, preset[name])}`],
  )
}
