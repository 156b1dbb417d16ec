/** Columns chosen and not saved yet: kept while other parts of the file are looked at, saved from beside the columns or from the next step. */
import { getFile, listFiles, listFindings, listRows, setMapping } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import type { ColumnForm } from '@corridor/domain/data-feeds/cell-values.ts'
import { type FeedField, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { useAction } from '../../kernel/use-action.ts'
import type { FileReply } from './statuses.ts'

/** Choices that are not saved; all else is as the file has it. */
export interface MappingDraft {
  mapping?: Record<string, FeedField | null>
  /** By header, how its dates or rates are written. */
  forms?: Record<string, ColumnForm>
  carrierCode?: string
  period?: string
  /** Left out: the choice is kept for the carrier's next files. */
  keep?: boolean
}

export const isChanged = (file: FileReply, draft: MappingDraft): boolean =>
  Object.entries(draft.mapping ?? {}).some(([header, field]) => field !== (file.mapping[header] ?? null)) ||
  // A form that nobody has said yet is a choice even where the file was read so.
  Object.entries(draft.forms ?? {}).some(([header, form]) => file.forms[header]?.by !== 'given' || file.forms[header].form !== form) ||
  (draft.carrierCode ?? file.carrierCode ?? '') !== (file.carrierCode ?? '') ||
  (draft.period ?? file.period ?? '') !== (file.period ?? '')

/** The file's mapping with what is chosen now. */
export const mappingOf = (file: FileReply, draft: MappingDraft): Record<string, FeedField | null> => ({
  ...Object.fromEntries(Object.entries(file.mapping).map(([header, name]) => [header, name !== null && isFeedField(name) ? name : null])),
  ...draft.mapping,
})

export interface SavingMapping {
  saving: boolean
  save: (file: FileReply, draft: MappingDraft) => Promise<void>
}

export function useSaveMapping(onSaved: () => void): SavingMapping {
  const action = useAction(setMapping, {
    invalidates: [getFile, listFindings, listRows, listFiles, listMappingProposals],
    success: 'Saved! The file was checked again.',
  })
  return {
    saving: action.running,
    save: async (file, draft) => {
      // Fields that nobody chose here stay as at the upload.
      const outcome = await action.run({
        id: file.id,
        mapping: mappingOf(file, draft),
        ...(draft.forms === undefined ? {} : { forms: draft.forms }),
        updatedAt: file.updatedAt,
        keep: draft.keep ?? true,
        ...(draft.carrierCode === undefined ? {} : { carrierCode: draft.carrierCode || null }),
        ...(draft.period === undefined ? {} : { period: draft.period || null }),
      })
      if (outcome.ok) onSaved()
    },
  }
}
