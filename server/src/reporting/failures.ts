/** The closed list of reasons why a report could not be made, each a sentence that says what to do. Those of missing values stand behind a detail that names the policies. */
export const FAILURES = {
  missing_values: 'Post the carrier’s file, or generate the report as PRELIMINARY with a reason.',
  no_policies: 'No policy was in force at the period. Choose another period, or add the policies on the institution’s page.',
  no_earlier_values:
    'Neither the period nor the month before has a value, so not even a preliminary report can be generated. Post the carrier’s file.',
  no_own_return:
    'This subsidiary has no EIN of its own, so its policies are on its institution’s form. Generate the institution’s report, or enter the subsidiary’s EIN.',
  inconsistent_book:
    'The posted values contradict each other, so the figures cannot be computed. Correct the policies named in the detail and regenerate.',
  render_failed: 'The document could not be laid out. Regenerate it; if it fails again, tell the administrator the report’s number.',
  storage_full: 'There was no space to store the document. Ask the administrator to free space, then regenerate.',
  interrupted: 'The work was interrupted repeatedly. Regenerate it; if it fails again, tell the administrator the report’s number.',
} as const satisfies Record<string, string>

export type FailureCode = keyof typeof FAILURES

export interface FailurePolicy {
  policyId: number
  policyNumber: string
}
export interface Failure {
  code: FailureCode
  reason: string
  policies: FailurePolicy[]
}

/** @param detail replaces nothing: it is put before the sentence that says what to do */
export function failure(code: FailureCode, policies: FailurePolicy[] = [], detail = ''): Failure {
  return { code, reason: detail ? `${detail} ${FAILURES[code]}` : FAILURES[code], policies }
}
