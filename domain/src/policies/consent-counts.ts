/**
 * Three papers of a year count consents, each of its own people and by its own test. Each says so in a sentence that is made here, so that whoever lays
 * them side by side sees why the counts differ.
 */

const COUNTED_IN = {
  QUESTIONNAIRE: {
    subject: 'The annual questionnaire',
    asOther: 'the annual questionnaire',
    counts:
      'everyone insured on this portal when it was sent whose policies need a consent, former employees included, and asks only whether a signed one is on file, valid or not',
  },
  ANNUAL_REVIEW: {
    subject: 'The annual review',
    asOther: 'the annual review',
    counts:
      'everyone insured on this portal at the year’s end whose policies need a consent, former employees included, and asks whether it is valid (IRC 101(j)(4))',
  },
  FORM_8925: {
    subject: 'Line 4b of Form 8925',
    asOther: 'Form 8925',
    counts:
      'only the policyholder’s employees insured at the end of the tax year whose contracts need a consent, and asks whether it is valid (IRC 101(j)(4))',
  },
} as const

export function consentCountWords(paper: keyof typeof COUNTED_IN): string {
  const { subject, counts } = COUNTED_IN[paper]
  const others = Object.values(COUNTED_IN).flatMap((other) => (other.subject === subject ? [] : [other.asOther]))
  return `${subject} counts ${counts}; ${others.join(' and ')} count other people or apply another test.`
}
