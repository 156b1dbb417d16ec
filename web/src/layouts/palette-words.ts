/**
 * Words of the trade under which the palette finds a page or an article of the help that bears another name: further words are added here. A term written out is
 * left to the article that explains it, which Enter is to open.
 */
import { PATTERNS } from '../paths.ts'

/** By the address of the page. */
export const PAGE_WORDS: Readonly<Record<string, string>> = {
  [PATTERNS.assetReporting]: 'Call Report schedule RC-F RC-R RI-E CSV COI TEY',
  [PATTERNS.summaryAssetReporting]: 'CSV TEY',
  [PATTERNS.annualReview]: 'Call Report schedule RC-F RC-R MEC TEY',
  [PATTERNS.stateConfiguration]: 'Call Reports for peer comparison',
  [PATTERNS.cashSurrenderExceptions]: 'COI',
  [PATTERNS.rateTable]: 'COI',
  [PATTERNS.institutions]: 'MEC',
  [PATTERNS.financialImpact]: 'TEY',
  [PATTERNS.yieldExceptions]: 'TEY',
}

/** By the name of the article. */
export const HELP_WORDS: Readonly<Record<string, string>> = {
  'how-do-i-post-the-entries': 'Call Report schedule RC-F RC-R RI-E',
  'how-do-i-make-an-annual-review': 'Call Report schedule RC-F RC-R',
  'what-do-the-terms-in-the-reports-mean': 'CSV MEC COI TEY',
  'how-do-i-keep-the-rate-table': 'COI',
  'what-do-the-audits-check': 'COI CSV',
}
