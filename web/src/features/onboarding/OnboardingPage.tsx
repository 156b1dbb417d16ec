/** Bringing a firm's whole book over: templates to fill in, files to upload, and the imports so far. */
import {
  addOnboardingFile,
  checkOnboarding,
  downloadTemplates,
  listOnboarding,
  ONBOARDING_FILE_BYTES,
  type OnboardingImport,
  startOnboarding,
} from '@corridor/contract/onboarding.ts'
import { IconDownload } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call, download, upload } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, linkColumn, momentColumn, personColumn, statusColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import css from './onboarding.module.css'
import { ONBOARDING_STATUS } from './statuses.ts'

const COLUMNS: Column<OnboardingImport>[] = [
  linkColumn('name', 'Book', ({ id }: OnboardingImport) => paths.onboardingImport(id), { sortable: true }),
  statusColumn('status', 'Status', ONBOARDING_STATUS, { sortable: true }),
  countColumn('problemCount', 'Problems', { sortable: true }),
  countColumn('differenceCount', 'Differences', { sortable: true }),
  momentColumn('startedAt', 'Started', { sortable: true }),
  personColumn('startedBy', 'By'),
  momentColumn('undoneAt', 'Undone'),
]

export function OnboardingPage() {
  const list = useList({
    endpoint: listOnboarding,
    label: 'Imports',
    noun: 'import',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'startedAt',
    desc: true,
    filters: [],
  })
  return (
    <ListPage
      title="Onboarding"
      note="A firm’s whole book from its own files: institutions, people, carriers, policies and month-end values."
      list={list}
      empty={{ title: 'No imports', why: 'No book has been imported into this portal yet.' }}
    >
      <div className={css.begin}>
        <Templates />
        <HandIn />
      </div>
    </ListPage>
  )
}

function Templates() {
  const get = (format: 'xlsx' | 'zip') => download(downloadTemplates, { format }).catch(toast.error)
  return (
    <Panel title="1. Fill in the templates">
      <p className={css.text}>
        Each sheet says what it takes, and the guide has an example and a note for every column. Sheets and columns that you do not need can
        be left out. Fill in the control totals from your own system: the import is compared with them.
      </p>
      <div className={css.buttons}>
        <Button variant="default" leftSection={<IconDownload size={17} aria-hidden />} onClick={() => void get('xlsx')}>
          Workbook
        </Button>
        <Button variant="default" leftSection={<IconDownload size={17} aria-hidden />} onClick={() => void get('zip')}>
          CSV files
        </Button>
      </div>
    </Panel>
  )
}

/** The files of one import: dropped together, sent one after the other, then checked. */
function HandIn() {
  const router = useRouter()
  const [sending, setSending] = useState<string | null>(null)
  const send = async (files: File[]) => {
    const [first] = files
    if (!first) return
    setSending('Sending …')
    try {
      const name = files.length === 1 ? first.name : `${first.name} and ${files.length - 1} more`
      const { id } = await call(startOnboarding, { name }, { idempotencyKey: crypto.randomUUID() })
      for (const file of files)
        await upload(addOnboardingFile, { id }, file, {
          onProgress: (part) => setSending(`Sending ${file.name}, ${Math.round(part * 100)}%`),
        })
      await call(checkOnboarding, { id })
      await invalidate(listOnboarding)
      void router.navigate({ href: paths.onboardingImport(id) })
    } catch (error) {
      toast.error(error)
      await invalidate(listOnboarding)
    } finally {
      setSending(null)
    }
  }
  return (
    <Panel title="2. Upload the files">
      <FileDrop
        label={sending ?? 'Drop the workbook, the CSV files or a zip of them here. They are checked first, and nothing is written.'}
        accept=".xlsx,.csv,.zip"
        maxBytes={ONBOARDING_FILE_BYTES}
        multiple
        disabled={sending !== null}
        onFiles={(files) => void send(files)}
      />
    </Panel>
  )
}
