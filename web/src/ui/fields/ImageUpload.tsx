/** A picture of a record (logo, portrait): what there is, as it will be seen, and how to change it. The server draws it anew, so the preview is the truth. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../kernel/api-error.ts'
import { upload } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { ConfirmModal } from '../overlays/Modal.tsx'
import { Button } from './Button.tsx'
import { FileDrop } from './FileDrop.tsx'
import css from './ImageUpload.module.css'

const MOST_BYTES = 5_000_000

interface ImageUploadProps<Set extends Endpoint, Remove extends Endpoint> {
  /** "logo": in the sentences around it. */
  what: string
  /** Where the present picture is; null when there is none. */
  url: string | null
  /** How people will see it; drawn also without a picture, for what stands in its place. */
  preview: (url: string | null) => ReactNode
  set: Set
  remove: Remove
  input: InputOf<Set> & InputOf<Remove>
  invalidates: readonly Endpoint[]
  readOnly?: boolean
}

export function ImageUpload<Set extends Endpoint, Remove extends Endpoint>(props: ImageUploadProps<Set, Remove>) {
  const { what, url, preview, set, input, invalidates, readOnly = false } = props
  const [progress, setProgress] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const remove = useAction(props.remove, { invalidates, success: 'Deleted!' })

  const take = async ([file]: File[]) => {
    if (!file) return
    setRefused(null)
    setProgress(0)
    try {
      await upload(set, input, file, { onProgress: setProgress })
      await invalidate(...invalidates)
      toast.saved()
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      setRefused(cause.fields.file?.join(' ') ?? cause.message)
    } finally {
      setProgress(null)
    }
  }
  return (
    <div className={css.image}>
      <figure className={css.preview}>
        {preview(url)}
        <figcaption>{url ? 'As it is seen in the header' : `No ${what} yet; this is shown instead`}</figcaption>
      </figure>
      {readOnly ? null : (
        <div className={css.change}>
          <FileDrop
            label={progress === null ? `Drop a ${what} here` : `Uploading… ${Math.round(progress * 100)}%`}
            accept=".png,.jpg,.jpeg,.webp"
            maxBytes={MOST_BYTES}
            disabled={progress !== null}
            onFiles={(files) => void take(files)}
          />
          {refused ? (
            <p className={css.refused} role="alert">
              {refused}
            </p>
          ) : null}
          {url ? (
            <Button variant="subtle" size="xs" onClick={() => setAsking(true)}>
              Remove the {what}
            </Button>
          ) : null}
        </div>
      )}
      {asking ? (
        <ConfirmModal
          title={`Remove the ${what}?`}
          confirmLabel="Remove"
          danger
          running={remove.running}
          onConfirm={async () => {
            if ((await remove.run(input)).ok) setAsking(false)
          }}
          onCancel={() => setAsking(false)}
        >
          <p>The monogram takes its place at once.</p>
        </ConfirmModal>
      ) : null}
    </div>
  )
}
