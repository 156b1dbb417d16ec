/** Asked before a file is posted: its values beside those of the month before, what is left out, and the warnings left open. */
import { countExceptions } from '@corridor/contract/auditing.ts'
import { getFile, listFiles, listFindings, listRows, postFile } from '@corridor/contract/data-feeds.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { FEED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { call } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { openOf } from '../../shared/exceptions/use-open-exceptions.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { TextArea } from '../../ui/fields/Field.tsx'
import { FileName } from '../../ui/fields/FileName.tsx'
import { DialogTable } from '../../ui/layout/DialogTable.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import feeds from './feeds.module.css'
import css from './PostDialog.module.css'
import { isReason, reasonHint } from './reason.ts'
import type { FileReply } from './statuses.ts'
import { missingWords } from './Totals.tsx'

type Preview = ReplyOf<typeof previewPosting>
type Month = Preview['months'][number]

const NAMED = 3
const BANKS_NAMED = 8

export function PostDialog({ file, onClose }: { file: FileReply; onClose: () => void }) {
  const preview = useEndpoint(previewPosting, { id: file.id })
  // Read here and not at the press: a query tells only of what was read while it was drawn.
  const { isFetching } = preview
  const maySeeExceptions = useCan(countExceptions.access)
  const [reason, setReason] = useState('')
  const post = useAction(postFile, { invalidates: [getFile, listFiles, listFindings, listRows, previewPosting], quiet: true })
  const needsReason = preview.data?.months.some(({ restated }) => restated > 0) || post.error?.fields.restatementReason !== undefined
  const [isReading, setIsReading] = useState(false)
  const [hasChanged, setHasChanged] = useState(false)
  const run = async () => {
    setHasChanged(false)
    // A press while the figures are being read again waits for them, and posts only if they are those that were seen.
    if (isFetching) {
      setIsReading(true)
      const { data } = await preview.refetch({ cancelRefetch: false })
      setIsReading(false)
      if (data !== preview.data) return setHasChanged(true)
    }
    const updatedAt = preview.data?.updatedAt
    const outcome = await post.run({
      id: file.id,
      ...(updatedAt === undefined ? {} : { updatedAt }),
      ...(reason.trim() ? { restatementReason: reason.trim() } : {}),
    })
    // Values posted meanwhile by somebody else make it a restatement: the server asks why.
    if (!outcome.ok && outcome.error.fields.restatementReason) return
    onClose()
    if (!outcome.ok) return toast.error(outcome.error)
    const { posted, unchanged, restated } = outcome.value
    // As the page counts them from now on; that it could not be asked is no reason to tell nothing of the posting.
    const exceptions = maySeeExceptions ? await call(countExceptions, { fileId: file.id }).then(openOf, () => 0) : 0
    toast.success(
      [
        `${counted(posted, 'value')} posted`,
        restated > 0 ? `${restated} restated` : '',
        unchanged > 0 ? `${unchanged} unchanged` : '',
        exceptions > 0 ? `${counted(exceptions, 'exception')} on its lines` : '',
      ]
        .filter(Boolean)
        .join(', ')
        .concat('.'),
    )
  }
  return (
    <ConfirmModal
      title={`Post to ${firstNamed(
        file.periods.map((period) => formatMonth(plainDate(period))),
        NAMED,
      )}?`}
      confirmLabel="Post"
      width={680}
      running={post.running || isReading}
      ready={preview.data !== undefined && (!needsReason || isReason(reason))}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <dl className={css.facts}>
        <dt>{file.carriers.length > 1 ? 'Carriers' : 'Carrier'}</dt>
        <dd>{file.carrierName ?? (firstNamed(file.carriers, NAMED) || 'Not known')}</dd>
        <dt>File</dt>
        <dd>
          <FileName name={file.fileName} />
        </dd>
      </dl>
      <Loaded query={preview} skeleton={<BlockSkeleton height={220} />}>
        {(data) => (
          <>
            {data.months.map((month) => (
              <MonthFigures key={month.period} month={month} />
            ))}
            <ul className={css.notes}>
              {data.months.flatMap((month) =>
                notesOf(month, data.months.length > 1).map((note) => <li key={`${month.period} ${note}`}>{note}</li>),
              )}
              {data.leftOut.map((part) => (
                <li key={part.part}>
                  {counted(part.rows, 'row')} {LEFT_OUT[part.part](part.rows === 1)}
                  {amountsOf(part)}.
                </li>
              ))}
              <Warnings preview={data} />
              <li>Reports already made keep their values.</li>
              <li>Whoever posts values of a month cannot sign off its audits.</li>
            </ul>
          </>
        )}
      </Loaded>
      {needsReason ? (
        <TextArea
          label="Why are values restated?"
          hint={reasonHint(reason, post.error?.message)}
          required
          rows={2}
          value={reason}
          onChange={setReason}
          error={post.error?.fields.restatementReason}
        />
      ) : null}
      {hasChanged ? (
        <p role="alert" className={css.changed}>
          The figures changed while this was open, and nothing was posted. Check them, then press Post again.
        </p>
      ) : null}
    </ConfirmModal>
  )
}

