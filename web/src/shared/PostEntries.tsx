/** A report's journal entries to post: looked at, debits beside credits, then saved as a file; or the reason why there are none. */
import { getPosting, type Posting } from '@corridor/contract/ledger-accounts.ts'
import { cents, formatAmount, sumCents } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../kernel/call.ts'
import { toast } from '../kernel/toasts.ts'
import { useAction } from '../kernel/use-action.ts'
import { Button } from '../ui/fields/Button.tsx'
import { DialogTable } from '../ui/layout/DialogTable.tsx'
import { Modal } from '../ui/overlays/Modal.tsx'
import css from './PostEntries.module.css'

type AssetReportName = Extract<ReportTypeName, 'AssetReport' | 'AssetSummaryReport'>
interface PostEntriesProps {
  reportType: AssetReportName
  batch: number
  report: number
  version: number | undefined
}

export function PostEntries({ reportType, batch, report, version }: PostEntriesProps) {
  const posting = useAction(getPosting)
  const [shown, setShown] = useState<Posting | null>(null)
  const show = async () => {
    const outcome = await posting.run({ batch, report, ReportType: reportType, ...(version ? { version } : {}) })
    if (!outcome.ok) return
    if (outcome.value.csv === null) toast.error(outcome.value.problem ?? 'There is nothing to post.')
    else setShown(outcome.value)
  }
  const save = ({ csv, fileName }: Posting) => {
    saveFile(new Blob([csv ?? ''], { type: 'text/csv;charset=utf-8' }), fileName)
    setShown(null)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconReceipt size={17} aria-hidden />} loading={posting.running} onClick={() => void show()}>
        Journal entries
      </Button>
      {shown ? (
        <Modal
          title={`Suggested journal entries of ${formatDate(plainDate(shown.lines[0]?.date ?? ''))}`}
          width={860}
          onClose={() => setShown(null)}
          footer={
            <>
              <Button variant="default" onClick={() => setShown(null)}>
                Cancel
              </Button>
              <Button data-autofocus onClick={() => save(shown)}>
                Download (.csv)
              </Button>
            </>
          }
        >
          <p className={css.of}>{shown.institutionName}</p>
          <Lines lines={shown.lines} />
        </Modal>
      ) : null}
    </>
  )
}

function Lines({ lines }: Pick<Posting, 'lines'>) {
  const [debits, credits] = [
    sumCents(lines.map(({ debitCents }) => cents(debitCents ?? 0))),
    sumCents(lines.map(({ creditCents }) => cents(creditCents ?? 0))),
  ]
  return (
    <>
      <DialogTable label="Lines to post">
        <thead>
          <tr>
            <th scope="col">Account number</th>
            <th scope="col" data-words className={css.beside}>
              Account name
            </th>
            <th scope="col">Debit ($)</th>
            <th scope="col">Credit ($)</th>
            <th scope="col" data-words className={css.beside}>
              Memo
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ account, accountName, memo, debitCents, creditCents }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one reply, which are never moved.
            <tr key={place}>
              <td>
                {account}
                {/* A phone has room for the amounts, or for the words beside them. */}
                <span className={css.under}>
                  {accountName}
                  <br />
                  {memo}
                </span>
              </td>
              <td data-words className={css.beside}>
                {accountName}
              </td>
              <td>{debitCents === null ? '' : formatAmount(cents(debitCents))}</td>
              <td>{creditCents === null ? '' : formatAmount(cents(creditCents))}</td>
              <td data-words className={css.beside}>
                {memo}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className={css.beside} />
            <td>{formatAmount(debits)}</td>
            <td>{formatAmount(credits)}</td>
            <td className={css.beside} />
          </tr>
        </tfoot>
      </DialogTable>
      {/* An entry that does not balance is refused by the server: this says what the two totals show. */}
      <p className={css.balance}>
        {debits === credits
          ? 'Debits and credits balance.'
          : 'Debits and credits do not balance: do not post this file, and tell your service team.'}
      </p>
    </>
  )
}

export const PostAssetReport = (of: Omit<PostEntriesProps, 'reportType'>) => <PostEntries reportType="AssetReport" {...of} />
export const PostAssetSummary = (of: Omit<PostEntriesProps, 'reportType'>) => <PostEntries reportType="AssetSummaryReport" {...of} />
