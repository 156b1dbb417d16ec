/** The layout of a file without separators: where each column stands and what it holds, with a ruler over the file's own lines. */
import { getFile, listCarriersForFeeds, listFiles, listFindings, listRows } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { getFileLayout, setFileLayout } from '@corridor/contract/feed-layouts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'

import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/fields/Field.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './Layout.module.css'
import { LayoutColumns } from './LayoutColumns.tsx'
import { LayoutRuler } from './LayoutRuler.tsx'
import { draftOf, type LayoutDraft, lineTellerOf, readDraft } from './layout-draft.ts'
import { mappingOf } from './mapping-draft.ts'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

type LayoutReply = ReplyOf<typeof getFileLayout>

interface LayoutProps {
  file: FileReply
  /** Null: as the file has it. Kept while other parts of the file are looked at. */
  draft: LayoutDraft | null
  onDraft: (draft: LayoutDraft | null) => void
}

export function Layout(props: LayoutProps) {
  const query = useEndpoint(getFileLayout, { id: props.file.id })
  return <Loaded query={query}>{(reply) => <Editor {...props} reply={reply} />}</Loaded>
}

const keptWords = ({ kept }: LayoutReply): string =>
  kept ? `Version ${kept.version}, kept for this carrier${kept.by ? ` by ${kept.by}` : ''} on ${formatDay(kept.at)}.` : ''

function Editor({ file, draft: typed, onDraft: setDraft, reply }: LayoutProps & { reply: LayoutReply }) {
  const mayChange = useCan(setFileLayout.access) && isOpen(file) && reply.lines !== null
  const draft = typed ?? draftOf(reply.layout, mappingOf(file, {}))
  const [keep, setKeep] = useState(true)
  const [carrierCode, setCarrierCode] = useState('')
  const carriers = useEndpoint(listCarriersForFeeds, {}, { enabled: mayChange && file.carriers.length === 0 && file.carrierCode === null })
  const save = useAction(setFileLayout, {
    invalidates: [getFile, listFindings, listRows, listFiles, listMappingProposals, getFileLayout],
    success: 'Saved! The file was checked again by the layout.',
    quiet: true,
  })
  const read = readDraft(draft)
  const errors = save.error?.fields ?? {}
  const lines = reply.lines ?? []
  return (
    <Panel
      title="Positions of the columns"
      note={keptWords(reply) || 'The file has no separators: a layout says at which positions its columns stand.'}
      footer={
        mayChange ? (
          <div className={css.footer}>
            <Checkbox label="Keep for this carrier’s next files" checked={keep} onChange={setKeep} />
            <Button
              loading={save.running}
              disabled={typed === null || read === null}
              onClick={async () => {
                if (read === null) return
                const outcome = await save.run({
                  id: file.id,
                  ...read,
                  keep,
                  updatedAt: file.updatedAt,
                  ...(carrierCode === '' ? {} : { carrierCode }),
                })
                if (outcome.ok) setDraft(null)
              }}
            >
              Save and check again
            </Button>
          </div>
        ) : undefined
      }
    >
      {reply.lines === null ? (
        <p className={css.refused}>
          A line of the file may hold dates of birth and the like. Seeing the lines and describing their layout requires the right to change
          institutions.
        </p>
      ) : (
        <LayoutRuler lines={lines} draft={draft} />
      )}
      {mayChange && file.carriers.length === 0 && file.carrierCode === null ? (
        <div className={css.around}>
          <SelectField
            label="Carrier of the whole file"
            value={carrierCode}
            error={errors.carrierCode}
            options={[
              { value: '', label: 'Choose the carrier' },
              ...(carriers.data?.records ?? []).map((carrier) => ({ value: carrier.code, label: carrier.name })),
            ]}
            onChange={setCarrierCode}
          />
        </div>
      ) : null}
      <div className={css.around}>
        <TextField
          label="Lines above the first policy"
          inputMode="numeric"
          disabled={!mayChange}
          value={draft.skipLines}
          error={errors.skipLines}
          onChange={(skipLines) => setDraft({ ...draft, skipLines })}
        />
        <TextField
          label="A policy begins with this text"
          hint="Such as D for detail records, or 1301 where a policy has several lines; blank when every line is a policy."
          disabled={!mayChange}
          value={draft.markText}
          error={errors['mark.text']}
          onChange={(markText) => setDraft({ ...draft, markText })}
        />
        <TextField
          label="At position"
          inputMode="numeric"
          disabled={!mayChange || draft.markText === ''}
          value={draft.markStart}
          error={errors['mark.start']}
          onChange={(markStart) => setDraft({ ...draft, markStart })}
        />
      </div>
      {mayChange && draft.columns.length === 0 && reply.guess.length > 1 ? (
        <div className={css.guess} role="status">
          <p>
            By the blanks between them the lines seem to have {reply.guess.length} columns. Take them as a start, name them, and divide
            those that stand side by side without a blank.
          </p>
          <Button
            size="xs"
            onClick={() => setDraft({ ...draft, columns: draftOf({ columns: reply.guess, skipLines: 0, mark: null }, {}).columns })}
          >
            Take {reply.guess.length} columns
          </Button>
        </div>
      ) : null}
      <LayoutColumns
        columns={draft.columns}
        lines={lines.slice(Number(draft.skipLines) || 0)}
        lineOf={lineTellerOf(draft)}
        hasLines={draft.markText !== ''}
        mayChange={mayChange}
        errors={errors}
        onChange={(columns) => setDraft({ ...draft, columns })}
      />
      {save.error && Object.keys(errors).length === 0 ? <p className={css.failure}>{save.error.message}</p> : null}
    </Panel>
  )
}
