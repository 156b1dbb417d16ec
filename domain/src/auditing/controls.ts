/**
 * The controls statement of a client's month: what was examined, and what became of what was found, in plain sentences and without the staff's notes. The client's
 * dashboard, its reports and its annual review all say it with these functions.
 */
import { counted, firstNamed } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'
import { formatLongDate, formatMonth, type PlainDate } from '../primitives/period.ts'
import { type ExceptionStatus, REASONS, type ReasonCode } from './exceptions.ts'
import { type PartlyApplied, partInWords, partlyInBrief, partlyNamed, partlyOf, type reachesOf } from './partly.ts'
import {
  AUDIT_CHECK_CODES,
  AUDIT_CHECKS,
  AUDIT_RULES,
  type AuditCheck,
  type AuditRuleCode,
  checkOf,
  FILE_RULES,
  isAuditRule,
  RULE_SUBJECTS,
  rulesOf,
} from './rules.ts'
import { doneInWords } from './statement.ts'

export interface ControlsException {
  ruleCode: AuditRuleCode
  /** The finding's name (`titleOf` of compared.ts), as lists of exceptions show it. */
  title: string
  status: ExceptionStatus
  reasonCode: ReasonCode | null
}

export interface ControlsStatement {
  /** The month end that was audited. */
  asOf: PlainDate
  /** Null where the month was not audited. `entered` counts the values among those valued that no file brought; absent in statements made before it was kept. */
  examined: { policies: number; valued: number; entered?: number | undefined; carriers: number; files: number; auditedAt: string } | null
  lines: ControlsLine[]
  /** Sign-offs that held when a report was made; absent in reports made before they were kept, and on the dashboard, which tells of none. */
  reviews?: readonly ControlsReview[] | undefined
  /** Months of a report's span that were not audited; absent where all were, in reports made before they were kept, and on the dashboard. */
  unaudited?: readonly PlainDate[] | undefined
  /** Statements of the earlier months of a quarter; absent in reports of a month, in those made before they were kept, and on the dashboard. */
  earlier?: readonly ControlsStatement[] | undefined
}

/** The sign-off of one audit of the month by a reviewer of the firm, and what became of the institution's part of it since. */
export interface ControlsReview {
  check: AuditCheck
  signedOn: PlainDate
  /** Values of the month that were posted since; the nightly audit of what stands unchanged is no change. */
  posted: number
  /** Exceptions of the institution that were found or handled since. */
  changed: number
}

export interface ControlsLine {
  check: AuditCheck
  title: string
  /** Rules of the audit that were asked of at least one policy, and those that could not be. */
  asked: number
  skipped: number
  /** All rules of the audit, and the subjects of those that neither were asked nor lacked data; absent in a statement made before they were kept. */
  rules?: number | undefined
  apart?: string[] | undefined
  /** Those that could not be, with the data that each lacked; absent in a statement made before it was kept. */
  unasked?: string[] | undefined
  /** Those that were asked, and not of every policy; absent in a statement made before it was kept. */
  partly?: PartlyApplied[] | undefined
  found: number
  open: number
  /** By what was done about those that are not open; absent in a statement made before it was kept. */
  done?: Parameters<typeof doneInWords>[0] | undefined
  sentences: string[]
}

