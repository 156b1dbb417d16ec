/** Completing new policies: what is chosen for a group reaches each of its policies, and what is entered for one of them stays its own. */
import type { acceptPolicies, listNewPolicies } from '@corridor/contract/data-feeds.ts'
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { readName } from '@corridor/domain/data-feeds/cell-values.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Choice, Choices } from './PolicyChoice.tsx'
import type { FeedRow } from './Rows.tsx'

export type Group = ReplyOf<typeof listNewPolicies>['groups'][number]
export type Entry = NonNullable<InputOf<typeof acceptPolicies>['policies']>[number]

export const PROPOSED_BASIS =
  'the premium in the file, as it names no cost basis and the policy was issued in that month, with nothing before it.'

/** Fields of one policy. */
export interface Card {
  choice: Partial<Choice>
  issueDate: PlainDate | null
  face: Cents | null
  basis: Cents | null
  first: string
  last: string
}

const dateOf = (text: string | null | undefined): PlainDate | null => (text && isPlainDate(text) ? text : null)
const amountOf = (amount: number | null | undefined): Cents | null => (typeof amount === 'number' ? cents(amount) : null)

/** As the file has it, before anybody entered something. */
export function cardOf({ master, insuredName, cumulativePremiumCents }: FeedRow): Card {
  const name = insuredName === null ? null : readName(insuredName)
  return {
    choice: {},
    issueDate: dateOf(master?.issueDate),
    face: amountOf(master?.faceAmountCents),
    basis: amountOf(master?.costBasisCents ?? cumulativePremiumCents ?? master?.proposedBasisCents),
    first: master?.insuredFirstName ?? name?.firstName ?? '',
    last: master?.insuredLastName ?? name?.lastName ?? '',
  }
}

/** One plan or product there is to choose is chosen. */
export function effective(group: Group, given: Partial<Choice> | undefined, { institutions }: Choices): Choice {
  const institutionId = given?.institutionId ?? group.institutionId
  const own = institutions.find(({ id }) => id === institutionId)?.plans ?? []
  const named = institutionId === group.institutionId ? group.planId : null
  const asked = given?.planId ?? named ?? (own.length === 1 ? (own[0]?.id ?? null) : null)
  return {
    institutionId,
    planId: own.some(({ id }) => id === asked) ? asked : null,
    productId: given?.productId ?? group.productId,
  }
}

/** As far as it is entered: what is missing the server says. */
export function entryOf(line: number, { issueDate, face, basis, first, last }: Card, choice: Choice): Entry {
  const { institutionId, planId, productId } = choice
  return {
    line,
    institutionId: institutionId ?? 0,
    ...(planId === null ? {} : { planId }),
    ...(productId === null ? {} : { productId }),
    ...(issueDate === null ? {} : { issueDate }),
    ...(face === null ? {} : { faceAmountCents: face }),
    ...(basis === null ? {} : { costBasisCents: basis }),
    ...(first === '' ? {} : { insuredFirstName: first }),
    ...(last === '' ? {} : { insuredLastName: last }),
  }
}

const isComplete = ({ choice: _, ...card }: Card, choice: Choice): boolean =>
  [...Object.values(card), ...Object.values(choice)].every((value) => value !== null && value !== '')

/** Choices by line, so that those of a group stay while its first policy is added or left out. */
export interface Drafts {
  groups: Readonly<Record<number, Partial<Choice>>>
  cards: Readonly<Record<number, Card>>
  /** Refused by the server as entered; such a card waits until it is changed. */
  problems: Readonly<Record<number, string>>
}

export const choiceOf = (group: Group, line: number, { groups, cards }: Drafts, choices: Choices): Choice =>
  effective(group, { ...groups[line], ...cards[line]?.choice }, choices)

/** Policies that one step adds: the complete ones of each group, and cards that were completed. */
export function readyOf(groups: readonly Group[], drafts: Drafts, choices: Choices) {
  const told = groups.map((group) => {
    const [touched, others] = [
      group.lines.filter(({ line }) => drafts.cards[line] !== undefined),
      group.lines.filter(({ line }) => drafts.cards[line] === undefined),
    ]
    const entries = touched.flatMap(({ line }) => {
      const [card, choice] = [drafts.cards[line], choiceOf(group, line, drafts, choices)]
      return card && drafts.problems[line] === undefined && isComplete(card, choice) ? [entryOf(line, card, choice)] : []
    })
    const complete = others.filter(({ isComplete }) => isComplete).length
    const { institutionId, planId, productId } = effective(group, drafts.groups[group.line], choices)
    const chosen =
      complete === 0 || institutionId === null || planId === null || productId === null
        ? []
        : [{ line: group.line, policies: complete, institutionId, planId, productId }]
    return {
      entries,
      chosen,
      isUndecided: complete > 0 && chosen.length === 0,
      lacking: others.length - complete + touched.length - entries.length,
    }
  })
  const [singly, together] = [told.flatMap(({ entries }) => entries), told.flatMap(({ chosen }) => chosen)]
  return {
    policies: singly,
    groups: together,
    count: singly.length + together.reduce((sum, group) => sum + group.policies, 0),
    lacking: told.reduce((sum, group) => sum + group.lacking, 0),
    undecided: told.filter(({ isUndecided }) => isUndecided).length,
  }
}
