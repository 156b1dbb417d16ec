/** Carriers' monthly extracts: upload, preview with every finding, mapping, rejecting, accepting, posting. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { ARRIVALS } from '@corridor/domain/data-feeds/arrivals.ts'
import { COLUMN_FORMS } from '@corridor/domain/data-feeds/cell-values.ts'
import { FEED_FIELD_NAMES } from '@corridor/domain/data-feeds/columns.ts'
import { CARRIER_FILE_STATUSES } from '@corridor/domain/data-feeds/statuses.ts'
import { z } from 'zod'
import { carrierFile } from './carrier-file.ts'
import { correctedCell } from './corrected-cell.ts'
import { discardedFile } from './discarded-file.ts'
import { keptValues } from './kept-values.ts'
import { bytes, endpoint, flag, idParam, nothing, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { day } from './register-calls.ts'
import { policyStatus } from './register-holdings.ts'
import { flow, ledgerAccounts, statusTerms } from './register-policies.ts'
import { monthEndText } from './reports.ts'
import { ROW_PARTS, rowAmounts } from './row-parts.ts'
import { FINDING_STATUS_WORDS, GENDER_WORDS, MATCH_WORDS, SETTLE_WORDS, SEVERITY_WORDS } from './words.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const change = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

/** As the person saw the file; when it changed since, the call is 409. */
const seen = { updatedAt: z.iso.datetime().optional() }
const reason = z.string().trim().min(5, 'Enter a reason in a few words').max(500)
const lines = z.array(idParam).min(1).max(10_000)

/** Where a line stands: in a workbook of several sheets, the sheet and the row in it. */
const place = { sheet: z.string().nullable() }
/** The line's name in the calls that change it: alone of its kind in the file, whatever its sheet. */
const lineId = z.int().meta({ description: 'For `lines` of other calls; the line number itself where the file has one sheet.' })

export const fileFinding = z.object({
  id: z.int(),
  lineNumber: z.int().nullable(),
  ...place,
  line: lineId.nullable(),
  columnName: z.string().nullable(),
  value: z.string().nullable(),
  birthDates: z.object({ carrier: z.string().nullable(), register: z.string().nullable() }).nullable().meta({
    description:
      'Of a finding that the carrier states another date of birth than the register, for those who may see them. Being shown them is recorded.',
  }),
  ruleCode: z.string(),
  ruleTitle: z.string(),
  severity: worded(z.enum(['error', 'warning', 'info']), SEVERITY_WORDS),
  message: z.string(),
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  policyId: z.int().nullable(),
  policyNumber: z.string().nullable(),
  status: worded(z.enum(['OPEN', 'RESOLVED', 'ACCEPTED']), FINDING_STATUS_WORDS),
  resolution: z.string().nullable(),
  /** The ways to settle it: accept with a reason; reject the row, correct the mapping or accept the policy; or the findings it follows from. */
  settle: worded(z.enum(['accept', 'reject', 'derived']), SETTLE_WORDS),
})
export type FileFinding = z.infer<typeof fileFinding>

/** `cells`, `book`: told by all cells of the column, or by the policies they are of. `asked`: somebody has to say. `mixed`: its cells contradict each other. */
export const columnForm = z.object({ form: z.enum(COLUMN_FORMS), by: z.enum(['cells', 'book', 'given', 'asked', 'mixed']) })

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/etl/files',
  summary: 'Carrier files received, newest first.',
  access: view,
  input: pageInput(['receivedAt', 'fileName', 'carrierCode', 'period', 'status'], 'receivedAt', true).extend({
    carrierCode: z.string().max(12).optional(),
    period: monthEndText.optional(),
    status: repeated(z.enum(CARRIER_FILE_STATUSES)),
    arrival: repeated(z.enum(ARRIVALS)),
  }),
  reply: page(carrierFile),
})
/**
 * multipart: file, and as defaults for rows that do not say, carrierCode and period. A script may send the file as the body itself (application/octet-stream),
 * the rest in the query.
 */