function MonthFigures({ month }: { month: Month }) {
  const { period, priorPeriod, values, prior } = month
  const labels = { before: nameOf(priorPeriod), now: nameOf(period) }
  const same = sameOf(month)
  return (
    <div className={css.figures}>
      <DialogTable label={`Values of ${labels.now} beside ${labels.before}`}>
        <thead>
          <tr>
            <td />
            <th scope="col">{labels.before}</th>
            <th scope="col">{labels.now}</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          <Figures label="Policies" labels={labels} prior={prior} values={values} of="policies" format={formatCount} />
          <Figures label="Cash surrender value" labels={labels} prior={prior} values={values} of="cashSurrenderValueCents" format={money} />
          {same ? <Figures {...same} labels={labels} of="cashSurrenderValueCents" format={money} isPart /> : null}
          <Figures label="Death benefit" labels={labels} prior={prior} values={values} of="deathBenefitCents" format={money} />
          {same ? <Figures {...same} labels={labels} of="deathBenefitCents" format={money} isPart /> : null}
        </tbody>
      </DialogTable>
    </div>
  )
}

interface FiguresProps {
  label: string
  /** The months above the columns; on a phone beside each figure. */
  labels: { before: string; now: string }
  prior: Month['prior']
  values: Month['values']
  of: keyof Month['values']
  format: (figure: number) => string
  /** A part of the line above it. */
  isPart?: boolean
}

/** Policies valued in both months, where others come or go: what they alone gained is not read off the totals. Nothing where all are, or none. */
function sameOf({ values, added, prior, missing }: Month): Pick<FiguresProps, 'label' | 'prior' | 'values'> | null {
  const now = without(values, added)
  if (now.policies === 0 || added.policies + missing.policies === 0) return null
  return { label: `Same ${counted(now.policies, 'policy')}`, prior: without(prior, missing), values: now }
}
const without = (all: Month['values'], part: Month['values']): Month['values'] => ({
  policies: all.policies - part.policies,
  cashSurrenderValueCents: all.cashSurrenderValueCents - part.cashSurrenderValueCents,
  deathBenefitCents: all.deathBenefitCents - part.deathBenefitCents,
})

/** A month before in which nothing was posted has no figures: zero would be one. */
function Figures({ label, labels, prior, values, of, format, isPart = false }: FiguresProps) {
  const [before, now] = [prior[of], values[of]]
  const isKnown = prior.policies > 0
  return (
    <tr data-part={isPart || undefined}>
      <th scope="row">{label}</th>
      <td data-label={labels.before}>{isKnown ? format(before) : MISSING}</td>
      <td data-label={labels.now}>{format(now)}</td>
      <td data-label="Change">
        {isKnown ? signed(now - before, format) : MISSING}
        {isKnown && of !== 'policies' && before !== 0 ? (
          <small>{signed((now - before) / Math.abs(before), (change) => formatPercent(change))}</small>
        ) : null}
      </td>
    </tr>
  )
}

/** Policies of the carrier that get no value from this file and have none yet, by institution; nothing where none are. */
const waitingOf = ({ period, carriers }: Month): string[] =>
  carriers.flatMap(({ carrierName, policies, inFile, posted, waiting }) => {
    if (waiting.length === 0) return []
    const count = waiting.reduce((sum, each) => sum + each.policies, 0)
    const banks = waiting.map((each) => `${each.institutionName} ${formatCount(each.policies)}`)
    return [
      `${formatCount(inFile)} of ${carrierName}’s ${counted(policies, 'policy')} ${inFile === 1 ? 'has' : 'have'} a value in this file; ${posted > 0 ? `${formatCount(posted)} ${posted === 1 ? 'has' : 'have'} a posted value already, and ` : ''}${formatCount(count)} ${count === 1 ? 'has' : 'have'} no value for ${nameOf(period)} yet: ${firstNamed(banks, BANKS_NAMED)}.`,
    ]
  })

