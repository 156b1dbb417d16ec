/**
 * The form of every record, from fields as data: rules as one types, the server's messages at their fields, drafts on the server, a merge when
 * somebody saved first, no way to lose typed work by leaving. Who may not change it reads the same fields as text.
 */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Controller, useForm, useFormState, useWatch } from 'react-hook-form'
import type { ApiError } from '../../kernel/api-error.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../Button.tsx'
import { ConfirmModal } from '../Modal.tsx'
import { Panel } from '../Panel.tsx'
import { FieldControl } from './FieldControl.tsx'
import css from './form.module.css'
import {
  changesOf,
  type Fields,
  type FormSection,
  inputOf,
  isShown,
  type JsonRecord,
  mergeOf,
  problemsOf,
  same,
  type Values,
  valuesOf,
  wordsOf,
} from './form-fields.ts'
import { DraftOffer, MergeBar, Problems, type Stale, timeOf } from './Notices.tsx'
import { useDraft } from './use-draft.ts'

export interface RecordFormProps {
  /** Names form and record for the draft: "users.17", "users.new". */
  draftKey: string
  fields: Fields
  sections: readonly FormSection[]
  /** What is stored; `updatedAt` in it goes back with the change. Without it a new record is made. */
  record?: JsonRecord
  /** What a new record starts with. */
  initial?: JsonRecord
  create?: Endpoint
  update?: Endpoint
  /** The path's parameters and whatever else goes with the input. */
  params?: JsonRecord
  /** Calls whose answers the change outdates. */
  invalidates?: readonly Endpoint[]
  onSaved?: (saved: JsonRecord) => void
  /** Last hand on what is sent. */
  toInput?: (input: Record<string, unknown>, values: Values) => JsonRecord
  readOnly?: boolean
  /** Of the button: "Create user". "Save" unless said. */
  submitLabel?: string
  /** The toast; "Saved!" unless said (seed 8). */
  success?: string
  /** Beside the buttons of the bar. */
  actions?: ReactNode
  /** Below the sections. */
  children?: ReactNode
}

/** The calls of a generic resource: `<RecordForm {...ofResource(users, id)} record={record} … />`. */
export function ofResource(
  resource: { model: string; endpoints: Record<'list' | 'get' | 'create' | 'update', Endpoint> },
  id?: number | string,
): Pick<RecordFormProps, 'draftKey' | 'create' | 'update' | 'params' | 'invalidates'> {
  const { list, get, create, update } = resource.endpoints
  return {
    draftKey: `${resource.model}.${id ?? 'new'}`,
    create,
    update,
    params: id === undefined ? {} : { id },
    invalidates: [list, get],
  }
}

export function RecordForm(props: RecordFormProps) {
  const endpoint = props.record ? props.update : props.create
  if (props.readOnly || !endpoint) return <ReadOnlyRecord {...props} />
  return <EditableRecord {...props} endpoint={endpoint} />
}

