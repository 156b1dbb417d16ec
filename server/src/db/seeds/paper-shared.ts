/** The Document Center's papers: institutions' own, carriers', vendors'. */
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { CARRIERS } from './carriers.ts'
import type { Bank } from './paper-facts.ts'
import { letter, type Paper, word } from './paper-kinds.ts'
import * as words from './paper-words.ts'

/** An institution's own. */
export const institutionDocuments = (bank: Bank): Paper[] => [
  letter('LEG', 2023, 'Service_Agreement', plainDate('2023-10-02'), {
    ...words.resolution(bank, plainDate('2023-10-02')),
    title: 'Service agreement',
    blocks: [
      `Between ${words.FIRM.name} and ${bank.legalName}: monthly valuation, accounting entries, annual review and claims service for the life insurance listed in the schedule.`,
      'Fees are paid by the carriers under disclosed commission agreements; no fee is charged to the bank. Either side may end this agreement with ninety days’ notice.',
      'Confidentiality: personal data of insured persons is used for this service only and returned or destroyed at its end.',
    ],
  }),
  word('PRE', 2026, 'Onboarding_Guide', plainDate('2026-01-12'), {
    ...words.questionnaire(bank, 2026, plainDate('2026-01-12')),
    title: 'Your guide to the portal',
    blocks: [
      `Welcome to the portal, ${bank.name}. Reports are released by the tenth business day; you hear of them by mail as often as you choose in your profile.`,
      'Send census changes under Bank uploads. Ask your service team about any figure: it leads back to the carrier’s own line.',
    ],
  }),
]

export interface SharedPaper extends Paper {
  carrierCode: string
  vendorName: string | null
}

/** Carriers' papers, and vendors' under the vendors' code. */
export function sharedDocuments(siteId: 1 | 2, signer: { name: string; title: string }): SharedPaper[] {
  const ofCarriers = CARRIERS.filter((carrier) => carrier.siteId === siteId).flatMap(({ code, legalName, ratings }) => {
    const of = (
      typeCode: string,
      year: number,
      name: string,
      date: PlainDate,
      title: string,
      paragraphs: readonly string[],
    ): SharedPaper => ({
      ...letter(typeCode, year, name, date, words.carrierLetter(legalName, title, paragraphs, date, signer)),
      carrierCode: code,
      vendorName: null,
    })
    return [
      of('LEG', 2024, 'Specimen_Policy_Form', plainDate('2024-04-02'), 'Specimen policy form', [
        'Flexible premium adjustable life insurance. The policy qualifies under the cash value accumulation test of section 7702. Guaranteed minimum interest is stated in the schedule.',
        'Surrender: the cash surrender value is paid within thirty days; the company may defer payment for up to six months.',
      ]),
      of('PRE', 2025, 'Carrier_Fact_Sheet_2025', plainDate('2026-04-14'), 'Carrier fact sheet 2025', [
        `Ratings at year end: A.M. Best ${ratings.AM_BEST ?? '-'}, Standard & Poor’s ${ratings.SP ?? '-'}, Moody’s ${ratings.MOODYS ?? '-'}, Comdex ${ratings.COMDEX}.`,
        'General account: investment-grade bonds make up more than nine tenths of invested assets. Statutory surplus grew during the year.',
      ]),
      of('PRE', 2026, 'Credited_Rates_Third_Quarter_2026', plainDate('2026-10-06'), 'Credited rates, third quarter 2026', [
        'The credited rates of in-force blocks were reviewed on September 30, 2026. Rates of the portfolio method stay unchanged; new money rates follow the market.',
        'Rates are net of the asset charge and before the cost of insurance.',
      ]),
    ]
  })
  const ofVendor = (
    vendorName: string,
    typeCode: string,
    name: string,
    date: PlainDate,
    title: string,
    paragraphs: readonly string[],
  ): SharedPaper => ({
    ...letter(typeCode, Number(date.slice(0, 4)), name, date, words.carrierLetter(vendorName, title, paragraphs, date, signer)),
    carrierCode: 'BCC',
    vendorName,
  })
  return [
    ...ofCarriers,
    ofVendor('Harborlight Trust Company', 'LEG', 'Custody_Agreement_Summary', plainDate('2025-06-18'), 'Custody agreement summary', [
      'The trustee holds the policies of the rabbi trust, pays benefits on the recordkeeper’s instruction, and reports values each quarter.',
    ]),
    ofVendor('Northgate Actuarial Group', 'LEG', 'Actuarial_Certification_2025', plainDate('2026-02-09'), 'Actuarial certification 2025', [
      'Liabilities of the supplemental plans were measured under ASC 710 and ASC 715 at a discount rate of 5.15 percent.',
    ]),
    ofVendor('Penrose Assurance LLP', 'LEG', 'SOC_1_Bridge_Letter_2026', plainDate('2026-10-13'), 'SOC 1 bridge letter 2026', [
      'No material change to the control environment of the recordkeeping service has come to management’s attention since the SOC 1 Type 2 report.',
    ]),
  ]
}
