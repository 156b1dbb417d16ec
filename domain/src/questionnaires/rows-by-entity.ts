/** The frame of a questionnaire's answers: institution, year, signer and reference. */
import { formatDate, formatLongDate, type PlainDate } from '../primitives/period.ts'
import type { ReportFooter, ReportHeader } from '../reports/heading.ts'
import type { Answer } from './answers.ts'
import { type Questionnaire, questionsOf } from './definition.ts'
import type { Offered } from './prefilled-answers.ts'
import type { QuestionnaireBook } from './register-facts.ts'

export interface QuestionnaireParts {
  title: string
  portalLabel: string
  siteName: string
  id: number
  batchId: number
  institutionId: number
  institutionName: string
  legalName: string
  place: string | null
  year: number
  period: PlainDate
  preparedOn: PlainDate
  content: Questionnaire
  book: QuestionnaireBook
  answers: readonly Answer[]
  offers: readonly Offered[]
  lastYear: { year: number; answers: readonly Answer[] } | null
  /** Names of the files, by question. */
  files: readonly { question: string; uploadName: string }[]
  returns: readonly QuestionnaireSignature[]
  returned: boolean
}
export interface QuestionnaireSignature {
  number: number
  signerName: string
  signerTitle: string
  attestation: string
  signedOn: PlainDate
  answersSha256: string
}

export interface QuestionnaireFrame {
  header: ReportHeader
  footer: ReportFooter
  blank: boolean
  /** "Signed by …", "Not returned yet", "To be filled in". */
  state: string
  year: number
  attestation: string
  signatures: QuestionnaireSignature[]
  /** How many answers there are, for the manifest of a file. */
  controlTotals: Readonly<Record<string, number | null>>
}

const DISCLAIMER = 'What the institution states in it is its own. Not accounting, tax or legal advice.'

export function framed(parts: QuestionnaireParts, kind: 'final' | 'preliminary', state: string): QuestionnaireFrame {
  const {
    title,
    portalLabel,
    siteName,
    institutionId,
    institutionName,
    legalName,
    place,
    period,
    preparedOn,
    batchId,
    id,
    returns,
    content,
    year,
  } = parts
  const number = returns[0]?.number ?? 0
  const hash = returns[0]?.answersSha256.slice(0, 8) ?? ''
  return {
    header: {
      title,
      portalLabel,
      institutionId,
      institutionName,
      legalName,
      subsidiaryName: null,
      place,
      planNames: [],
      asOf: period,
      asOfText: `Fiscal year ended ${formatLongDate(period)}`,
      preparedOn,
      preparedText: `Prepared ${formatLongDate(preparedOn)}`,
      stamp: { kind, text: kind === 'final' ? 'RETURNED' : state.startsWith('To be') ? 'FOR YOUR ANSWERS' : 'NOT RETURNED' },
      preliminaryReason: null,
      unit: 'Amounts in US dollars. Questions marked * have to be answered.',
    },
    footer: {
      portal: siteName,
      batchId,
      reportId: id,
      version: number,
      valuationHash: hash,
      reference: `Questionnaire ${id} · ${year}${hash ? ` · Signature ${number}, answers ${hash}` : ' · Not signed'}`,
      source: `Source: answers of the institution${number > 0 ? '' : ' so far'}`,
      disclaimer: DISCLAIMER,
    },
    blank: false,
    state,
    year,
    attestation: content.attestation,
    signatures: parts.returned ? [...returns] : [],
    controlTotals: { answers: parts.answers.filter(({ value }) => value !== null).length, questions: questionsOf(content).length },
  }
}

/** How a signature reads below the attestation. */
export const signatureWords = ({ signerName, signerTitle, signedOn }: QuestionnaireSignature): string =>
  `${signerName}, ${signerTitle}, ${formatDate(signedOn)}`
