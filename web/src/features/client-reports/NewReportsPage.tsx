/** Uploading reports: up to 500 files dropped at once, each read by its name or by what is chosen beside it, checked before a byte is sent, then stored one by one. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { type CheckedName, checkReportNames, finishReportBatch, reportChoices, reports } from '@corridor/contract/report-records.ts'
import { MAX_UPLOAD_BYTES } from '@corridor/contract/uploads.ts'
import { ACCEPTED_EXTENSIONS } from '@corridor/domain/files/accepted-kinds.ts'
import { refusalByName } from '@corridor/domain/files/name-and-size-checks.ts'
import { parseReportFileName } from '@corridor/domain/files/report-file-names.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { type ReactNode, useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { isRefused, type UploadItem, useUploadQueue } from '../../kernel/upload.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { UploadList, UploadTotals } from '../../ui/fields/UploadList.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { LeaveQuestion } from '../../ui/overlays/LeaveQuestion.tsx'
import { type Choices, InstitutionPart, missingWords, PartsForAll, TypePart, useChosenParts, YearPart } from './chosen-parts.tsx'
import css from './NewReportsPage.module.css'
import { NAME_RULE } from './report-fields.tsx'

type Item = UploadItem<{ id: number }>
/** Files of one drop. */
const MOST = 500
const THIS_YEAR = new Date().getFullYear()

export function NewReportsPage() {
  const [uploadBatch, setUploadBatch] = useState(() => crypto.randomUUID())
  const [tooMany, setTooMany] = useState(0)
  const [told, setTold] = useState(0)
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const types = useEndpoint(reportChoices, {}).data?.types ?? []
  const choices: Choices = { institutions: institutions.filter(({ active }) => active), types }
  const parts = useChosenParts(choices)
  const finish = useAction(finishReportBatch, { quiet: true })
  /** A failed mail may be tried again, a waiting one be sent: all of it belongs to one mail. */
  const tellWhenDone = async (now: readonly Item[]) => {
    const problems = problemsOf(now, checked, parts)
    const open = now.some((item) => (item.status === 'waiting' && !problems.has(item.id)) || (item.status === 'failed' && !isRefused(item)))
    const kept = now.filter(isStored).length
    if (open || kept <= told) return
    setTold(kept)
    setUploadBatch(crypto.randomUUID())
    const outcome = await finish.run({ uploadBatch })
    await invalidate(reports.endpoints.list, reportChoices)
    // Should this be lost, the server tells them a few minutes later.
    if (outcome.ok && outcome.value.mails > 0)
      toast.info(
        `The institutions are notified by ${outcome.value.mails.toLocaleString('en-US')} ${outcome.value.mails === 1 ? 'email' : 'emails'}.`,
      )
  }
  const queue = useUploadQueue({
    endpoint: reports.endpoints.create,
    purpose: 'CLIENT_REPORT',
    inputOf: () => ({}),
    fieldsOf: () => ({ uploadBatch }),
    onIdle: (now) => void tellWhenDone(now),
  })
  const { items } = queue
  const remove = (ids: readonly number[]) => {
    queue.remove(ids)
    if (!sending) void tellWhenDone(items.filter(({ id }) => !ids.includes(id)))
  }
  const names = [...new Set(items.map(parts.nameOf))]
  const check = useEndpoint(checkReportNames, { fileNames: names }, { enabled: names.length > 0 })
  const checked = new Map(check.data?.records.map((record) => [record.fileName, record]))
  const problems = problemsOf(items, checked, parts)
  const waiting = items.filter(({ status }) => status === 'waiting')
  const ready = waiting.filter((item) => !problems.has(item.id) && checked.has(parts.nameOf(item)))
  const refused = items.filter(isRefused)
  const failed = items.filter((item) => item.status === 'failed' && !isRefused(item))
  const sending = items.some(({ status }) => status === 'sending')
  const waitsForCheck = waiting.some((item) => !problems.has(item.id) && !checked.has(parts.nameOf(item)))

  const stored = items.filter(isStored).length

  const add = (files: File[]) => {
    const room = MOST - items.length
    setTooMany(Math.max(0, files.length - room))
    queue.add(files.slice(0, Math.max(0, room)))
  }
  const upload = () => {
    for (const item of ready) if (parts.nameOf(item) !== item.name) queue.rename(item.id, parts.nameOf(item))
    queue.start(ready.map(({ id }) => id))
  }
  const rename = (id: number, name: string) => {
    parts.forget(id)
    queue.rename(id, name)
  }
  // A file that only lacks a choice is none to be rid of, until the others are stored.
  const isBad = (item: Item) => problems.has(item.id) && (stored > 0 || missingWords(parts.partsOf(item)) === null)
  const bad = [...waiting.filter(isBad), ...refused].map(({ id }) => id)
  return (
    <>
      <LeaveWarning sending={sending} />
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Client Reports', to: paths.clientReports() }]} />}
        title="Upload reports"
        note="Each institution sees its reports at once, and its people get one email for all of them."
      />
      <div className={css.stack}>
        <Panel>
          <FileDrop
            label={items.length === 0 ? `Drop up to ${MOST} files here` : 'Drop more files here'}
            accept={ACCEPTED_EXTENSIONS}
            maxBytes={MAX_UPLOAD_BYTES}
            multiple
            takesAll
            onFiles={add}
          />
          <p className={css.rule}>
            Choose institution, type and year for each file or for all of them. A file named <code>{NAME_RULE}</code>, for example{' '}
            <code>7-APA-26-Annual_Plan_Analysis.pdf</code>, has them filled in.
          </p>
          {tooMany > 0 ? (
            <p role="alert" className={css.alert}>
              {tooMany.toLocaleString('en-US')} {tooMany === 1 ? 'file was' : 'files were'} left out: you can upload up to {MOST} at a time.
              Upload these first.
            </p>
          ) : null}
        </Panel>
        {items.length === 0 ? null : (
          <Panel
            flush
            title="Files"
            note={<UploadTotals items={items} />}
            actions={
              <>
                {bad.length > 0 ? (
                  <Button size="xs" variant="default" onClick={() => remove(bad)}>
                    Remove {counted(bad.length, 'file')} that cannot be stored
                  </Button>
                ) : null}
                {failed.length > 0 ? (
                  <Button size="xs" variant="default" onClick={() => queue.retry(failed.map(({ id }) => id))}>
                    Try {counted(failed.length, 'file')} again
                  </Button>
                ) : null}
                {sending ? (
                  <Button size="xs" variant="default" onClick={queue.stop}>
                    Stop
                  </Button>
                ) : ready.length > 0 || waitsForCheck ? (
                  <Button loading={waitsForCheck && check.isFetching} disabled={ready.length === 0} onClick={upload}>
                    Upload {counted(ready.length, 'file')}
                  </Button>
                ) : stored > 0 ? (
                  <LinkButton to={paths.clientReports()}>See client reports</LinkButton>
                ) : null}
              </>
            }
          >
            {check.error ? (
              <p role="alert" className={css.failed}>
                The names could not be checked: {check.error.message}{' '}
                <Button size="xs" variant="default" onClick={() => void check.refetch()}>
                  Check again
                </Button>
              </p>
            ) : null}
            {waiting.length > 1 && !sending ? (
              <PartsForAll
                count={waiting.length}
                choices={choices}
                onApply={(given) =>
                  parts.choose(
                    waiting.map(({ id }) => id),
                    given,
                  )
                }
              />
            ) : null}
            <UploadList
              label="Files to upload"
              items={items}
              columns={columnsFor(checked, choices, parts)}
              problemOf={(item) => problems.get(item.id)}
              noteOf={(item) =>
                checked.get(parts.nameOf(item))?.inTrash ? 'A report with this name is in the trash and stays there.' : undefined
              }
              onRename={rename}
              onRemove={remove}
              onRetry={queue.retry}
              storedAs={({ name, reply }) => (reply ? <Link to={paths.report(reply.id)}>{name}</Link> : null)}
            />
          </Panel>
        )}
      </div>
    </>
  )
}

