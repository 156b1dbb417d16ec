/** GL accounts that a site proposes until an institution names its own, and a report's entries as lines to post. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { assetReports } from './asset-reports.ts'
import { ledgerAccountFields } from './institution-terms.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'

const named = z.object(ledgerAccountFields)
const version = named.extend({ version: z.int(), enteredBy: z.string().nullable(), enteredAt: z.string() })
const reply = named.extend({
  /** The version that holds: it goes back with a change. The beginning of 1970 while the site proposes nothing. */
  updatedAt: z.string(),
  /** Latest first, the one that holds among them. */
  versions: z.array(version),
})
export type SiteLedgerAccounts = z.infer<typeof reply>

export const getSiteLedgerAccounts = endpoint({
  method: 'GET',
  path: '/api/report-configuration/ledger-accounts',
  summary: 'The GL accounts that the site proposes, with what was proposed before.',
  access: permission('REPORT_CONFIGURATION', 1, STAFF_ROLES, 'site'),
  input: z.strictObject({}),
  reply,
})
export const saveSiteLedgerAccounts = endpoint({
  method: 'PUT',
  path: '/api/report-configuration/ledger-accounts',
  summary: 'Propose other GL accounts for the site; reports made from now on take them where an institution has not named its own.',
  access: permission('REPORT_CONFIGURATION', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({ ...ledgerAccountFields, updatedAt: z.iso.datetime() }),
  reply,
})

/** One line a debit or a credit, balanced to the cent, or the reason why there is nothing to post. */
export const getPosting = endpoint({
  method: 'GET',
  path: '/api/asset-reports/:batch/reports/:report/posting',
  summary: 'The suggested journal entries of a report as a CSV file for posting: date, account and its name, memo, debit, credit.',
  access: assetReports.getReport.access,
  input: z.strictObject({ batch: idParam, report: idParam, ...assetReports.family, version: idParam.optional() }),
  reply: z.object({
    institutionName: z.string(),
    fileName: z.string(),
    /** Null when there is a problem. */
    csv: z.string().nullable(),
    /** The same lines, to be looked at before the file is saved. */
    lines: z.array(
      z.object({
        date: z.string(),
        account: z.string(),
        accountName: z.string(),
        memo: z.string(),
        debitCents: z.int().nullable(),
        creditCents: z.int().nullable(),
      }),
    ),
    problem: z.string().nullable(),
  }),
})

export type Posting = z.infer<typeof getPosting.reply>
