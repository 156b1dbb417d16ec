/** The worked example of Form 8925: five contracts of the fictional bank, one insured retired in 2024, one consent signed 14 days after issue, 118 employees. */

import { usd } from '../primitives/money.ts'
import { addDays, plainDate } from '../primitives/period.ts'
import type { Form8925Snapshot } from '../reports/form-8925/snapshot.ts'
import { PERIOD, WORKED_POLICIES, YEAR_START } from './first-example-bank.ts'

export function workedForm8925(): Form8925Snapshot {
  return {
    schema: 1,
    kind: 'C8925Report',
    period: PERIOD,
    yearStart: YEAR_START,
    institution: {
      id: 1,
      name: 'First Example Bank',
      legalName: 'First Example Bank, N.A.',
      ein: '00-0000001',
      city: 'Denver',
      stateCode: 'CO',
      businessType: 'Commercial banking',
    },
    subsidiary: null,
    site: { id: 1, name: 'BOLI', portalLabel: 'BOLI' },
    batchId: 7,
    reportId: 70,
    version: 1,
    restated: false,
    preparedOn: plainDate('2026-01-20'),
    preliminary: null,
    employees: { count: 118, source: 'Annual questionnaire 2025, 9 directors included', statedOn: plainDate('2026-01-12') },
    valuationHash: '1a2b3c4d',
    policies: WORKED_POLICIES.map((held) => ({
      policyId: held.policyId,
      policyNumber: held.policyNumber,
      carrierName: held.carrierCode,
      insuredId: held.insuredId,
      issueDate: held.issueDate,
      statusAtYearEnd: 'IN_FORCE',
      statusDate: held.issueDate,
      faceAmount: held.deathBenefit,
      deathBenefit: held.deathBenefit,
      isSection1035Replacement: false,
      replacedIssueDate: null,
      materialChange: false,
      ownedThrough: null,
    })),
    insureds: WORKED_POLICIES.map((held) => {
      const retired = held.policyNumber === 'C-3001'
      const signedOn = held.policyNumber === 'B-2002' ? addDays(held.issueDate, 14) : addDays(held.issueDate, -30)
      return {
        insuredId: held.insuredId,
        personId: held.insuredId,
        name: held.insuredName,
        role: 'OFFICER',
        employmentStatus: retired ? 'RETIRED' : 'ACTIVE',
        statusDate: plainDate(retired ? '2024-06-30' : '2005-01-03'),
        hireDate: plainDate('2005-01-03'),
        dateOfDeath: null,
        annualCompensation: usd(300_000),
        consents: [
          {
            noticeDate: addDays(held.issueDate, -35),
            consentDate: signedOn,
            maxFaceDisclosed: usd(12_000_000),
            maxFaceSalaryMultiple: null,
            continueAfterTermination: true,
            beneficiaryDisclosed: true,
            keptAt: 'Human resources, consent binder',
          },
        ],
      }
    }),
  }
}