/** One line an audit, in the order of the audits. @param asked rules that were asked of a policy, or of the client as a whole @param skipped rules that were not asked of any, with what each lacked @param reaches of rules that were not asked of every policy */
export function controlsOf(
  exceptions: readonly ControlsException[],
  asked: ReadonlySet<string>,
  skipped: ReadonlyMap<string, readonly string[]>,
  reaches: ReturnType<typeof reachesOf> = new Map(),
): ControlsLine[] {
  return AUDIT_CHECK_CODES.map((check) => {
    const of = exceptions.filter(({ ruleCode }) => checkOf(ruleCode) === check)
    const rules = rulesOf(check)
    const applied = rules.filter((code) => asked.has(code) || of.some(({ ruleCode }) => ruleCode === code))
    // A rule that found something was applied, also where another record of the month says that it lacked its data.
    const lacking = [...skipped].filter(([code]) => rules.some((rule) => rule === code && !applied.includes(rule)))
    return {
      check,
      title: AUDIT_CHECKS[check].inFull,
      rules: rules.length,
      asked: applied.length,
      skipped: lacking.length,
      unasked: unaskedOf(lacking),
      partly: partlyOf(
        applied.flatMap((code) => {
          const reach = reaches.get(code)
          return reach ? [[RULE_SUBJECTS[code], reach] as const] : []
        }),
      ),
      apart: rules.filter((code) => !(applied.includes(code) || skipped.has(code))).map((code) => RULE_SUBJECTS[code]),
      found: of.length,
      open: inStatus(of, 'OPEN').length,
      done: {
        resolved: inStatus(of, 'RESOLVED').length,
        falsePositives: inStatus(of, 'FALSE_POSITIVE').length,
        acknowledged: inStatus(of, 'ACKNOWLEDGED').length,
      },
      sentences: [...Map.groupBy(of, ({ title }) => title)].map(([title, same]) => sentenceOf(title, same)),
    }
  })
}

const inStatus = (exceptions: readonly ControlsException[], status: ExceptionStatus) => exceptions.filter((one) => one.status === status)

/** "9 of 9 policies valued, with 2 carriers, from 2 files."; "40 of 40 policies valued (39 reported, 1 entered), with 2 carriers, from 2 files." */
export function examinedSentence({ policies, valued, entered = 0, carriers, files }: NonNullable<ControlsStatement['examined']>): string {
  const sources = entered > 0 && files > 0 ? ` (${sourcesInWords(valued, entered)})` : ''
  return `${formatCount(valued)} of ${counted(policies, 'policy', 'policies')} valued${sources}, with ${counted(carriers, 'carrier')}, from ${counted(files, 'file')}.`
}

/** "39 reported, 1 entered": values that a carrier's file brought, and those that none did. */
export const sourcesInWords = (all: number, entered: number): string =>
  `${formatCount(all - entered)} reported, ${formatCount(entered)} entered`

/** Rules that lack the same stand together: yield against its cohort (no value posted for the month before) */
const unaskedOf = (lacking: readonly (readonly [code: string, reasons: readonly string[]])[]): string[] =>
  [...Map.groupBy(lacking, ([, reasons]) => reasons.join(' or '))].map(([why, rules]) => {
    const titles = rules.flatMap(([code]) => (isAuditRule(code) ? [RULE_SUBJECTS[code]] : []))
    return `${firstNamed(titles, NAMED)}${why === '' ? '' : ` (${why})`}`
  })
const NAMED = 3

type Counted = Pick<ControlsLine, 'asked' | 'skipped' | 'unasked' | 'rules' | 'apart' | 'partly' | 'found' | 'open' | 'done'>

/** "12 of 13 rules applied, 1 of them not to every policy: increase against expectation (87 of 91; for the others, a death claim is pending); 1 not applied: roll-forward (no interest in the carrier’s file); 3 exceptions, 2 resolved, 1 acknowledged" */
export const controlsResult = (line: Counted): string =>
  resultOf(line, [partlyInBrief(line.partly ?? []), line.partly?.map(partInWords).join(', ')].filter(Boolean).join(': '))

/** The same without the names of rules and what they lacked: "12 of 13 rules applied, 1 of them not to every policy; no exception" */
export const controlsResultInBrief = (line: Counted): string =>
  resultOf({ ...line, unasked: undefined, apart: [] }, partlyInBrief(line.partly ?? []) ?? '')

