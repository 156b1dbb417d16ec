/** Words of codes that no table of domain has: pages read them, and so do the files of lists. */
export const ACTIVE_WORDS = { ACTIVE: 'Active', INACTIVE: 'Inactive' } as const
export const OUTCOME_WORDS = { done: 'Done', refused: 'Refused' } as const
export const LEVEL_WORDS = { INFO: 'Notice', WARNING: 'Warning' } as const
export const SWITCH_WORDS = { ACTIVE: 'On', INACTIVE: 'Off' } as const
export const PHASE_WORDS = { SHOWN: 'Shown', TO_COME: 'Scheduled', OVER: 'Ended', OFF: 'Off' } as const
export const FILE_STATUS_WORDS = {
  RECEIVED: 'Being read',
  PARSED: 'Needs attention',
  VALIDATED: 'To be posted',
  POSTED: 'Posted',
  REJECTED: 'Discarded or unreadable',
} as const
export const SHOWN_FILE_STATUS_WORDS = { ...FILE_STATUS_WORDS, REJECTED: 'Discarded', UNREADABLE: 'Could not be read' } as const
export const API_KEY_STATUS_WORDS = { ACTIVE: 'Active', STOPPED: 'Stopped', EXPIRED: 'Expired', REVOKED: 'Revoked' } as const
export const ONBOARDING_STATUS_WORDS = {
  WAITING: 'Waiting for files',
  CHECKING: 'Checking',
  CHECKED: 'Checked',
  WRITING: 'Importing',
  DONE: 'Imported',
  FAILED: 'Failed',
  UNDOING: 'Undoing',
  UNDONE: 'Undone',
} as const
export const PAPER_KIND_WORDS = { REPORT: 'Client report', DOCUMENT: 'Document' } as const
export const PAPER_OUTCOME_WORDS = { NEW: 'New', VERSION: 'New version', SAME: 'As it is', REFUSED: 'Not taken' } as const
export const SEVERITY_WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const
export const FINDING_STATUS_WORDS = { OPEN: 'Open', RESOLVED: 'Resolved', ACCEPTED: 'Accepted' } as const
export const SETTLE_WORDS = { accept: 'Accept or correct', reject: 'Exclude row', derived: 'Accept the derived value' } as const
export const MATCH_WORDS = {
  MATCHED: 'Matched',
  UNMATCHED: 'No policy found',
  DUPLICATE: 'Duplicate',
  NEW: 'New policy',
  REJECTED: 'Excluded',
} as const
export const GENDER_WORDS = { M: 'Male', F: 'Female' } as const
export const ORIGIN_WORDS = { UPLOADED: 'Uploaded', RELEASED: 'Released' } as const
export const REPORT_SAFETY_WORDS = {
  TRUSTED: 'Generated here',
  PASSED: 'Checked',
  HELD: 'Being checked',
  REFUSED: 'Found harmful',
} as const
export const DOCUMENT_SAFETY_WORDS = { TRUSTED: 'Ready', PASSED: 'Ready', HELD: 'Being checked', REFUSED: 'Refused' } as const
export const OWNER_WORDS = { institution: 'Institution', carrier: 'Carrier', vendor: 'Vendor' } as const
export const HOLD_WORDS = { NOW: 'In effect', LATER: 'Upcoming', EARLIER: 'Ended' } as const
export const PER_WORDS = { YEAR: 'A year', MONTH: 'A month' } as const
export const CHANGED_RECORD_WORDS = { RATE: 'Declared rate', CHARGES: 'COI table' } as const
export const CHANGE_WORDS = { ADDED: 'Entered', CORRECTED: 'Corrected', REMOVED: 'Removed' } as const
export const MENU_STATUS_WORDS = { DRAFT: 'Draft', PUBLISHED: 'Published', EARLIER: 'Earlier' } as const
export const RUN_WORDS = { WAITING: 'Waiting', STARTED: 'Generating', DONE: 'Generated', SKIPPED: 'Skipped' } as const
export const REVIEW_WORDS = { UNREVIEWED: 'Not reviewed', REVIEWED: 'Reviewed', DUE: 'Review due' } as const
export const INVITATION_WORDS = { none: 'Not invited', sent: 'Invited', expired: 'Invitation expired', accepted: 'Joined' } as const
export const INSTITUTION_TYPE_WORDS = {
  BANK: 'Bank',
  SAVINGS_ASSOCIATION: 'Savings association',
  CREDIT_UNION: 'Credit union',
  HOLDING_COMPANY: 'Holding company',
  CORPORATION: 'Corporation',
} as const
export const TAX_ENTITY_WORDS = {
  C_CORP: 'C corporation',
  S_CORP: 'S corporation',
  MUTUAL: 'Mutual',
  TAX_EXEMPT: 'Tax-exempt',
} as const
export const CHARTER_WORDS = {
  NATIONAL: 'National',
  STATE_MEMBER: 'State, Fed member',
  STATE_NONMEMBER: 'State, nonmember',
  FED_SAVINGS: 'Federal savings',
} as const
export const REGULATOR_WORDS = { OCC: 'OCC', FRB: 'Federal Reserve', FDIC: 'FDIC', NCUA: 'NCUA', STATE: 'State' } as const
export const CALL_REPORT_WORDS = { FFIEC051: 'FFIEC 051', FFIEC041: 'FFIEC 041', FFIEC031: 'FFIEC 031', NONE: 'None' } as const
export const YIELD_CONVENTION_WORDS = { SIMPLE: 'Simple, actual days', COMPOUND: 'Compound', TIMES12: 'Month times 12' } as const
export const ACCOUNT_WORDS = { GENERAL: 'General', HYBRID: 'Hybrid', SEPARATE: 'Separate' } as const
