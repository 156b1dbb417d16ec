/** The texts that reviews come with, by section, which a review prints while the site has written none of its own. */

import type { ReviewWording } from './narrative.ts'
import { defaultReviewConfiguration, defaultReviewTexts, type ReviewFrame } from './outline.ts'

const BANKS: ReviewWording['narratives'] = {
  PROGRAM:
    '{{institution}} holds bank-owned life insurance to recover part of the cost of employee benefits. Policies in force on {{asOf}}: {{policies}}. People insured: {{insureds}}. Carriers: {{carriers}}.',
  HOLDINGS:
    'Cash surrender value was {{cashSurrenderValue}} on {{asOf}}. Income for {{year}}, the increase that premiums, withdrawals and claims do not explain, was {{income}}. Total death benefit was {{deathBenefit}}.',
  CONCENTRATION:
    'Aggregate cash surrender value was {{concentration}} of capital, against a limit of {{concentrationLimit}}. The largest carrier, {{largestCarrier}}, stood at {{largestCarrierPercent}}.',
  PERFORMANCE: 'The net yield of {{year}} was {{netYield}}; the tax-equivalent yield was {{taxEquivalentYield}}.',
  MORTALITY: 'Deaths of insured people in {{year}}: {{deaths}}. Death benefits paid: {{proceeds}}.',
  CARRIER_CREDIT:
    'Ratings are one part of the analysis of a carrier. Management should read them with the carrier’s own financial figures, and consider both before it adds to a holding.',
  RISKS:
    'The interagency statement of December 7, 2004 names the risks below. Each is stated with its facts and tests, the rating, and management’s own conclusion.',
  POPULATION: 'People insured on {{asOf}}: {{insureds}}. Still employed: {{percentActive}}.',
  COMPLIANCE:
    'IRC 101(j) requires notice and consent before a policy is issued. People whose consents are valid and on file, of those who need one: {{consentsComplete}}.',
  ACCOUNTING: 'The asset is carried at the amount that could be realized, cash surrender value less charges not yet in it (ASC 325-30).',
  PEERS: 'Peers are banks of similar size. Being near their middle is no proof of prudence, and standing apart is a question to answer.',
}

const CORPORATIONS: ReviewWording['narratives'] = {
  ...BANKS,
  PROGRAM:
    '{{institution}} holds corporate-owned life insurance to fund benefits it has promised. Policies in force on {{asOf}}: {{policies}}. People insured: {{insureds}}. Carriers: {{carriers}}.',
  CONCENTRATION: 'The largest carrier, {{largestCarrier}}, held {{largestCarrierPercent}} of the program’s cash surrender value.',
  RISKS: 'Each risk is stated with its facts and tests, the rating, and management’s own conclusion.',
}

/** A review’s sections and texts as Corridor ships them. */
export function shippedWording(frame: ReviewFrame): ReviewWording {
  const narratives = { ...(frame === 'BOLI' ? BANKS : CORPORATIONS), ...defaultReviewTexts(frame).narratives }
  if (frame === 'COLI') for (const bankAlone of ['ACCOUNTING', 'PEERS'] as const) delete narratives[bankAlone]
  return { configuration: defaultReviewConfiguration(frame), narratives }
}
