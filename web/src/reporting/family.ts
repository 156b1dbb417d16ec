/** Facts of a report family that the shared pages need: calls, words and figures as data, its body as a component that is loaded when a report opens. */
import type { ReportCalls, ReportFormat, ReportRow } from '@corridor/contract/reports.ts'
import { isStaff, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import type { ReportFamilyRow, ReportTypeName } from '@corridor/domain/reports/families.ts'
import type { ReportStamp } from '@corridor/domain/reports/heading.ts'
import type { CellKind, CellValue } from '@corridor/domain/reports/table.ts'
import type { ComponentType, ReactNode } from 'react'
import { useCan, useSession } from '../kernel/session.ts'

/** The head above a report's body. */
export interface ReportHeading {
  title: string
  legalName: string
  /** "As of September 30, 2026" */
  asOfText: string
  stamp: ReportStamp
  /** Said beside the stamp: "2 open items before filing". */
  caution?: string | undefined
}

export interface ReportBodyProps {
  /** The family's view as the server sent it; never null. */
  view: unknown
  reportType: ReportTypeName
  batch: number
  report: number
  history: ReactNode
}

/** A paper beside a report, read on a page of its own under its name as `reportType`. */
export interface ReportPaper extends Pick<ReportPages, 'headingOf' | 'Body'> {
  Actions: NonNullable<ReportPages['Actions']>
}

export interface ReportPages extends ReportFamilyRow {
  reportType: ReportTypeName
  calls: ReportCalls
  /** Its own figures in lists, by their names on the wire. */
  figures: readonly {
    key: string
    header: string
    kind: CellKind /** A total of the reports of a batch is a figure, too. */
    isSummed?: true
  }[]
  downloads: readonly { format: ReportFormat; label: string }[]
  /** The quarterly report of the family; null where there is none. */
  quarterlyHint: string | null
  /** Said under the changes of a release where the list of reports has an increase that is another figure. */
  changeNote?: string
  /** Actions on a report of this family alone, beside the buttons of all. */
  Actions?: ComponentType<{ batch: number; report: number; version: number | undefined }>
  /** @throws RangeError when the view is none of the family's */
  headingOf: (view: unknown) => ReportHeading | null
  Body: ComponentType<ReportBodyProps>
  /** By the name that the calls know. */
  papers?: Readonly<Record<string, ReportPaper>>
}

/** The page of the family's reports, by the name over it: staff have batches under the sidebar's word, clients their reports. */
export const useListName = ({ listName, plural }: Pick<ReportFamilyRow, 'listName' | 'plural'>): string =>
  isStaff(useSession().userRole) ? listName : plural

/** Whether the person may generate, release and withdraw reports of this family. */
export const useMayChange = (family: ReportPages): boolean => useCan(permission(family.permission, 2, STAFF_ROLES, 'site'))

/** A family's own figure, by its name on the wire. */
export function figureOf(row: ReportRow, key: string): CellValue {
  const figures: Record<string, unknown> = row
  const value = figures[key]
  return typeof value === 'number' || typeof value === 'string' ? value : null
}
