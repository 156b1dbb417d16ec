/** Files that institutions sent, for the team that serves them: found, opened, and taken, which the sender sees. */
import { type BankUpload, bankUploadEvents, listBankUploads, takeBankUploads } from '@corridor/contract/bank-uploads.ts'
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { bankUploadCan } from '@corridor/domain/files/bank-uploads.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { type Chosen, useList } from '../../ui/list/use-list.ts'
import { FILE, SENDER, SENT, SIZE, STATE, STATUS_FILTER } from './upload-words.tsx'

export function TakeFilesPage() {
  const { siteName } = useSession()
  const mayTake = useCan(takeBankUploads.access)
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  useLive(bankUploadEvents, {}, { on: { upload: [listBankUploads] } })
  const list = useList({
    endpoint: listBankUploads,
    label: 'Bank uploads',
    noun: 'file',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ uploadName }) => uploadName,
    defaultSort: 'createdAt',
    desc: true,
    filters: [
      {
        key: 'institutionId',
        label: 'Institution',
        searched: true,
        options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
      },
      STATUS_FILTER,
    ],
  })
  return (
    <ListPage
      title="Bank Uploads"
      note={`Files that institutions on ${siteName} sent to their service teams`}
      list={list}
      toneOf={({ status }) => (status === 'REFUSED' ? 'attention' : undefined)}
      canSelect={({ status }) => bankUploadCan.take.includes(status)}
      {...(mayTake ? { bulk: (chosen: Chosen, done: () => void) => <Take chosen={chosen} onDone={done} /> } : {})}
      empty={{
        title: 'No institution has sent a file yet',
        why: 'Files they send under Bank Uploads appear here, and their service team is notified by email.',
      }}
    />
  )
}

const INSTITUTION: Column<BankUpload> = institutionColumn({ sortable: true })
const COLUMNS: readonly Column<BankUpload>[] = [FILE, INSTITUTION, STATE, SIZE, SENDER, SENT]

function Take({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const action = useAction(takeBankUploads, { invalidates: [listBankUploads] })
  const ids = [...chosen.ids]
  const run = async () => {
    const outcome = await action.run({ ids })
    if (outcome.ok) onDone()
  }
  return (
    <Button
      size="xs"
      loading={action.running}
      disabled={chosen.all || ids.length === 0}
      title={chosen.all ? 'Select the files to download, page by page' : undefined}
      onClick={() => void run()}
    >
      Take {ids.length.toLocaleString('en-US')} {ids.length === 1 ? 'file' : 'files'}
    </Button>
  )
}
