/** Conditions of a menu before it is published; the builder marks the faults, the server refuses them. */
import {
  holdsFiles,
  ITEM_TYPES,
  type ItemType,
  linkOf,
  MENU_ITEMS_MOST,
  MENU_LABEL_LONGEST,
  type MenuItem,
  mayHold,
  VENDOR_CARRIER,
} from './items.ts'
import { buildMenu, MENU_DEPTH } from './visibility.ts'

export interface MenuFault {
  /** 0 is the menu itself. */
  id: number
  field: 'Label' | 'ItemType' | 'IconType' | 'ReportCode' | 'Route' | 'carrierCode' | 'ParentId' | 'Id' | 'items'
  message: string
  /** Still to be written: a draft may lack it. */
  unfinished?: true
}

/**
 * Faults that keep a menu from being published, each with its item and field.
 * @param known report types and carriers that exist
 */
export function checkMenu(
  items: readonly MenuItem[],
  known: { reportCodes: readonly string[]; carrierCodes: readonly string[] },
): MenuFault[] {
  const whole: MenuFault[] = []
  if (items.length === 0) whole.push({ id: 0, field: 'items', message: 'A menu has at least one item.', unfinished: true })
  if (items.length > MENU_ITEMS_MOST)
    whole.push({ id: 0, field: 'items', message: `A menu has at most ${MENU_ITEMS_MOST} items; this one has ${items.length}.` })
  const { left, levels } = buildMenu(items)
  const misplaced = left.map(
    ({ item, why }): MenuFault => ({ id: item.Id, field: why === 'duplicate' ? 'Id' : 'ParentId', message: MISPLACED[why] }),
  )
  const types = new Map(items.map((item) => [item.Id, item.ItemType]))
  return [...whole, ...misplaced, ...items.flatMap((item) => faultsOf(item, known, levels.get(item.Id) ?? 1, types.get(item.ParentId)))]
}

const MISPLACED = {
  duplicate: 'Another item has this number.',
  orphan: 'Its parent item was removed. Move it or remove it.',
  cycle: 'It is inside itself. Move it out.',
  depth: `A menu has at most ${MENU_DEPTH} levels. Move it out.`,
} as const

function faultsOf(
  item: MenuItem,
  known: { reportCodes: readonly string[]; carrierCodes: readonly string[] },
  level: number,
  parentType: ItemType | undefined,
): MenuFault[] {
  const { Id: id, ItemType: type, ReportCode: code, Route: route, carrierCode, data } = item
  const faults: MenuFault[] = []
  const say = (field: MenuFault['field'], message: string) => faults.push({ id, field, message })
  const lacks = (field: MenuFault['field'], message: string) => faults.push({ id, field, message, unfinished: true })
  const label = data.Label.trim()
  if (label === '') lacks('Label', 'Enter the name that clients see.')
  else if (label.length > MENU_LABEL_LONGEST) say('Label', `A name has at most ${MENU_LABEL_LONGEST} characters.`)
  if (data.ItemType !== type) say('ItemType', 'Choose one kind of item.')
  if (holdsFiles(type)) {
    if (code === null) lacks('ReportCode', 'Choose the report type it shows.')
    else if (!known.reportCodes.includes(code)) say('ReportCode', `There is no report type ${code}.`)
  } else if (code !== null && !known.reportCodes.includes(code)) say('ReportCode', `There is no report type ${code}.`)
  if (type === ITEM_TYPES.link && route === null) lacks('Route', 'Enter a web address, or a page such as /service-team.')
  if (route !== null && linkOf(route) === null) say('Route', 'Enter an address that begins with https://, http:// or one slash.')
  if (carrierCode !== null && type !== ITEM_TYPES.carrier) say('carrierCode', 'Only carrier documents name a carrier.')
  else if (carrierCode !== null && carrierCode !== VENDOR_CARRIER && !known.carrierCodes.includes(carrierCode))
    say('carrierCode', `There is no carrier ${carrierCode}.`)
  if (parentType !== undefined && !mayHold(parentType)) say('ParentId', 'Only groups and reports hold other items. Move it out.')
  if (type === ITEM_TYPES.carrier && carrierCode === null && level >= MENU_DEPTH)
    say('ParentId', `Its carriers would be on level ${MENU_DEPTH + 1} of ${MENU_DEPTH}. Move it out, or choose one carrier.`)
  return faults
}