function notesOf(month: Month, isOneOfMany: boolean): string[] {
  const { period, priorPeriod, prior, added, missing, restated, unchanged } = month
  const of = isOneOfMany ? `${nameOf(period)}: ` : ''
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  return [
    ...(prior.policies === 0
      ? [`Nothing was posted for ${nameOf(priorPeriod)} of these institutions and this carrier.`]
      : [
          ...(added.policies > 0
            ? [
                `${counted(added.policies, 'policy')} ${are(added.policies)} without a value for ${nameOf(priorPeriod)} (${money(added.cashSurrenderValueCents)} now).`,
              ]
            : []),
          ...(missing.policies > 0
            ? [
                `${counted(missing.policies, 'policy')} with a value for ${nameOf(priorPeriod)} (${money(missing.cashSurrenderValueCents)}) ${missing.policies === 1 ? 'gets' : 'get'} none from this file.`,
              ]
            : []),
        ]),
    ...(restated > 0 ? [`${counted(restated, 'value')} that ${are(restated)} already posted will change.`] : []),
    ...(unchanged > 0
      ? [`${counted(unchanged, 'value')} ${are(unchanged)} already posted and ${unchanged === 1 ? 'stays' : 'stay'} the same.`]
      : []),
  ]
    .map((note) => `${of}${note}`)
    .concat(waitingOf(month))
}

function Warnings({ preview: { openWarnings, largestWarning } }: { preview: Preview }) {
  if (openWarnings === 0) return <li>No warnings are left open.</li>
  return (
    <li>
      {counted(openWarnings, 'warning')} {openWarnings === 1 ? 'stays' : 'stay'} open and on record
      {largestWarning ? (
        <>
          {openWarnings === 1 ? ': ' : '; for example: '}
          <strong>{largestWarning.ruleTitle}</strong>
          {largestWarning.lineNumber === null ? '' : `, ${lineOfFile(largestWarning)}`}
          {largestWarning.policyNumber === null ? null : (
            <>
              , policy <span className={feeds.number}>{largestWarning.policyNumber}</span>
            </>
          )}
          {largestWarning.institutionName === null ? '' : `, ${largestWarning.institutionName}`}
          {`. ${largestWarning.message}`}
        </>
      ) : (
        '.'
      )}
    </li>
  )
}

/** " (cash surrender value $84,275.33, death benefit missing or unreadable)"; a sum of other rows says how many it lacks. */
function amountsOf(part: Preview['leftOut'][number]): string {
  const said = (['cashSurrenderValue', 'deathBenefit'] as const).flatMap((field) => {
    const [amount, missing] = [part[`${field}Cents`], part[`${field}Missing`]]
    const label = FEED_FIELDS[field].label.toLowerCase()
    if (missing === part.rows) return [`${label} missing or unreadable`]
    if (missing > 0) return [`${label} ${money(amount)}, ${missingWords(missing)}`]
    return amount === 0 ? [] : [`${label} ${money(amount)}`]
  })
  return said.length > 0 ? ` (${said.join('; ')})` : ''
}

const LEFT_OUT: Record<Preview['leftOut'][number]['part'], (isOne: boolean) => string> = {
  posted: (isOne) => (isOne ? 'is posted' : 'are posted'),
  rejected: (isOne) => (isOne ? 'is excluded' : 'are excluded'),
  unsettled: (isOne) => (isOne ? 'is not resolved' : 'are not resolved'),
  ended: (isOne) => `${isOne ? 'is' : 'are'} left out, of ${isOne ? 'a terminated policy' : 'terminated policies'}`,
  incomplete: (isOne) => `${isOne ? 'is' : 'are'} left out for lack of a cash surrender value or death benefit`,
}
const nameOf = (period: string): string => formatMonth(plainDate(period))
const money = (amount: number): string => formatMoney(cents(amount))
const signed = (change: number, format: (change: number) => string): string => `${change > 0 ? '+' : ''}${format(change)}`
