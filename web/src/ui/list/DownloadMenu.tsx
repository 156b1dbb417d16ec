/** A menu of files to save: each choice says which, the toast its name, and a failure why. */
import { IconDownload, IconFileSpreadsheet, IconFileText, IconFileTypeDocx, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { Popover, PopoverItem } from '../overlays/Popover.tsx'

type Format = 'pdf' | 'xlsx' | 'csv' | 'docx' | 'png'

interface DownloadMenuProps<Chosen extends Format> {
  label: string
  /** Instead of the label while a file is made. */
  runningLabel?: string
  choices: readonly { format: Chosen; label: string }[]
  /** Among the buttons of a page's head. */
  large?: boolean
  /** @returns the name of the file that was saved */
  save: (format: Chosen) => Promise<string>
}

const iconOf = (format: Format) => ICONS[format]
const ICONS = { pdf: IconFileTypePdf, xlsx: IconFileSpreadsheet, csv: IconFileText, docx: IconFileTypeDocx, png: IconPhoto }

export function DownloadMenu<Chosen extends Format>({
  label,
  runningLabel = label,
  choices,
  large = false,
  save,
}: DownloadMenuProps<Chosen>) {
  const [running, setRunning] = useState(false)
  const run = async (format: Chosen) => {
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
    <Popover label={running ? runningLabel : label} icon={<IconDownload size={16} aria-hidden />} disabled={running} large={large}>
      {(close) =>
        choices.map((choice) => {
          const Icon = iconOf(choice.format)
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
