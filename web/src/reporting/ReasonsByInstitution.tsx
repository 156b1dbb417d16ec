/** Reasons for a release, one an institution, each beside what it is given for: one bank's matter is not printed on another bank's paper. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/fields/Button.tsx'
import { TextArea } from '../ui/fields/Field.tsx'
import css from './reports.module.css'

/** The texts typed, by institution. */
export type Reasons = Readonly<Record<number, string>>

interface ReasonsByInstitutionProps {
  /** "Reason for releasing with open items" */
  label: string
  /** "with the open items, your name and the date": ends the sentence that says where the reason is printed. */
  printedHow: string
  /** The reports that need a reason. */
  reports: readonly ReportRow[]
  reasons: Reasons
  onChange: (reasons: Reasons) => void
  /** That which stands in the way of some of them, as a list. */
  itemsOf: (reports: readonly ReportRow[]) => ReactNode
  errorsOf: (reports: readonly ReportRow[]) => readonly string[]
}

export function ReasonsByInstitution({ label, printedHow, reports, reasons, onChange, itemsOf, errorsOf }: ReasonsByInstitutionProps) {
  const institutions = byInstitution(reports)
  const isOne = institutions.length === 1
  return institutions.map(({ id, name, reports: own }) => {
    const reason = reasons[id] ?? ''
    return (
      <div key={id} className={css.override}>
        {itemsOf(own)}
        <TextArea
          label={isOne ? label : `${label}, ${name}`}
          hint={`Printed on ${isOne ? 'the report for the institution' : `the ${own.length === 1 ? 'report' : 'reports'} for ${name} alone,`} ${printedHow}.`}
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

const SHORTEST = 5
export const isEnough = (text: string): boolean => text.trim().length >= SHORTEST

export const byInstitution = (reports: readonly ReportRow[]): { id: number; name: string; reports: ReportRow[] }[] =>
  [...Map.groupBy(reports, ({ institutionId }) => institutionId)].map(([id, own]) => ({
    id,
    name: own[0]?.institutionName ?? '',
    reports: own,
  }))
