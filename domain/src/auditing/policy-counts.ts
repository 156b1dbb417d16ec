/** The columns of the policy reconciliation and their meanings: on the page above each, and in print above the table. */
export const POLICY_COUNTS = {
  prior: { label: 'Prior month', help: 'Policies with a posted value at the month end before' },
  added: { label: 'Additions', help: 'Policies that came in since then, by the register' },
  removed: { label: 'Removals', help: 'Policies of the prior month that are no longer in force, by the register' },
  rolled: { label: 'Rolled forward', help: 'Prior month, with additions and without removals' },
  posted: { label: 'Posted', help: 'Policies of the register with a posted value at this month end' },
  difference: { label: 'Posted less rolled forward', help: 'Below zero, policies of the prior month are missing' },
  fed: { label: 'In the file', help: 'Policies of the register that the carrier’s file has; a dash where there is no file' },
  fileDifference: {
    label: 'Posted less file',
    help: 'Above zero, policies are posted that the file lacks; below zero, policies of the file are not posted; a dash where there is no file',
  },
  missing: { label: 'Not posted', help: 'Policies in the carrier’s file without a posted value' },
  extra: { label: 'Not in the file', help: 'Policies with a posted value that the carrier’s file lacks' },
} as const
