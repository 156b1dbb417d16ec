/** Checks of carrier files for an institution and a year, in sentences that claim no more than ran. */
import { AUDIT_RULES, auditRuleCodes, RULE_SUBJECTS } from '../../auditing/rules.ts'
import { FEED_RULES, isRuleCode } from '../../data-feeds/rules.ts'
import { counted } from '../../primitives/counted.ts'
import { formatCount } from '../../primitives/money.ts'

/** The files that gave posted values, as kept with them and their validation issues. */
export interface FileChecks {
  files: number
  /** Policies whose values they gave. */
  policies: number
  /** Files with their checks on record. */
  checked: number
  /** Found on rows of the institution; notes are not counted. */
  errors: number
  warnings: number
  /** Accepted with a reason, and by whom; or still open. The others were settled. */
  accepted: number
  acceptedBy: string[]
  open: number
  /** Checks that a file could not be tried with, by their subjects, and in how many of the files; by their titles in a review made before. */
  notRun: { check: string; files: number }[]
}

/** The audits of a year's posted month ends: of how many months, the most policies of a month, and the rules that were asked at least once. */
export interface YearAudits {
  months: number
  policies: number
  rules: number
}

export const auditSentence = ({ months, policies, rules }: YearAudits): string =>
  `${counted(months, 'posted month end')} of the year ${months === 1 ? 'was' : 'were'} audited after posting, up to ${counted(policies, 'policy', 'policies')} by ${counted(rules, 'rule')}.`

const list = (parts: readonly string[]) => new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts)

export function fileCheckSentences({
  files,
  policies,
  checked,
  errors,
  warnings,
  accepted,
  acceptedBy,
  open,
  notRun,
}: FileChecks): string[] {
  const found = errors + warnings
  const settled = found - accepted - open
  return [
    `${counted(files, 'carrier file')} gave the values of ${counted(policies, 'policy', 'policies')} in the year.`,
    checked === files
      ? `${files === 1 ? 'It was' : 'Each was'} checked as it was read.`
      : checked === 0
        ? 'No check of them is on record.'
        : `${formatCount(checked)} of them were checked as they were read; of the others no check is on record.`,
    ...(checked === 0
      ? []
      : [
          found === 0
            ? 'On rows of this institution the checks that ran found no error and no warning.'
            : `On rows of this institution the checks that ran found ${list([...(errors > 0 ? [counted(errors, 'error')] : []), ...(warnings > 0 ? [counted(warnings, 'warning')] : [])])}: ${list(
                [
                  ...(settled > 0 ? [`${formatCount(settled)} settled`] : []),
                  ...(accepted > 0 ? [`${formatCount(accepted)} accepted${acceptedBy.length > 0 ? ` by ${list(acceptedBy)}` : ''}`] : []),
                  ...(open > 0 ? [`${formatCount(open)} open`] : []),
                ],
              )}.`,
        ]),
    ...(notRun.length > 0
      ? [
          `Not checked, because columns or totals are missing: ${list(notRun.map(({ check, files: some }) => `${SUBJECT_OF_TITLE.get(check) ?? check} (${counted(some, 'file')})`))}.`,
        ]
      : []),
  ]
}

/** A rule's title says what is wrong where it finds something: of one that did not run it would read as found. */
const SUBJECT_OF_TITLE: ReadonlyMap<string, string> = new Map(
  auditRuleCodes.map((code) => [(isRuleCode(code) ? FEED_RULES[code] : AUDIT_RULES[code]).title, RULE_SUBJECTS[code]]),
)