export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/etl/files',
  summary: 'Upload a carrier’s extract (CSV or XLSX): read, checked row by row, shown as a preview. Nothing is posted yet.',
  access: change,
  forCarriers: true,
  kind: 'multipart',
  success: 201,
  input: z.strictObject({
    carrierCode: z.string().trim().toUpperCase().max(12).optional(),
    period: monthEndText.optional(),
    fileName: z.string().trim().max(200).optional().meta({ description: 'Of a file that is the body itself.' }),
  }),
  reply: carrierFile.extend({
    duplicateOf: z.int().nullable().meta({ description: 'The same as `id` when these bytes were received before: nothing changed.' }),
    address: z.string().meta({ description: 'Where its state is told.' }),
  }),
})
export const getFile = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id',
  summary: 'One file: headers, mapping, totals, skipped checks.',
  access: view,
  forCarriers: true,
  input: z.strictObject({ id: idParam }),
  reply: carrierFile.extend({
    ...discardedFile,
    headers: z.array(z.string()),
    headerLine: z.int().nullable(),
    fixedWidth: z.boolean().meta({ description: 'A text without separators: its columns stand at the positions of a layout.' }),
    mapping: z.record(z.string(), z.string().nullable()),
    mappingSource: z.enum(['recognised', 'kept', 'given']),
    unmappedHeaders: z.array(z.string()),
    missingFields: z.array(z.string()),
    forms: z.record(z.string(), columnForm).meta({
      description: 'By header: month or day first in its dates, per cent or fractions in its rates, where a cell alone does not tell.',
    }),
    sheets: z
      .array(
        z.object({
          name: z.string(),
          isRead: z.boolean(),
          mayBeRead: z.boolean().meta({ description: 'It names columns and policy numbers: `chooseSheets` takes it.' }),
          reason: z.string().nullable(),
          headers: z.array(z.string()),
          rows: z.int(),
          period: z.string().nullable(),
          institutionName: z.string().nullable(),
        }),
      )
      .meta({ description: 'Of a workbook with more than one: what was read of each, or why nothing was.' }),
    contested: z
      .array(z.object({ field: z.enum(FEED_FIELD_NAMES), headers: z.array(z.string()), chosen: z.string().nullable(), ...place }))
      .meta({ description: 'Columns of which each could be the field: a person says which, and none is read until then.' }),
    samples: z.record(z.string(), z.array(z.string())),
    skippedChecks: z.array(z.object({ ruleCode: z.string(), reason: z.string() })),
    totals: z.object(rowAmounts).meta({ description: 'Of every row of the file, as received.' }),
    corrected: z
      .object({ rows: z.int(), cashSurrenderValueCents: z.int(), deathBenefitCents: z.int() })
      .meta({ description: 'Rows with a cell corrected by hand, and by how much that raises the totals; negative where it lowers them.' }),
    parts: z.array(z.object({ part: z.enum(ROW_PARTS), ...rowAmounts })).meta({
      description:
        'The totals by what becomes of the rows: posted, or to be posted as the file stands; rejected; waiting for a decision; of policies that have ended; without a value. They add up to `totals` and `corrected`.',
    }),
    broughtPolicies: z
      .array(z.object({ policyId: z.int(), policyNumber: z.string(), institutionId: z.int(), institutionName: z.string() }))
      .meta({
        description: 'Policies taken into the register from this file that nothing else speaks of: setting the file aside asks about them.',
      }),
    controlTotals: z
      .object({ rows: z.int().nullable(), cashSurrenderValueCents: z.int().nullable(), deathBenefitCents: z.int().nullable() })
      .nullable(),
    periods: z.array(z.string()),
    lockedMonths: z.array(z.string()).meta({ description: 'Locked months that its rows would change: a manager unlocks them first.' }),
    carriers: z.array(z.string()),
    carrierNames: z.array(z.string()).meta({ description: 'Of `carriers`, in their order.' }),
    institutions: z.array(z.object({ id: z.int(), name: z.string(), rows: z.int() })),
  }),
})
export const listFindings = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/findings',
  summary: 'Every finding with line, column, value and reason; sorted by urgency, open ones come first, errors before warnings.',
  access: view,
  input: pageInput(['lineNumber', 'urgency', 'severity', 'ruleCode', 'status'], 'lineNumber').extend({
    id: idParam,
    severity: repeated(z.enum(['error', 'warning', 'info'])),
    status: repeated(z.enum(['OPEN', 'RESOLVED', 'ACCEPTED'])),
    ruleCode: z.string().max(12).optional(),
  }),
  reply: page(fileFinding),
})
export const listRows = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/rows',
  summary: 'The file’s rows as read, with what each was matched to.',
  access: view,
  input: pageInput(['lineNumber', 'matchStatus'], 'lineNumber').extend({
    id: idParam,
    matchStatus: repeated(z.enum(['MATCHED', 'UNMATCHED', 'DUPLICATE', 'NEW', 'REJECTED'])),
    corrected: flag.optional().meta({ description: 'Rows with a cell that is corrected by hand, or those without one.' }),
    lineNumber: idParam.optional(),
  }),
  reply: page(
    z.object({
      lineNumber: z.int(),
      ...place,
      line: lineId,
      matchStatus: worded(z.string(), MATCH_WORDS),
      policyId: z.int().nullable(),
      policyNumber: z.string().nullable(),
      insuredName: z.string().nullable(),
      institutionId: z.int().nullable(),
      institutionName: z.string().nullable(),
      period: z.string().nullable(),
      carrierCode: z.string().nullable(),
      ...keptValues,
      rejectedReason: z.string().nullable(),
      corrections: z.array(correctedCell),
      /** The row's statement of a policy that is not in the register; dates of birth only for those who may see them. */
      master: z
        .object({
          institutionName: z.string().nullable(),
          fdicCertificate: z.string().nullable(),
          planName: z.string().nullable(),
          productName: z.string().nullable(),
          productId: z.int().nullable(),
          issueDate: z.string().nullable(),
          faceAmountCents: z.int().nullable(),
          costBasisCents: z.int().nullable(),
          proposedBasisCents: z.int().nullable().meta({
            description:
              'The premium of a policy issued in the month of its line, with nothing before it: its cost basis unless another is given.',
          }),
          insuredFirstName: z.string().nullable(),
          insuredLastName: z.string().nullable(),
          insuredDateOfBirth: z.string().nullable(),
          insuredGender: worded(z.enum(['M', 'F']), GENDER_WORDS).nullable(),
          mecIndicator: z.boolean().nullable(),
        })
        .nullable(),
      raw: z.record(z.string(), z.string().nullable()),
    }),
  ),
})
export const setMapping = endpoint({
  method: 'PUT',
  path: '/api/etl/files/:id/mapping',
  summary: 'Say which column holds what; the file is read again and the mapping kept for the carrier.',
  access: change,
  input: z.strictObject({
    id: idParam,
    mapping: z.record(z.string().max(200), z.enum(FEED_FIELD_NAMES).nullable()),
    forms: z
      .record(z.string().max(200), z.enum(COLUMN_FORMS))
      .default({})
      .meta({ description: 'For columns that can be read in two ways. What was said of others before stays.' }),
    updatedAt: z.iso.datetime(),
    keep: flag.default(true),
    /** For rows that do not say; null takes a default back, absent leaves it. */
    carrierCode: z.string().trim().toUpperCase().max(12).nullable().optional(),
    period: monthEndText.nullable().optional(),
  }),
  reply: carrierFile,
})
export const chooseSheets = endpoint({
  method: 'PUT',
  path: '/api/etl/files/:id/sheets',
  summary:
    'Say which sheets of a workbook are read, hidden ones too; the file is read again. Decisions on rows of sheets that stay are kept.',
  access: change,
  input: z.strictObject({ id: idParam, sheets: z.array(z.string().min(1).max(200)).min(1).max(200), reason, ...seen }),
  reply: carrierFile,
})
export const rejectRows = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/reject',
  summary: 'Leave rows out, with a reason.',
  access: change,
  input: z.strictObject({ id: idParam, lines, reason, ...seen }),
  reply: carrierFile,
})
export const restoreRows = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/restore',
  summary: 'Take excluded rows back in.',
  access: change,
  input: z.strictObject({ id: idParam, lines, ...seen }),
  reply: carrierFile,
})
/** A new policy is the register's business as well: taking it in asks for both rights. */
export const changeRegister = permission('INSTITUTIONS', 2, STAFF_ROLES, 'site')
export const acceptPolicies = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/accept',
  summary:
    'Add new policies to the register: lines with what is given or corrected here, and whole groups of them with one choice each. Takes INSTITUTIONS 2 as well.',
  access: change,
  input: z
    .strictObject({
      id: idParam,
      groups: z
        .array(
          z.strictObject({
            line: idParam.meta({ description: 'The first line of the group, as listed.' }),
            policies: z
              .int()
              .positive()
              .meta({ description: 'Those listed as complete, less those that `policies` names; others than these are refused.' }),
            institutionId: idParam,
            planId: idParam,
            productId: idParam,
          }),
        )
        .max(5000)
        .default([])
        .meta({ description: 'Every complete policy of each group, but those that `policies` names.' }),
      policies: z
        .array(
          z.strictObject({
            line: idParam,
            institutionId: idParam,
            planId: idParam.optional(),
            productId: idParam.optional(),
            issueDate: z.string().optional(),
            faceAmountCents: z.int().optional(),
            costBasisCents: z.int().optional(),
            insuredFirstName: z.string().max(80).optional(),
            insuredLastName: z.string().max(80).optional(),
            insuredDateOfBirth: z.string().optional(),
            insuredGender: z.enum(['M', 'F']).optional(),
            mecIndicator: z.boolean().optional(),
          }),
        )
        .max(5000)
        .default([]),
      ...seen,
    })
    .refine(({ groups, policies }) => groups.length + policies.length > 0, {
      path: ['policies'],
      message: 'Name policies or groups.',
    }),
  reply: carrierFile,
})
/** Statuses that a file proposes, with what the journal entry of each is made of: the page shows the entry before it is accepted. */
export const listStatusProposals = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/statuses',
  summary: 'The statuses that a file proposes, with the values, flows and accounts that the journal entry of each is made of.',
  access: view,
  input: z.strictObject({ id: idParam, finding: repeated(idParam) }),
  reply: z.object({
    records: z.array(
      z.object({
        finding: z.int(),
        lineNumber: z.int(),
        policyNumber: z.string(),
        insuredName: z.string(),
        institutionName: z.string(),
        carrierName: z.string(),
        oldStatus: policyStatus,
        status: policyStatus,
        /** The month end of the row: the date unless another is given. */
        period: z.string(),
        /** An earlier line of the file that says the same, and is accepted in its place. */
        follows: z.int().nullable(),
        deathKnown: z.boolean(),
        values: z.array(z.object({ asOfDate: z.string(), cashSurrenderValueCents: z.int(), institutionDeathBenefitCents: z.int() })),
        flows: z.array(flow),
        ledgerAccounts,
      }),
    ),
  }),
})
export const acceptWarnings = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/findings/accept',
  summary:
    'Accept findings with a reason: an explained movement, or a status to enter when the file is posted, with what its journal entry needs.',
  access: change,
  input: z.strictObject({
    id: idParam,
    findings: z.array(idParam).min(1).max(10_000),
    reason,
    /** For issues that propose a status; its date is the month end unless given. */
    statuses: z
      .array(z.strictObject({ finding: idParam, effectiveDate: day.optional(), ...statusTerms }))
      .max(1000)
      .default([]),
    ...seen,
  }),
  reply: carrierFile,
})
export const postFile = endpoint({
  method: 'POST',
  path: '/api/etl/files/:id/post',
  summary: 'Post the accepted rows as valuations, all in one transaction. Again, it changes nothing.',
  access: change,
  input: z.strictObject({ id: idParam, restatementReason: reason.optional(), ...seen }),
  reply: carrierFile.extend({ posted: z.int(), unchanged: z.int(), restated: z.int(), exceptions: z.int() }),
})
export const discardFile = endpoint({
  method: 'DELETE',
  path: '/api/etl/files/:id',
  summary: 'Set a file aside that was never posted; its rows stay readable. What becomes of the policies that it alone brought is asked.',
  access: change,
  input: z.strictObject({
    id: idParam,
    reason,
    policies: z.enum(['keep', 'remove']).optional().meta({
      description: 'Of the `broughtPolicies`: keep them in the register, or take them out again, which takes INSTITUTIONS 2 as well.',
    }),
    listed: z.coerce
      .number()
      .int()
      .optional()
      .meta({ description: 'How many of them the person was shown; when it is another number by now, the call is refused.' }),
  }),
  reply: nothing,
  success: 204,
})
export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/download',
  summary: 'The file as it was received, byte for byte.',
  access: view,
  kind: 'file',
  input: z.strictObject({ id: idParam }),
  reply: bytes,
})
export const listCarriersForFeeds = endpoint({
  method: 'GET',
  path: '/api/exceptions/carriers',
  summary: 'The carriers of the site, to choose from.',
  access: view,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(z.object({ code: z.string(), name: z.string() })) }),
})
/** New policies by what the file says of their institution, plan and product, so that one choice answers for all that are alike. */
export const listNewPolicies = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/new-policies',
  summary: 'New policies of a file in groups, with what is known of institution, plan and product, and how many lack something.',
  access: view,
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    groups: z.array(
      z.object({
        line: lineId,
        carrierCode: z.string(),
        institutionId: z.int().nullable(),
        /** As the file names it; null where it names none. */
        institutionName: z.string().nullable(),
        planId: z.int().nullable(),
        planName: z.string().nullable(),
        productId: z.int().nullable(),
        productName: z.string().nullable(),
        policies: z.int(),
        /** Those whose rows lack nothing but a choice. */
        complete: z.int(),
        /** Those of them whose cost basis is proposed, and its sum. */
        proposedBasis: z.object({ policies: z.int(), cents: z.int() }),
        lines: z.array(z.object({ line: lineId, isComplete: z.boolean() })),
        cashSurrenderValueCents: z.int(),
        deathBenefitCents: z.int(),
        lacking: z.array(z.object({ sentence: z.string(), policies: z.int(), lines: z.array(z.int()) })),
      }),
    ),
    updatedAt: z.string(),
  }),
})
/** Choices for a new policy when the row does not name them. */
export const listChoices = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/choices',
  summary: 'Institutions with their plans, and the products of the file’s carriers, for accepting new policies.',
  access: view,
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    institutions: z.array(z.object({ id: z.int(), name: z.string(), plans: z.array(z.object({ id: z.int(), name: z.string() })) })),
    products: z.array(z.object({ id: z.int(), carrierCode: z.string(), name: z.string() })),
    carriers: z.array(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  }),
})
/** The client-to-policy list, with the carrier filter. */
export const listClientsToPolicies = endpoint({
  method: 'GET',
  path: '/api/exceptions/clients-to-policies',
  summary: 'Policies by client, of one carrier or all.',
  access: view,
  input: pageInput(['institutionName', 'carrierCode', 'policyNumber', 'insuredName', 'policyStatus'], 'institutionName').extend({
    carrierFilter: z.string().trim().toUpperCase().max(12).optional(),
  }),
  reply: page(
    z
      .object({ institutionId: z.int(), institutionName: z.string(), carrierCode: z.string(), carrierName: z.string() })
      .extend({ policyId: z.int(), policyNumber: z.string(), insuredName: z.string(), policyStatus: z.string() }),
  ),
})