function resultOf({ asked, skipped, unasked, rules, apart = [], found, open, done }: Counted, partly: string): string {
  const why = unasked && unasked.length > 0 ? `: ${unasked.join(', ')}` : ''
  if (asked === 0) return `Not applied this month${why}`
  const applied = [
    `${rules === undefined ? counted(asked, 'rule') : `${formatCount(asked)} of ${counted(rules, 'rule')}`} applied${partly && `, ${partly}`}${skipped > 0 ? `${partly ? ';' : ','} ${formatCount(skipped)} not applied${why || ' because data is missing'}` : ''}`,
    ...apartInWords(apart),
  ].join('; ')
  if (found === 0) return `${applied}; no exception`
  if (done === undefined)
    return `${applied}; ${counted(found, 'exception')}, ${open === 0 ? 'all settled' : `${formatCount(open)} not settled yet`}`
  return [`${applied}; ${counted(found, 'exception')}`, doneInWords(done), open === 0 ? null : `${formatCount(open)} open`]
    .filter((words) => words !== null)
    .join(', ')
}

/** A rule of files is no rule that leaves the institution alone: every file is checked by it before any of its values is posted. */
function apartInWords(apart: readonly string[]): string[] {
  const [ofFiles, others] = [apart.filter((title) => OF_FILES.has(title)), apart.filter((title) => !OF_FILES.has(title))]
  const said = (titles: readonly string[], [one, more]: [string, string], what: string) =>
    titles.length === 0 ? [] : [`${formatCount(titles.length)} ${titles.length === 1 ? one : more} ${what}: ${firstNamed(titles, NAMED)}`]
  return [
    ...said(ofFiles, ['belongs', 'belong'], 'to the check of each carrier’s file before it is posted'),
    ...said(others, ['does', 'do'], 'not apply to this institution'),
  ]
}
/** Statements made before subjects were kept name rules by their titles. */
const OF_FILES: ReadonlySet<string> = new Set(FILE_RULES.flatMap((code) => [RULE_SUBJECTS[code], `“${AUDIT_RULES[code].title}”`]))

/** All audits of the month together, in one sentence. */
export function controlsInBrief({ asOf, examined, lines }: ControlsStatement): string {
  const month = `Controls, ${formatMonth(asOf)}`
  if (!examined) return `${month}: not performed. ${NOT_AUDITED}`
  const all = together(lines)
  return `${month}: ${examinedSentence(examined).slice(0, -1)}; ${resultOf(all, partlyNamed(all.partly) ?? '')}.`
}

