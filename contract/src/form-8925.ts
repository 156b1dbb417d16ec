/** Form 8925 reports: the calls of a report family, its XLSX download, and the employees that line 1 asks for. */
import { z } from 'zod'
import { changeInstitutions, readInstitutions } from './institutions.ts'
import { bytes, endpoint, idParam } from './kernel/endpoint.ts'
import { downloadQuestionnaires } from './questionnaire-sheet.ts'
import { QUESTIONNAIRE_TYPE } from './questionnaires.ts'
import { monthEndText, reportCalls } from './reports.ts'

const figure = z.int().nullable()
export const form8925Reports = reportCalls({
  base: '/api/8925-reports',
  noun: 'Form 8925 reports',
  reportTypes: ['C8925Report'],
  totals: { employees: figure, insuredEmployees: figure, insuranceInForceCents: figure, withoutConsent: figure, openItems: figure },
  history: { insuredEmployees: figure, insuranceInForceCents: figure },
  elsewhere: { [QUESTIONNAIRE_TYPE]: downloadQuestionnaires },
})
/** A second, required address of the workbook; the same as the download with that format. */
export const downloadWorkbooks = endpoint({
  method: 'GET',
  path: '/api/8925-reports/:batch/xlsx/download',
  summary: 'One report as a workbook, or several as a zip.',
  access: form8925Reports.downloadReports.access,
  kind: 'file',
  input: form8925Reports.fileInput('xlsx'),
  reply: bytes,
})

const employeeCount = z.object({
  id: z.int(),
  subsidary_id: z.int().nullable(),
  taxYearEnd: z.string(),
  /** Directors included (IRC 101(j)(5)(A)). */
  employees: z.int(),
  source: z.string(),
  enteredBy: z.string().nullable(),
  updatedAt: z.string(),
})
export type EmployeeCount = z.infer<typeof employeeCount>
const reply = z.object({
  /** The filers: the institution first, then its subsidiaries with an EIN of their own. */
  policyholders: z.array(z.object({ subsidary_id: z.int().nullable(), name: z.string(), ein: z.boolean() })),
  /** Latest tax year first. */
  records: z.array(employeeCount),
  /** The last tax year end that the book has reached. */
  latestYearEnd: z.string(),
})
export type EmployeeCounts = z.infer<typeof reply>

export const listEmployeeCounts = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/employee-counts',
  summary: 'How many employees an institution and its subsidiaries stated for their tax years.',
  access: readInstitutions,
  input: z.strictObject({ id: idParam }),
  reply,
})
export const saveEmployeeCount = endpoint({
  method: 'PUT',
  path: '/api/institutions/:id/employee-counts',
  summary: 'State the employees of a tax year, or correct what was stated.',
  access: changeInstitutions,
  input: z.strictObject({
    id: idParam,
    subsidary_id: idParam.nullable(),
    taxYearEnd: monthEndText,
    employees: z.int('Enter a whole number').min(0, 'The number is 0 or more').max(10_000_000, 'This is more than any employer could have'),
    source: z.string().trim().min(3, 'Enter the source of the number').max(300),
    /** The version being corrected; null where nothing was stated. */
    updatedAt: z.iso.datetime().nullable(),
  }),
  reply,
})
export const removeEmployeeCount = endpoint({
  method: 'DELETE',
  path: '/api/institutions/:id/employee-counts/:count',
  summary: 'Remove a number of employees that was stated by mistake.',
  access: changeInstitutions,
  input: z.strictObject({ id: idParam, count: idParam }),
  reply,
})

/** The form as if its tax year had ended with the last month posted; nothing of it is kept. */
export const previewForm8925 = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/form-8925-preview',
  summary: 'What Form 8925 of the tax year that runs would say as of the last month posted, policyholder by policyholder.',
  access: readInstitutions,
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    /** Null while nothing has been posted. */
    asOf: z.string().nullable(),
    taxYearEnd: z.string().nullable(),
    policyholders: z.array(
      z.object({
        subsidary_id: z.int().nullable(),
        name: z.string(),
        /** Line 1 as stated for the tax year, or null. */
        employees: figure,
        insuredEmployees: z.int(),
        insuranceInForceCents: z.int(),
        validForAll: z.boolean().nullable(),
        withoutConsent: figure,
        openItems: z.array(z.object({ key: z.string(), text: z.string(), policies: z.int() })),
        /** Policies that carry last month's death benefit, because this month's is not posted yet. */
        carried: z.int(),
      }),
    ),
    /** Policyholders of whom nothing can be said yet, and why. */
    withheld: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
})
