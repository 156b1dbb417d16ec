/** A report family: what the batch engine needs to know of one kind of report, and nothing more. Features define theirs; app.ts lists the features. */
import type { PermissionCode } from '@corridor/domain/access.ts'
import type { PlainDate } from '@corridor/domain/period.ts'
import type { Trx } from '../kernel/database.ts'
import type { FileStore } from '../kernel/files.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Failure } from './failures.ts'

/** One report to make: whose, for when, and what the making itself puts on the page, so that the clock plays no part later. */
export interface ReportOrder {
  reportId: number
  reportType: string
  institutionId: number
  subsidiaryId: number | null
  period: PlainDate
  isQuarterly: boolean
  version: number
  batchId: number
  preparedOn: PlainDate
  /** Whether clients have seen an earlier version. */
  isRestated: boolean
  /** Why last month's values may stand in for missing ones; null when they may not. */
  preliminaryReason: string | null
}

/** Inputs read from the book, or why there can be no report. */
export type Prepared<Snapshot> = { snapshot: Snapshot; isPreliminary: boolean } | { failure: Failure }

/** What a batch's manifest says of one report. */
export interface ControlTotals {
  rows: number
  cashSurrenderValueCents: number
  deathBenefitCents: number
  increaseCents: number | null
}

export interface Printing {
  bytes: Buffer
  pages: number
  controlTotals: ControlTotals
}

/** What is read on screen or saved, made from one stored snapshot when it is asked for. */
export interface Rendering {
  view: unknown
  xlsx: () => Promise<Buffer>
  csv: () => string
}

export interface ReportFamily {
  /** The wire's ReportTypes that belong to it; unique over all families. */
  reportTypes: readonly string[]
  permissionOf: (reportType: string) => PermissionCode
  /** Type code of the client-report record that release creates (MBR, MCR, SMB, ...). */
  typeCodeOf: (reportType: string, siteId: number) => string
  titleOf: (reportType: string, isQuarterly: boolean) => string
  /** Where its pages begin in the browser: mails link there. */
  pageOf: (reportType: string) => string
  /** Set-based: the orders of one call cost a handful of statements, however many they are. */
  prepare: (trx: Trx, scope: Scope, orders: readonly ReportOrder[]) => Promise<Map<number, Prepared<unknown>>>
  /** Computed and printed in a thread of the press; the same snapshot makes the same bytes. @throws RangeError when it contradicts itself */
  print: (snapshot: unknown, reportType: string, files: Pick<FileStore, 'read'>) => Promise<Printing>
  render: (snapshot: unknown) => Rendering
}

interface FamilyDefinition<Snapshot, View> extends Omit<ReportFamily, 'prepare' | 'render'> {
  prepare: (trx: Trx, scope: Scope, orders: readonly ReportOrder[]) => Promise<Map<number, Prepared<Snapshot>>>
  /** Reads a stored snapshot back. @throws RangeError when it is none of this family's */
  read: (stored: unknown) => Snapshot
  build: (snapshot: Snapshot) => View
  xlsx: (view: View) => Promise<Buffer>
  csv: (view: View) => string
}

const families = new Map<string, ReportFamily>()

/** From what a family knows of its own snapshots and views to what the engine handles without knowing. @throws Error when another family holds one of its report types */
export function defineFamily<Snapshot, View>(definition: FamilyDefinition<Snapshot, View>): ReportFamily {
  const { read, build, xlsx, csv, ...rest } = definition
  const family: ReportFamily = {
    ...rest,
    prepare: definition.prepare,
    render: (stored) => {
      const view = build(read(stored))
      return { view, xlsx: () => xlsx(view), csv: () => csv(view) }
    },
  }
  for (const reportType of family.reportTypes) {
    if (families.has(reportType)) throw new Error(`two families make ${reportType}`)
    families.set(reportType, family)
  }
  return family
}

/** @throws Error when the feature that defines it is not loaded */
export function familyOf(reportType: string): ReportFamily {
  const family = families.get(reportType)
  if (!family) throw new Error(`no family makes ${reportType}`)
  return family
}