function EditableRecord({ endpoint, ...props }: RecordFormProps & { endpoint: Endpoint }) {
  const { fields, sections, params = {}, submitLabel = 'Save' } = props
  const isNew = props.record === undefined
  const session = useSession()
  const [base, setBase] = useState<JsonRecord>(props.record ?? props.initial ?? {})
  const stored = valuesOf(fields, base)
  const form = useForm<Values>({
    defaultValues: stored,
    mode: 'onTouched',
    resolver: (values) => {
      const problems = Object.entries(problemsOf(fields, values))
      return problems.length === 0
        ? { values, errors: {} }
        : { values: {}, errors: Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }])) }
    },
  })
  const values = filled(stored, useWatch({ control: form.control }))
  const { errors } = useFormState({ control: form.control })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [stale, setStale] = useState<Stale | null>(null)
  const action = useAction(endpoint, { quiet: true, ...(props.invalidates ? { invalidates: props.invalidates } : {}) })
  const draft = useDraft(session.actingAs ? null : props.draftKey)
  const box = useRef<HTMLFormElement>(null)
  const changes = changesOf(values, stored)
  const text = JSON.stringify(changes)

  const noteChanges = useEffectEvent(() => draft.keeper.note(changes))
  useEffect(() => {
    if (text) noteChanges()
  }, [text])

  const put = (next: Values, baseRecord: JsonRecord = base) => {
    form.reset(valuesOf(fields, baseRecord), { keepErrors: false })
    for (const [name, value] of Object.entries(next)) if (name in fields) form.setValue(name, value, { shouldDirty: true })
  }

  // Somebody's saved change arrives with a refetch: a form nobody has touched shows it at once, a touched one merges when it is saved.
  const adopt = useEffectEvent((record: JsonRecord) => {
    if (changes !== null || same(record, base)) return
    setBase(record)
    form.reset(valuesOf(fields, record))
  })
  useEffect(() => {
    if (props.record) adopt(props.record)
  }, [props.record])

  const restore = () => {
    if (!draft.offer) return
    const kept = draftContent(draft.offer.content, fields)
    const { merged, conflicts, taken } = mergeOf({ ...stored, ...kept.base }, stored, { ...values, ...kept.values })
    const ours = { ...merged, ...Object.fromEntries(Object.keys(kept.values).map((name) => [name, kept.values[name] ?? null])) }
    put(ours)
    draft.keeper.note(changesOf(ours, stored))
    draft.answer(true)
    if (conflicts.length > 0) setStale({ by: null, at: null, merge: { merged, conflicts, taken }, theirs: stored, ours, record: base })
  }
  // Coming back within the same page (another tab of it, Back) goes on without a question.
  const own = draft.offer?.own ?? false
  const resume = useEffectEvent(restore)
  useEffect(() => {
    if (own) resume()
  }, [own])

  const focusOn = (name: string) => {
    const cell = box.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
    cell?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    cell?.scrollIntoView?.({ block: 'center' })
  }
  const showProblems = (found: Readonly<Record<string, string>>) => {
    // In the order of the page; what belongs to no field of it comes last.
    const order = sections.flatMap((section) => section.fields)
    const inOrder = [...order.filter((name) => name in found), ...Object.keys(found).filter((name) => !order.includes(name))]
    setProblems(Object.fromEntries(inOrder.map((name) => [name, found[name] ?? ''])))
    const first = order.find((name) => name in found)
    if (first) requestAnimationFrame(() => focusOn(first))
  }

  const refused = (error: ApiError, sent: Values) => {
    const current = error.code === 'conflict' ? error.meta.current : undefined
    if (isRecord(current)) {
      const theirs = valuesOf(fields, current)
      const by = typeof error.meta.changedBy === 'string' ? error.meta.changedBy : null
      const at = typeof error.meta.changedAt === 'string' ? error.meta.changedAt : null
      setStale({ by, at, merge: mergeOf(stored, theirs, sent), theirs, ours: sent, record: current })
      requestAnimationFrame(() => box.current?.scrollIntoView?.({ block: 'start' }))
      return
    }
    const named = Object.entries(error.fields).map(([path, messages]) => [path.split('.')[0] ?? path, messages.join(' ')] as const)
    if (error.status !== 400 || named.length === 0) return toast.error(error)
    for (const [name, message] of named) if (name in fields) form.setError(name, { type: 'server', message })
    showProblems(Object.fromEntries(named))
  }

  /** @param against the record that is changed: the one loaded, or, after a merge, the one somebody saved */
  const save = async (typed: Values, against: JsonRecord = base) => {
    setProblems({})
    const input = inputOf(fields, typed, isNew ? null : valuesOf(fields, against))
    const version = typeof against.updatedAt === 'string' ? { updatedAt: against.updatedAt } : {}
    const outcome = await action.run({ ...(props.toInput?.(input, typed) ?? input), ...params, ...version })
    if (!outcome.ok) return refused(outcome.error, typed)
    setStale(null)
    const saved = isRecord(outcome.value) ? outcome.value : against
    const next = isNew ? (props.initial ?? {}) : saved
    setBase(next)
    form.reset(valuesOf(fields, next))
    draft.keeper.note(null)
    void draft.keeper.flush()
    if (props.success === undefined) toast.saved()
    else toast.success(props.success)
    props.onSaved?.(saved)
  }
  const submit = form.handleSubmit(
    (typed) => save({ ...stored, ...typed }),
    () => showProblems(problemsOf(fields, values)),
  )
  const discard = () => {
    form.reset(stored)
    setProblems({})
    setStale(null)
    draft.keeper.note(null)
    void draft.keeper.flush()
  }

  const guard = useLeaveGuard(draft.keeper)
  return (
    <form
      ref={box}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!action.running) void submit(event)
      }}
    >
      {draft.offer && !own ? (
        <DraftOffer
          savedAt={draft.offer.savedAt}
          fields={fields}
          names={Object.keys(draftContent(draft.offer.content, fields).values)}
          onRestore={restore}
          onDiscard={() => draft.answer(false)}
        />
      ) : null}
      {stale ? (
        <MergeBar
          stale={stale}
          fields={fields}
          onDecide={(merged) => {
            setBase(stale.record)
            put(merged, stale.record)
            void save(merged, stale.record)
          }}
          onTheirs={() => {
            setBase(stale.record)
            form.reset(valuesOf(fields, stale.record))
            setStale(null)
            draft.keeper.note(null)
          }}
        />
      ) : null}
      <Problems problems={problems} fields={fields} onGo={focusOn} />
      {sections.map((section) => {
        const shown = section.fields.filter((name) => fields[name] && isShown(fields[name], values))
        return shown.length === 0 ? null : (
          <Panel key={section.title} title={section.title} note={section.note}>
            <div className={css.grid}>
              {shown.map((name) => {
                const field = fields[name]
                if (!field) return null
                return (
                  <div key={name} className={css.cell} data-field={name} data-wide={field.wide || field.kind === 'area' || undefined}>
                    {field.fixed ? (
                      <ReadField label={field.label} words={wordsOf(field, values[name])} />
                    ) : (
                      <Controller
                        control={form.control}
                        name={name}
                        render={({ field: control }) => (
                          <FieldControl
                            field={field}
                            value={control.value ?? null}
                            onChange={control.onChange}
                            onBlur={control.onBlur}
                            error={messageOf(errors[name])}
                          />
                        )}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </Panel>
        )
      })}
      {props.children}
      <div className={css.bar}>
        <Button type="submit" loading={action.running} disabled={!isNew && changes === null}>
          {submitLabel}
        </Button>
        {changes === null ? null : (
          <Button variant="default" disabled={action.running} onClick={discard}>
            Discard changes
          </Button>
        )}
        {props.actions}
        <DraftWords draft={draft} dirty={changes !== null} />
      </div>
      {guard}
    </form>
  )
}

/** Leaving waits for the last characters to be kept; only when that fails is the person asked. */
function useLeaveGuard(keeper: ReturnType<typeof useDraft>['keeper']): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: async () => keeper.pending() && !(await keeper.flush()),
    enableBeforeUnload: () => keeper.pending(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmModal
      title="Leave without saving?"
      confirmLabel="Leave, and lose it"
      danger
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      <p>The server cannot be reached, so your last changes could not be kept as a draft. Stay here and try again in a moment.</p>
    </ConfirmModal>
  )
}

function DraftWords({ draft: { state }, dirty }: { draft: ReturnType<typeof useDraft>; dirty: boolean }) {
  const words =
    state.kind === 'failing'
      ? 'Not kept: no connection. Stay on this page.'
      : !dirty
        ? ''
        : state.kind === 'kept'
          ? `Draft kept at ${timeOf(state.at)}`
          : 'Unsaved changes'
  return (
    <span className={css.state} role="status" data-bad={state.kind === 'failing' || undefined}>
      {words}
    </span>
  )
}

function ReadOnlyRecord({ fields, sections, record, initial, children }: RecordFormProps) {
  const values = valuesOf(fields, record ?? initial ?? {})
  return (
    <div className={css.form}>
      {sections.map((section) => {
        const shown = section.fields.filter((name) => fields[name] && isShown(fields[name], values))
        return shown.length === 0 ? null : (
          <Panel key={section.title} title={section.title} note={section.note}>
            <div className={css.grid}>
              {shown.map((name) => {
                const field = fields[name]
                return field ? (
                  <div key={name} className={css.cell} data-wide={field.wide || field.kind === 'area' || undefined}>
                    {field.own ? (
                      <field.own.Control value={values[name] ?? null} />
                    ) : (
                      <ReadField label={field.label} words={wordsOf(field, values[name])} />
                    )}
                  </div>
                ) : null
              })}
            </div>
          </Panel>
        )
      })}
      {children}
    </div>
  )
}

const ReadField = ({ label, words }: { label: string; words: string }) => (
  <dl className={css.read}>
    <dt>{label}</dt>
    <dd>{words}</dd>
  </dl>
)

/** What is watched, where nothing is yet what is stored. */
const filled = (stored: Values, watched: Readonly<Record<string, Values[string] | undefined>>): Values =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, watched[name] === undefined ? value : watched[name]]))

const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value)
const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined

/** A draft as this form understands it; fields it no longer has are left out. */
function draftContent(content: JsonRecord, fields: Fields): { values: Values; base: Values } {
  const read = (part: unknown): Values => {
    if (!isRecord(part)) return {}
    const known = Object.entries(part).filter(([name]) => name in fields)
    return Object.fromEntries(known.flatMap(([name, value]) => (isValue(value) ? [[name, value]] : [])))
  }
  return { values: read(content.values), base: read(content.base) }
}
const isValue = (value: unknown): value is Values[string] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)