function together(lines: readonly ControlsLine[]) {
  const sum = (of: (line: ControlsLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    asked: sum((line) => line.asked),
    skipped: sum((line) => line.skipped),
    unasked: lines.flatMap(({ unasked }) => unasked ?? []),
    rules: lines.some(({ rules }) => rules === undefined) ? undefined : sum(({ rules = 0 }) => rules),
    apart: lines.flatMap(({ apart }) => apart ?? []),
    partly: lines.flatMap(({ partly }) => partly ?? []),
    found: sum((line) => line.found),
    open: sum((line) => line.open),
    done: lines.some(({ done }) => done === undefined)
      ? undefined
      : {
          resolved: sum(({ done }) => done?.resolved ?? 0),
          falsePositives: sum(({ done }) => done?.falsePositives ?? 0),
          acknowledged: sum(({ done }) => done?.acknowledged ?? 0),
        },
  }
}

/** "Signed off on October 15, 2026; since then 2 values posted, 1 exception found or handled" */
export function reviewInWords(check: AuditCheck, reviews: readonly ControlsReview[]): string {
  const review = reviews.find((one) => one.check === check)
  if (!review) return 'Not signed off when this report was made'
  const { signedOn, posted, changed } = review
  const since = [
    ...(posted === 0 ? [] : [`${counted(posted, 'value')} posted`]),
    ...(changed === 0 ? [] : [`${counted(changed, 'exception')} found or handled`]),
  ]
  return `Signed off on ${formatLongDate(signedOn)}${since.length === 0 ? '' : `; since then ${since.join(', ')}`}`
}

/** "2 of 5 audits were signed off by a reviewer when this report was made."; null where sign-offs were not kept, or nothing was audited. */
export function reviewsInBrief({ examined, lines, reviews }: ControlsStatement): string | null {
  if (!reviews || !examined) return null
  const signed = lines.filter(({ check }) => reviews.some((one) => one.check === check))
  const stale = reviews.filter(({ posted, changed }) => posted > 0 || changed > 0)
  const said =
    signed.length === 0
      ? `None of the ${counted(lines.length, 'audit')} was`
      : `${signed.length === lines.length ? `All ${lines.length}` : `${signed.length} of ${lines.length}`} audits ${signed.length === 1 ? 'was' : 'were'}`
  return `${said} signed off by a reviewer when this report was made${stale.length === 0 ? '' : `; ${stale.length} changed after ${stale.length === 1 ? 'its' : 'their'} sign-off`}.`
}

/** Months of a quarter beside its last; null where there are none, or they were not kept. */
export function unauditedInBrief({ asOf, examined, unaudited = [] }: ControlsStatement): string | null {
  const others = unaudited.filter((month) => month !== asOf)
  return others.length === 0 ? null : `Not audited in this quarter${examined ? '' : ' either'}: ${others.map(formatMonth).join(' and ')}.`
}

/** The earlier months of a quarter, all audits of each together; a month that was not audited is named with those. */
export const earlierInBrief = ({
  earlier = [],
}: ControlsStatement): { month: PlainDate; title: string; result: string; review: string | null }[] =>
  earlier
    .filter(({ examined }) => examined)
    .map((statement) => {
      const { asOf, lines } = statement
      const all = together(lines)
      const run = `${lines.filter(({ asked }) => asked > 0).length} of ${counted(lines.length, 'audit')} run`
      return {
        month: asOf,
        title: `${formatMonth(asOf)}, all audits`,
        // The rules that were not applied are more than a line holds: the month's own report names them.
        result: `${run}; ${resultOf({ ...all, skipped: 0, apart: [] }, partlyInBrief(all.partly) ?? '')}${all.found > 0 && all.open === 0 ? ', none open' : ''}`,
        review: reviewsInBrief(statement)?.slice(0, -1) ?? null,
      }
    })
/** "April 2026, all audits: 5 of 5 audits run; 38 of 41 rules applied; 2 exceptions, 2 resolved, none open; all 5 audits were signed off ..." */
export const earlierSentences = (statement: ControlsStatement): string[] =>
  earlierInBrief(statement).map(({ title, result, review }) => `${title}: ${result}${review === null ? '' : `. ${review}`}.`)

export const NOT_AUDITED = 'The audits of this month have not run.'

/** "Movement too large: 4 exceptions; 2: the carrier confirmed the value; 1 acknowledged: the carrier will correct it in its next file; 1 is open." */
function sentenceOf(title: string, exceptions: readonly ControlsException[]): string {
  const isOne = exceptions.length === 1
  const byReason = (of: readonly ControlsException[]) => Map.groupBy(of, ({ reasonCode }) => reasonCode ?? 'OTHER')
  const [open, acknowledged] = [inStatus(exceptions, 'OPEN').length, inStatus(exceptions, 'ACKNOWLEDGED')]
  const settled = exceptions.filter(({ status }) => status === 'RESOLVED' || status === 'FALSE_POSITIVE')
  const parts = [...byReason(settled)].map(([reason, same]) =>
    isOne ? REASONS[reason].sentence : `${same.length}: ${REASONS[reason].sentence}`,
  )
  // The sentence of any other reason says that it was settled, which is still to come.
  for (const [reason, same] of byReason(acknowledged))
    parts.push(`${isOne ? '' : `${same.length} `}acknowledged${reason === 'OTHER' ? '' : `: ${REASONS[reason].sentence}`}`)
  if (open > 0) parts.push(isOne ? 'it is open' : `${open} ${open === 1 ? 'is' : 'are'} open`)
  return `${title}: ${isOne ? '1 exception' : `${exceptions.length} exceptions`}; ${parts.join('; ')}.`
}
