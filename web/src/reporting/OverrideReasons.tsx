/** Reasons for releasing over open items, one an institution, each beside its own items: one bank's matter is not printed on another bank's paper. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/fields/Button.tsx'
import { TextArea } from '../ui/fields/Field.tsx'
import css from './reports.module.css'

/** The texts typed, by institution. */
export type Reasons = Readonly<Record<number, string>>

interface OverrideReasonsProps {
  /** The reports with open items. */
  reports: readonly ReportRow[]
  reasons: Reasons
  onChange: (reasons: Reasons) => void
  /** The open items of some of them, as a list. */
  itemsOf: (reports: readonly ReportRow[]) => ReactNode
  errorsOf: (reports: readonly ReportRow[]) => readonly string[]
}

export function OverrideReasons({ reports, reasons, onChange, itemsOf, errorsOf }: OverrideReasonsProps) {
  const institutions = byInstitution(reports)
  const isOne = institutions.length === 1
  return institutions.map(({ id, name, reports: own }) => {
    const reason = reasons[id] ?? ''
    return (
      <div key={id} className={css.override}>
        {itemsOf(own)}
        <TextArea
          label={isOne ? LABEL : `${LABEL}, ${name}`}
          hint={`Printed on ${isOne ? 'the report for the institution' : `the ${own.length === 1 ? 'report' : 'reports'} for ${name} alone,`} with the open items, your name and the date.`}
          required
          rows={isOne ? 3 : 2}
          value={reason}
          onChange={(text) => onChange({ ...reasons, [id]: text })}
          error={errorsOf(own)}
        />
        {!isOne && isEnough(reason) ? (
          <Button size="xs" onClick={() => onChange(Object.fromEntries(institutions.map((each) => [each.id, reason])))}>
            Use for all<span className="visually-hidden"> the reason for {name}</span>
          </Button>
        ) : null}
      </div>
    )
  })
}

const LABEL = 'Reason for releasing with open items'
const SHORTEST = 5
export const isEnough = (text: string): boolean => text.trim().length >= SHORTEST

export const byInstitution = (reports: readonly ReportRow[]): { id: number; name: string; reports: ReportRow[] }[] =>
  [...Map.groupBy(reports, ({ institutionId }) => institutionId)].map(([id, own]) => ({
    id,
    name: own[0]?.institutionName ?? '',
    reports: own,
  }))
