/** A menu of files to save: each choice says which, the toast its name, and a failure why. */
import { IconDownload, IconFileSpreadsheet, IconFileText, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../kernel/toasts.ts'
import { Popover, PopoverItem } from './Popover.tsx'

type Format = 'pdf' | 'xlsx' | 'csv'

interface DownloadMenuProps {
  label: string
  /** Instead of the label while a file is made. */
  runningLabel?: string
  choices: readonly { format: Format; label: string }[]
  /** @returns the name of the file that was saved */
  save: (format: Format) => Promise<string>
}

const ICONS = { pdf: IconFileTypePdf, xlsx: IconFileSpreadsheet, csv: IconFileText }

export function DownloadMenu({ label, runningLabel = label, choices, save }: DownloadMenuProps) {
  const [running, setRunning] = useState(false)
  const run = async (format: Format) => {
    setRunning(true)
    try {
      toast.success(`${await save(format)} is in your downloads.`)
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Popover label={running ? runningLabel : label} icon={<IconDownload size={16} aria-hidden />} disabled={running}>
      {(close) =>
        choices.map((choice) => {
          const Icon = ICONS[choice.format]
          return (
            <PopoverItem
              key={choice.format}
              icon={<Icon size={17} aria-hidden />}
              onChoose={() => {
                close()
                void run(choice.format)
              }}
            >
              {choice.label}
            </PopoverItem>
          )
        })
      }
    </Popover>
  )
}
