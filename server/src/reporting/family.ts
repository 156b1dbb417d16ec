/** A report family: what the batch engine needs to know of one kind of report, and nothing more. Features define theirs; app.ts lists the features. */

import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Comparison } from '@corridor/domain/reports/comparison.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { type Release, type ReportHeader, standingAs } from '@corridor/domain/reports/heading.ts'
import type { Trx } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { Scope } from '../platform/http/scope.ts'
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

/** A report's facts in a batch's manifest: amounts in cents and counts, by names of the family's own. */
export type ControlTotals = Readonly<Record<string, number | null>>

export interface Printing {
  bytes: Buffer
  pages: number
  controlTotals: ControlTotals
}

/** Views to read on screen or save, made from one stored snapshot when asked for. */
export interface Rendering {
  view: unknown
  xlsx: () => Promise<Buffer>
  csv: () => string
}

/** A version as it is read: its inputs, and where it stands now. Whoever shows one has to say both, so that nothing unreleased reads as released. */
export interface StoredVersion {
  snapshot: unknown
  release: Release
}

/** A paper beside the report: made of the same snapshot each time it is asked for, to be read on screen, as a Word document or, converted, as PDF. */
export interface ReportDocument {
  /** Follows the report's own name: "Executive_Summary". */
  fileName: string
  view: (version: StoredVersion) => unknown
  docx: (version: StoredVersion, files: Pick<FileStore, 'read'>) => Promise<Buffer>
  pdf: (version: StoredVersion, files: Pick<FileStore, 'read'>) => Promise<Buffer>
}

/** The sources of a policy's figures. */
export interface Traced {
  /** The month ends whose values stand behind them. */
  monthEnds: (report: { period: PlainDate; isQuarterly: boolean; fiscalYearEndMonth: number }) => readonly PlainDate[]
  /** The policies of subsidiaries are in the institution's own report. */
  withSubsidiaries: boolean
}

export interface ReportFamily {
  /** The wire's ReportTypes that belong to it; unique over all families. What they are called and who may see them: domain/report-families.ts. */
  reportTypes: readonly ReportTypeName[]
  /** The figures that lists show, by their names on the wire, from the totals kept with a version; null where it has none. */
  totalsOf: (controlTotals: ControlTotals) => Readonly<Record<string, number | null>>
  /** The one of those figures by which a release is judged, in cents, and its name in words. */
  leadingAmount: { figure: string; label: string }
  /** The reason that keeps a version from being released without one that it then prints, in a sentence; null when it is complete. */
  incomplete?: (controlTotals: ControlTotals) => string | null
  /** Set-based: the orders of one call cost a handful of statements, however many they are. */
  prepare: (trx: Trx, scope: Scope, orders: readonly ReportOrder[]) => Promise<Map<number, Prepared<unknown>>>
  /** As it reads once it is released; with a release, as it reads by that one. Computed and printed in a thread of the press; the same snapshot makes the same bytes. @throws RangeError when it contradicts itself */
  print: (snapshot: unknown, reportType: string, files: Pick<FileStore, 'read'>, release?: Release) => Promise<Printing>
  render: (version: StoredVersion) => Rendering
  /** Changes between two stored snapshots of one institution, in any order; null where the family compares none. */
  compare: ((one: unknown, other: unknown) => Comparison) | null
  traced: Traced
  /** By the name that a download asks for. */
  documents?: Readonly<Record<string, ReportDocument>>
}

interface FamilyDefinition<Snapshot, View extends { header: ReportHeader }> extends Omit<ReportFamily, 'prepare' | 'render' | 'compare'> {
  prepare: (trx: Trx, scope: Scope, orders: readonly ReportOrder[]) => Promise<Map<number, Prepared<Snapshot>>>
  /** Reads a stored snapshot back. @throws RangeError when it is none of this family's */
  read: (stored: unknown) => Snapshot
  build: (snapshot: Snapshot) => View
  /** Further parts that depend on where a version stands, beside its stamp. */
  asReleased?: (view: View, release: Release) => View
  xlsx: (view: View) => Promise<Buffer>
  csv: (view: View) => string
  /** @throws RangeError when they are not of one kind and institution */
  compare?: (one: Snapshot, other: Snapshot) => Comparison
}

const families = new Map<string, ReportFamily>()

/** From what a family knows of its own snapshots and views to what the engine handles without knowing. @throws Error when another family holds one of its report types */
export function defineFamily<Snapshot, View extends { header: ReportHeader }>(definition: FamilyDefinition<Snapshot, View>): ReportFamily {
  const { read, build, asReleased = standingAs, xlsx, csv, compare, ...rest } = definition
  const family: ReportFamily = {
    ...rest,
    prepare: definition.prepare,
    render: ({ snapshot, release }) => {
      const view = asReleased(build(read(snapshot)), release)
      return { view, xlsx: () => xlsx(view), csv: () => csv(view) }
    },
    compare: compare ? (one, other) => compare(read(one), read(other)) : null,
  }
  for (const reportType of family.reportTypes) {
    if (families.has(reportType)) throw new Error(`two families make ${reportType}`)
    families.set(reportType, family)
  }
  return family
}

/** The missing parts of a version with these totals; null when it is complete, or not made. */
export const incompleteOf = (reportType: string, controlTotals: ControlTotals | null): string | null =>
  controlTotals === null ? null : (familyOf(reportType).incomplete?.(controlTotals) ?? null)

/** @throws Error when the feature that defines it is not loaded */
export function familyOf(reportType: string): ReportFamily {
  const family = families.get(reportType)
  if (!family) throw new Error(`no family makes ${reportType}`)
  return family
}