const isStored = ({ status }: Item) => status === 'stored'

/** Choices for a file that waits; for the others the meaning of their names, in words as soon as the server has told. */
const columnsFor = (
  checked: ReadonlyMap<string, CheckedName>,
  choices: Choices,
  { partsOf, choose }: ReturnType<typeof useChosenParts>,
) => {
  const said = (item: Item) => {
    const parsed = parseReportFileName(item.name, THIS_YEAR)
    return 'message' in parsed ? undefined : { ...parsed, ...pick(checked.get(item.name)) }
  }
  const given = (item: Item) => ({
    of: item.name,
    parts: partsOf(item),
    choices,
    onChoose: (parts: Parameters<typeof choose>[1]) => choose([item.id], parts),
  })
  const cell =
    (Part: typeof InstitutionPart | typeof TypePart | typeof YearPart, words: (read: NonNullable<ReturnType<typeof said>>) => ReactNode) =>
    (item: Item) => {
      if (item.status === 'waiting') return <Part {...given(item)} />
      const read = said(item)
      return read ? words(read) : MISSING
    }
  return [
    {
      key: 'institution',
      header: 'Institution',
      width: 215,
      cell: cell(InstitutionPart, ({ institutionName, institutionId }) => institutionName ?? `Institution ${institutionId}`),
    },
    { key: 'type', header: 'Type', width: 180, cell: cell(TypePart, ({ typeName, typeCode }) => typeName ?? typeCode) },
    { key: 'year', header: 'Year', width: 88, cell: cell(YearPart, ({ year }) => year) },
  ]
}
const pick = (record: CheckedName | undefined) => ({ institutionName: record?.institutionName ?? null, typeName: record?.typeName ?? null })

/** By file that waits: why it cannot be sent. Of two of one name the later waits for another name. */
function problemsOf(
  items: readonly Item[],
  checked: ReadonlyMap<string, CheckedName>,
  { nameOf, partsOf }: ReturnType<typeof useChosenParts>,
): Map<number, string> {
  const problems = new Map<number, string>()
  const seen = new Set<string>()
  for (const item of items) {
    const name = nameOf(item)
    const key = name.toLowerCase()
    const repeated = seen.has(key)
    seen.add(key)
    if (item.status !== 'waiting') continue
    const parsed = parseReportFileName(name, THIS_YEAR)
    const refused = refusalByName(name, item.sizeBytes)
    const record = checked.get(name)
    const problem = refused
      ? refused.sentence
      : 'message' in parsed
        ? [parsed.message, missingWords(partsOf(item))].filter(Boolean).join(' ')
        : repeated
          ? 'Another file in this upload has the same name.'
          : record?.problem === 'repeated'
            ? undefined
            : record?.message?.replace(`${name}: `, '')
    if (problem) problems.set(item.id, problem)
  }
  return problems
}

const LeaveWarning = ({ sending }: { sending: boolean }) => (
  <LeaveQuestion blocks={() => sending} blocksClosing={() => sending} title="Leave while files are uploading?" confirmLabel="Leave">
    Files already stored are kept. The others are not uploaded; a large file resumes where it stopped if you choose it again within a day.
  </LeaveQuestion>
)
