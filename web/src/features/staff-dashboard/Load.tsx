/** The banks and carriers that each person looks after, with what is open of each; a manager gives one to another person by its menu, or by dragging it there. */

import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { assignOwners, closeBoard, closeLoad } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { compareNames } from '@corridor/domain/primitives/name-order.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import type { Board } from './close-statuses.ts'
import css from './Load.module.css'

type Person = ReplyOf<typeof closeLoad>['people'][number]
/** Open beside the institutions and carriers. */
type Waiting = Pick<Person, 'openExceptions' | 'openRequests' | 'overdue'>
/** A bank or a carrier, as it is given from one to another. */
interface Charge {
  key: string
  label: string
  /** Nothing is left to do of it this month. */
  isDone: boolean
  ownerId: number | null
  ids: { institutionIds: number[] } | { carrierCodes: string[] }
}
type Give = (charges: readonly Charge[], userId: number | null) => Promise<void>

/** Shown of one person until all are asked for. */
const MOST_SHOWN = 12

export function Load({ board }: { board: Board }) {
  const query = useEndpoint(closeLoad, {})
  const action = useAction(assignOwners, { invalidates: [closeBoard, closeLoad] })
  const list = useRef<HTMLUListElement>(null)
  const charges = chargesOf(board)
  const follow = useRef<{ key: string; userId: number | null }>(null)
  // Given away, a menu is drawn anew in another row: the keyboard, which lost it, follows it there.
  useEffect(() => {
    const moved = follow.current
    if (!moved || !chargesOf(board).some(({ key, ownerId }) => key === moved.key && ownerId === moved.userId)) return
    follow.current = null
    if (document.activeElement !== document.body) return
    ;(list.current?.querySelector<HTMLElement>(`[data-charge="${moved.key}"] button`) ?? list.current)?.focus()
  }, [board])
  const give = async (given: readonly Charge[], userId: number | null) => {
    const moved = given.filter(({ ownerId }) => ownerId !== userId)
    const [first] = moved
    if (!first) return
    follow.current = { key: first.key, userId }
    const outcome = await action.run({
      institutionIds: moved.flatMap(({ ids }) => ('institutionIds' in ids ? ids.institutionIds : [])),
      carrierCodes: moved.flatMap(({ ids }) => ('carrierCodes' in ids ? ids.carrierCodes : [])),
      userId,
    })
    if (!outcome.ok) return
    const to = query.data?.people.find(({ id }) => id === userId)?.name ?? 'nobody'
    toast.success(`${moved.length === 1 ? first.label : formatCount(moved.length)} given to ${to}.`)
  }
  return (
    <Panel
      title="Workload by person"
      note="Institutions and carriers that each person looks after. Drag one to another person, or choose the person in its menu. In gray: done for the month."
    >
      <Loaded query={query}>
        {({ people, unassigned }) =>
          people.length === 0 ? (
            <EmptyState title="No staff" why="No staff member is active on this site." />
          ) : (
            <ul ref={list} tabIndex={-1} className={css.people}>
              <PersonRow
                person={null}
                load={{ openExceptions: 0, ...unassigned }}
                people={people}
                charges={charges.filter(({ ownerId }) => ownerId === null)}
                onGive={give}
              />
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  load={person}
                  people={people}
                  charges={charges.filter(({ ownerId }) => ownerId === person.id)}
                  onGive={give}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function chargesOf({ banks, carriers }: Board): Charge[] {
  return [
    ...carriers.map(
      ({ carrierCode, name, status, ownerId }): Charge => ({
        key: `carrier ${carrierCode}`,
        label: `Files of ${name}`,
        isDone: status === 'posted',
        ownerId,
        ids: { carrierCodes: [carrierCode] },
      }),
    ),
    ...banks
      .toSorted((one, other) => compareNames(one.name, other.name))
      .map(
        ({ institutionId, name, status, ownerId }): Charge => ({
          key: `bank ${institutionId}`,
          label: name,
          isDone: status === 'released',
          ownerId,
          ids: { institutionIds: [institutionId] },
        }),
      ),
  ]
}

function PersonRow({
  person,
  load,
  people,
  charges,
  onGive,
}: {
  person: Person | null
  load: Waiting
  people: readonly Person[]
  charges: readonly Charge[]
  onGive: Give
}) {
  const row = useRef<HTMLLIElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const receive = useEffectEvent((charge: unknown) => {
    if (isCharge(charge)) void onGive([charge], person?.id ?? null)
  })
  useEffect(() => {
    const element = row.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => isCharge(source.data.charge),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false)
        receive(source.data.charge)
      },
    })
  }, [])
  const open = charges.filter(({ isDone }) => !isDone).length
  const shown = isWhole ? charges : charges.slice(0, MOST_SHOWN)
  return (
    <li ref={row} className={css.person} data-over={isOver || undefined}>
      <div className={css.facts}>
        <b>{person?.name ?? 'Unassigned'}</b>
        <span>
          {charges.length === 0
            ? person
              ? 'Nothing assigned'
              : 'No institution or carrier'
            : `${formatCount(charges.length)} assigned, ${formatCount(open)} open`}
          {waitingOf(load)}
          {load.overdue > 0 ? <em> ({formatCount(load.overdue)} overdue)</em> : null}
        </span>
        {charges.length > 1 ? (
          <Popover label={`Reassign all ${formatCount(charges.length)}`} align="left">
            {(close) => (
              <Choice
                people={people}
                ownerId={person?.id ?? null}
                onChoose={(userId) => {
                  close()
                  void onGive(charges, userId)
                }}
              />
            )}
          </Popover>
        ) : null}
      </div>
      <ul className={css.charges} aria-label={`Assigned to ${person?.name ?? 'no one'}`}>
        {shown.map((charge) => (
          <ChargeChip key={charge.key} charge={charge} people={people} onGive={onGive} />
        ))}
        {charges.length > MOST_SHOWN ? (
          <li>
            <Button size="xs" variant="subtle" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${formatCount(charges.length)}`}
            </Button>
          </li>
        ) : null}
      </ul>
    </li>
  )
}

const waitingOf = ({ openExceptions, openRequests }: Waiting): string =>
  [[openExceptions, 'exception', 'exceptions'] as const, [openRequests, 'service request', 'service requests'] as const]
    .flatMap(([count, one, many]) => (count === 0 ? [] : [`, ${formatCount(count)} ${count === 1 ? one : many}`]))
    .join('')

function ChargeChip({ charge, people, onGive }: { charge: Charge; people: readonly Person[]; onGive: Give }) {
  const chip = useRef<HTMLLIElement>(null)
  const dragged = useEffectEvent(() => ({ charge }))
  useEffect(() => {
    const element = chip.current
    return element ? draggable({ element, getInitialData: () => dragged() }) : undefined
  }, [])
  return (
    <li ref={chip} className={css.charge} data-charge={charge.key} data-done={charge.isDone || undefined}>
      <Popover label={charge.label} accessibleName={`Reassign ${charge.label}`} align="left">
        {(close) => (
          <Choice
            people={people}
            ownerId={charge.ownerId}
            onChoose={(userId) => {
              close()
              void onGive([charge], userId)
            }}
          />
        )}
      </Popover>
    </li>
  )
}

const NOBODY = 0

function Choice({
  people,
  ownerId,
  onChoose,
}: {
  people: readonly Person[]
  ownerId: number | null
  onChoose: (userId: number | null) => void
}) {
  return (
    <div className={css.choice}>
      <SearchableDropdown
        label="Assign to"
        options={[{ value: NOBODY, label: 'Unassigned' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        value={ownerId ?? NOBODY}
        onChange={(value) => {
          if (value !== null && value !== (ownerId ?? NOBODY)) onChoose(value === NOBODY ? null : value)
        }}
      />
    </div>
  )
}

const isCharge = (value: unknown): value is Charge =>
  typeof value === 'object' && value !== null && 'key' in value && 'ownerId' in value && 'ids' in value
