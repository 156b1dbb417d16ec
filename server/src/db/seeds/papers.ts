/** Which papers lie in the demo's portal: client reports by type and year, and what banks sent in. Pure: who, when, and how each is made. */
import { monthEnd, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { letterDocument } from './paper-document.ts'
import { type Bank, insuredAt } from './paper-facts.ts'
import { instant, letter, type Paper, sheet, slides, word } from './paper-kinds.ts'
import { letterPdf } from './paper-pdf.ts'
import { pictureOfSignature } from './paper-picture.ts'
import { accrualSheet, csvListing, imputedSheet } from './paper-sheets.ts'
import { analysisSlides, boardSlides } from './paper-slides.ts'
import * as words from './paper-words.ts'

const QUARTERS = [1, 2, 3, 4, 5, 6, 7].map((number) => monthEnd(2025 + Math.floor((number - 1) / 4), ((number - 1) % 4) * 3 + 3))
const nineDaysAfter = (end: PlainDate): PlainDate => {
  const month = Number(end.slice(5, 7)) + 1
  return plainDate(month > 12 ? `${Number(end.slice(0, 4)) + 1}-01-09` : `${end.slice(0, 4)}-${String(month).padStart(2, '0')}-09`)
}
const quarterOf = (end: PlainDate) => `Q${Number(end.slice(5, 7)) / 3}`

/** The uploaded reports of a bank on the BOLI site. */
export function boliReports(bank: Bank): Paper[] {
  const statement = (year: number, date: PlainDate) => letterPdf(words.policyStatement(bank, year, date), instant(date, 9))
  return [
    ...QUARTERS.map((end) =>
      letter(
        'QBR',
        Number(end.slice(0, 4)),
        `Quarterly_Benefit_Report_${quarterOf(end)}_${end.slice(0, 4)}`,
        nineDaysAfter(end),
        words.quarterlyBenefits(bank, end, nineDaysAfter(end)),
      ),
    ),
    ...[2023, 2024, 2025].flatMap((year) => {
      const date = plainDate(`${year + 1}-01-28`)
      return [
        letter('BTX', year, `Bank_Tax_Summary_${year}`, date, words.bankTax(bank, year, date)),
        sheet('ITX', year, `Imputed_Income_${year}`, date, `Imputed income ${year}`, imputedSheet(bank, year)),
      ]
    }),
    ...[2024, 2025].flatMap((year) => {
      const [review, asked, board] = [plainDate(`${year + 1}-02-17`), plainDate(`${year + 1}-01-12`), plainDate(`${year + 1}-02-24`)]
      return [
        letter('ABR', year, `Annual_Review_Letter_${year}`, review, words.annualReview(bank, year, review)),
        letter('EOL', year, `Form_8925_Consent_Request_${year}`, asked, words.consentRequest(bank, year, asked)),
        slides(`Board_Presentation_${year}`, year, board, `Board presentation ${year}`, boardSlides(bank, year)),
      ]
    }),
    csvListing(bank, 2025),
    // Questionnaires from 2025 on are returned in the portal (demo-questionnaires.ts).
    word(
      'AQU',
      2024,
      'Annual_Questionnaire_Request_2024',
      plainDate('2025-03-04'),
      words.questionnaire(bank, 2024, plainDate('2025-03-04')),
    ),
    word('LEG', 2023, 'Split_Dollar_Endorsement_Agreement', plainDate('2023-11-15'), words.endorsement(bank, plainDate('2023-11-15'))),
    letter('LEG', 2023, 'Notice_and_Consent_Form', plainDate('2023-11-15'), words.noticeAndConsent(bank, plainDate('2023-11-15'))),
    letter('LEG', 2024, 'Board_Resolution_Insurance_Purchase', plainDate('2024-05-21'), words.resolution(bank, plainDate('2024-05-21'))),
    {
      ...letter('LEG', 2025, 'BOLI_Policy_Statement', plainDate('2025-03-11'), words.policyStatement(bank, 2025, plainDate('2025-03-11'))),
      // Last year's was uploaded first, by mistake.
      at: instant(plainDate('2025-03-13')),
      earlier: [{ at: instant(plainDate('2025-03-11')), make: () => statement(2024, plainDate('2024-03-12')) }],
    },
    {
      typeCode: 'LEG',
      year: 2024,
      name: 'Signature_Page_Scan',
      extension: 'png',
      at: instant(plainDate('2024-05-23')),
      make: () => pictureOfSignature(bank.id),
    },
    ...words.claimLetters(bank).map(({ name, letter: of, date }) => letter('DTH', Number(date.slice(0, 4)), name, date, of)),
    ...(bank.id % 3 === 1
      ? [
          slides(
            'Pre_Purchase_Analysis_2026',
            2026,
            plainDate('2026-10-20'),
            'Pre-purchase analysis',
            analysisSlides(bank, plainDate('2026-09-30')),
          ),
        ]
      : []),
  ]
}

/** The same on the COLI site. */
export function coliReports(bank: Bank): Paper[] {
  return [
    ...QUARTERS.slice(-3).map((end) =>
      letter(
        'QBR',
        2026,
        `Plan_Benefit_Report_${quarterOf(end)}_2026`,
        nineDaysAfter(end),
        words.quarterlyBenefits(bank, end, nineDaysAfter(end)),
      ),
    ),
    ...[2024, 2025].flatMap((year) => {
      const date = plainDate(`${year + 1}-02-11`)
      return [
        letter('APA', year, `Annual_Plan_Analysis_${year}`, date, words.planAnalysis(bank, year, date)),
        sheet('ACC', year, `Liability_Accrual_${year}`, date, `Liability accrual ${year}`, accrualSheet(bank, year)),
      ]
    }),
    slides('Plan_Presentation_2025', 2025, plainDate('2026-02-24'), 'Plan presentation 2025', boardSlides(bank, 2025)),
  ]
}

/** Files that a bank's people sent to their service team. */
export const bankUploads = (
  bank: Bank,
): (Omit<Paper, 'typeCode' | 'year'> & { status: 'SENT' | 'TAKEN' | 'WITHDRAWN'; note: string | null })[] => [
  {
    name: 'Census_September_2026',
    extension: 'csv',
    at: instant(plainDate('2026-10-05')),
    make: async () =>
      Buffer.from(
        [
          'Last name,First name,Title,Hired',
          ...insuredAt(bank, plainDate('2026-09-30')).map(
            ({ person }) => `${person.lastName},${person.firstName},"${person.title}",${person.hireDate}`,
          ),
          '',
        ].join('\r\n'),
      ),
    status: 'TAKEN',
    note: 'Census for the annual questionnaire.',
  },
  {
    name: 'Board_limits_draft',
    extension: 'docx',
    at: instant(plainDate('2026-10-19')),
    make: () => letterDocument(words.policyStatement(bank, 2026, plainDate('2026-10-19'))),
    status: 'WITHDRAWN',
    note: null,
  },
  {
    name: 'Signed_resolution',
    extension: 'png',
    at: instant(plainDate('2026-10-29')),
    make: () => pictureOfSignature(bank.id + 100),
    status: 'SENT',
    note: 'Signed last night; the original follows by mail.',
  },
]
