/** The one thing to do next with a file, said in a sentence, with its button. */

import { countExceptions } from '@corridor/contract/auditing.ts'
import { getFile, listFiles, listFindings, listRows, postFile } from '@corridor/contract/data-feeds.ts'
import { checkFileAgain } from '@corridor/contract/feed-lines.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import { unlockPeriod } from '@corridor/contract/period-locks.ts'
import { FEED_FIELDS, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { placeOf } from '../../shared/exceptions/ExceptionCounts.tsx'
import { openOf } from '../../shared/exceptions/use-open-exceptions.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { formatDay } from '../../ui/formats.ts'
import { NextStepBand, type NextStepProps } from '../../ui/layout/NextStepBand.tsx'
import css from './feeds.module.css'
import type { MappingDraft, SavingMapping } from './mapping-draft.ts'
import { PostDialog } from './PostDialog.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen, isWorking } from './statuses.ts'
import { UnlockFile } from './UnlockFile.tsx'

interface FileStepProps {
  file: FileReply
  /** Columns that are chosen and not saved. */
  unsaved?: { draft: MappingDraft; saving: SavingMapping }
}

export function NextStep({ file, unsaved }: FileStepProps) {
  const mayPost = useCan(postFile.access)
  const mayUnlock = useCan(unlockPeriod.access)
  const [asking, setAsking] = useState(false)
  const again = useAction(checkFileAgain, {
    invalidates: [getFile, listFiles, listFindings, listRows],
    success: 'The file was checked again.',
  })
  const checkAgain = mayPost ? (
    <Button variant="default" loading={again.running} onClick={() => void again.run({ id: file.id, updatedAt: file.updatedAt })}>
      Check again
    </Button>
  ) : undefined

  if (file.failure) return <Step tone="bad" title="The file could not be read" text={file.failure} />
  if (file.needsPassword && isOpen(file)) return <UnlockFile file={file} />
  if (isWorking(file)) return <Step tone="note" title="Being read and checked" text="This page shows the result as soon as it is there." />
  if (file.status === 'REJECTED') return <Discarded file={file} />
  if (file.status === 'POSTED') return <Posted file={file} />
  if (unsaved)
    return (
      <Step
        tone="note"
        title="Columns chosen, not saved yet"
        text="Nothing is read by your choice before you save it. The file is then read and checked again."
        action={
          <Button loading={unsaved.saving.saving} onClick={() => void unsaved.saving.save(file, unsaved.draft)}>
            Save and check again
          </Button>
        }
      />
    )
  if (file.fixedWidth && file.missingFields.includes('policyNumber'))
    return (
      <Step
        tone="bad"
        title="The layout of the file is not known"
        text="Its columns stand at fixed positions, without separators. Say under Layout where each begins and what it holds. The file is then read again, and the layout is kept for this carrier."
        action={
          <OpenPart file={file} part="layout">
            Open layout
          </OpenPart>
        }
      />
    )
  if (file.missingFields.length > 0)
    return (
      <Step
        tone="bad"
        title={`Not found in the file: ${file.missingFields.map((name) => (isFeedField(name) ? FEED_FIELDS[name].label.toLowerCase() : name)).join(', ')}`}
        text="Choose the column under Column mapping, or set a default for the whole file. The file is then read again, and the choice is kept for this carrier."
        action={
          <OpenPart file={file} part="mapping">
            Open column mapping
          </OpenPart>
        }
      />
    )
  if (file.lockedMonths.length > 0)
    return (
      <Step
        tone="bad"
        title={`${listed(file.lockedMonths.map((month) => formatMonth(plainDate(month))))} ${file.lockedMonths.length > 1 ? 'are' : 'is'} locked`}
        text={`Rows of this file would change ${file.lockedMonths.length > 1 ? 'them' : 'it'}, so nothing can be posted. ${mayUnlock ? 'Unlock' : 'A manager can unlock'} ${file.lockedMonths.length > 1 ? 'the months' : 'the month'} first on the month-end close, with a reason, or exclude those rows.`}
        action={
          <div className={css.selection}>
            {checkAgain}
            <LinkButton variant="default" to={paths.staffDashboard(file.lockedMonths[0])}>
              Open the month-end close
            </LinkButton>
          </div>
        }
      />
    )
  if (file.openErrors > 0)
    return (
      <Step
        tone="bad"
        title={file.openErrors === 1 ? 'One error is open' : `${file.openErrors.toLocaleString('en-US')} errors are open`}
        text={`Nothing can be posted until ${file.openErrors === 1 ? 'it' : 'each'} is fixed: correct the columns or the line, add a new policy to the register, or exclude the row with a reason. To accept a policy that is missing from the file, select its finding and give a reason.`}
        action={
          file.newPolicies > 0 ? (
            <div className={css.selection}>
              {checkAgain}
              <OpenPart file={file} part="new">
                {file.newPolicies === 1 ? 'Open the new policy' : `Open ${file.newPolicies.toLocaleString('en-US')} new policies`}
              </OpenPart>
            </div>
          ) : (
            checkAgain
          )
        }
      />
    )
  const rowsToPost = file.parts.find(({ part }) => part === 'posted')?.rows ?? 0
  return (
    <>
      <Step
        tone="note"
        title="Ready to post"
        text={`${rowsToPost === 1 ? 'One row becomes a valuation' : `${rowsToPost.toLocaleString('en-US')} rows become valuations, all at once`}${file.openWarnings > 0 ? `; ${file.openWarnings === 1 ? 'one warning stays' : `${file.openWarnings.toLocaleString('en-US')} warnings stay`} on record` : ''}.`}
        action={
          mayPost ? (
            <div className={css.selection}>
              {checkAgain}
              <Button
                variant="accent"
                onClick={() => {
                  // Rows may have been decided on since it was last opened: the figures are asked for anew.
                  void invalidate(previewPosting)
                  setAsking(true)
                }}
              >
                Post
              </Button>
            </div>
          ) : undefined
        }
      />
      {asking ? <PostDialog file={file} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

const listed = (names: readonly string[]) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)

const search = { tab: optionalText }
const useOpenPart = () => useUrlSearch(search)[0].tab

/** New policies have a line of their own that stays in sight. */
function Step(step: NextStepProps) {
  return <NextStepBand label="Next step" isStatus isPinned={useOpenPart() !== 'new'} {...step} />
}

/** Nothing to press while that part of the file is open already. */
function OpenPart({ file, part, children }: { file: FileReply; part: string; children: ReactNode }) {
  return useOpenPart() === part ? null : (
    <LinkButton variant="default" to={`${paths.dataFeed(file.id)}?tab=${part}`}>
      {children}
    </LinkButton>
  )
}

function Discarded({ file: { discarded } }: { file: FileReply }) {
  const by = discarded?.by ? ` by ${discarded.by}` : ''
  return (
    <Step
      tone="quiet"
      title={`Discarded${discarded ? `${by} on ${formatDay(discarded.at)}` : ''}`}
      text={`Nothing from this file was posted.${discarded?.reason ? ` Reason: ${discarded.reason}` : ''}`}
    />
  )
}

/** The toast that counted the exceptions is soon gone: those on the file's lines stay told here until they are settled. */
function Posted({ file }: { file: FileReply }) {
  const exceptions = useEndpoint(countExceptions, { fileId: file.id }, { isQuiet: true, enabled: useCan(countExceptions.access) })
  const counts = exceptions.data?.records ?? []
  const open = exceptions.data ? openOf(exceptions.data) : 0
  return (
    <Step
      tone="good"
      title={`Posted${file.postedBy ? ` by ${file.postedBy}` : ''}${file.postedAt ? ` on ${formatDay(file.postedAt)}` : ''}`}
      text={`${postedText(file)}${open > 0 ? ` ${open === 1 ? '1 exception on its lines is' : `${open.toLocaleString('en-US')} exceptions on its lines are`} open.` : ''}`}
      action={
        <>
          {open > 0 ? (
            <LinkButton variant="default" to={placeOf(counts, `${paths.dataFeed(file.id)}?tab=exceptions`)}>
              {open === 1 ? 'Review the exception' : 'Review exceptions'}
            </LinkButton>
          ) : null}
          {file.period ? (
            <LinkButton to={paths.generateReports('AssetReport', file.period, file.id)}>
              Generate {formatMonth(plainDate(file.period))}
            </LinkButton>
          ) : null}
        </>
      }
    />
  )
}

/** Rows of policies that have ended carry no value into the book; those excluded carry none either. */
function postedText({ parts }: FileReply): string {
  const count = (wanted: string) => parts.find(({ part }) => part === wanted)?.rows ?? 0
  const [posted, rejected, ended] = [count('posted'), count('rejected'), count('ended')]
  const told = (rows: number, one: string, more: string) =>
    rows === 0 ? '' : rows === 1 ? `, one ${one}` : `, ${rows.toLocaleString('en-US')} ${more}`
  return `${posted === 1 ? 'One row is' : `${posted.toLocaleString('en-US')} rows are`} in the register${told(rejected, 'was excluded', 'were excluded')}${told(ended, 'is for a terminated policy', 'are for terminated policies')}.`
}
