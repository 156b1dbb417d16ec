/** Downloads the chosen rows of a list as one archive: those ticked, or all that its filter matches. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadLarge } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { Button } from '../fields/Button.tsx'
import type { Chosen } from './use-list.ts'

/** Numbers that fit one address. */
const MOST = 1000

export function DownloadChosen({ endpoint, chosen }: { endpoint: Endpoint; chosen: Pick<Chosen, 'selection' | 'count'> }) {
  const { selection } = chosen
  const ids = 'ids' in selection ? selection.ids : undefined
  const everything = !ids && 'matching' in selection && Object.keys(selection.matching).length === 0
  const why =
    ids && ids.length > MOST
      ? `Up to ${MOST.toLocaleString('en-US')} at a time`
      : everything
        ? 'Narrow the list first: a year, a type or an institution'
        : undefined
  const input = ids ? { ids: ids.join(',') } : 'matching' in selection ? selection.matching : {}
  return <DownloadArchive endpoint={endpoint} input={input} label="Download" disabledBecause={why} />
}

/** A button that saves an archive; what it holds is said by the input. */
export function DownloadArchive({
  endpoint,
  input,
  label,
  size = 'xs',
  disabledBecause,
}: {
  endpoint: Endpoint
  input: Readonly<Record<string, unknown>>
  label: string
  size?: 'xs' | 'sm'
  disabledBecause?: string | undefined
}) {
  const [running, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    try {
      await downloadLarge(endpoint, input)
      toast.info('The archive is on its way to your downloads.')
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      size={size}
      variant="default"
      loading={running}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void save()}
    >
      {label}
    </Button>
  )
}
