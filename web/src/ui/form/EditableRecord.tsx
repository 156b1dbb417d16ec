/** A record being edited or made: what is typed, what the server says to it, the draft, the merge. RecordForm.tsx says what it is for. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Controller, useForm, useFormState, useWatch } from 'react-hook-form'
import type { ApiError } from '../../kernel/api-error.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { Button } from '../fields/Button.tsx'
import type { DraftKeeper } from './draft-keeper.ts'
import { FieldControl } from './FieldControl.tsx'
import css from './form.module.css'
import type { RecordFormProps } from './form-fields.ts'
import { inputOf, type JsonRecord, problemsOf, same, type Values, valuesOf } from './form-fields.ts'
import { DraftWords, LeaveGuard } from './LeaveGuard.tsx'
import { changesOf, draftContent, filled, isRecord, mergeOf } from './merge.ts'
import { DraftOffer, MergeBar, Problems, type Stale } from './Notices.tsx'
import { Sections } from './Sections.tsx'
import { useDraft } from './use-draft.ts'

export function EditableRecord({ endpoint, ...props }: RecordFormProps & { endpoint: Endpoint }) {
  const { fields, sections, params = {}, submitLabel = 'Save', read = asAnswered } = props
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
  const [adopted, setAdopted] = useState<JsonRecord | null>(null)
  const [stale, setStale] = useState<Stale | null>(null)
  const action = useAction(endpoint, { quiet: true, ...(props.invalidates ? { invalidates: props.invalidates } : {}) })
  /** Puts a draft's text into the form; what somebody else changed since it was typed is asked about. */
  const takeUp = (content: JsonRecord, keeper: DraftKeeper) => {
    const kept = draftContent(content, fields)
    const merge = mergeOf({ ...stored, ...kept.base }, stored, { ...values, ...kept.values })
    const ours = { ...merge.merged, ...kept.values }
    form.reset({ ...stored, ...ours })
    keeper.note(changesOf(ours, stored))
    if (merge.conflicts.length > 0) setStale({ by: null, at: null, merge, theirs: stored, ours, record: base })
  }

  const draft = useDraft(session.actingAs ? null : props.draftKey, takeUp)
  const box = useRef<HTMLFormElement>(null)
  const changes = changesOf(values, stored)
  const hints = props.hints?.(values) ?? {}
  const text = JSON.stringify(changes)

  // A draft of what is saved already, or of the same as a later one, leaves nothing to ask about.
  const kept = draft.offers.map(({ content }) => JSON.stringify(changesOf({ ...stored, ...draftContent(content, fields).values }, stored)))
  const idle = draft.offers.filter((_, at) => kept[at] === 'null' || kept.indexOf(kept[at] ?? '') < at)
  const forgetIdle = useEffectEvent(() => idle.forEach(({ discard: forget }) => forget()))
  useEffect(() => {
    if (idle.length > 0) forgetIdle()
  }, [idle.length])

  const noteChanges = useEffectEvent(() => draft.keeper.note(changes))
  useEffect(() => {
    if (text) noteChanges()
  }, [text])

  // Somebody's saved change arrives with a refetch: a form nobody has touched shows it at once, a touched one merges when it is saved.
  // One that has none of the changed fields, as beside another form of the same record, goes on from the newer version.
  const [seen, setSeen] = useState(props.record)
  if (props.record !== seen) {
    setSeen(props.record)
    if (props.record && !same(props.record, base) && (changes === null || same(valuesOf(fields, props.record), stored))) {
      setBase(props.record)
      if (changes === null) setAdopted(props.record)
    }
  }
  const show = useEffectEvent((record: JsonRecord) => form.reset(valuesOf(fields, record)))
  useEffect(() => {
    if (adopted) show(adopted)
  }, [adopted])

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
    requestAnimationFrame(() => (first ? focusOn(first) : box.current?.scrollIntoView?.({ block: 'start' })))
  }

  const refused = (error: ApiError, sent: Values) => {
    const answered = error.code === 'conflict' ? error.meta.current : undefined
    if (isRecord(answered)) {
      const current = read(answered)
      const theirs = valuesOf(fields, current)
      const by = typeof error.meta.changedBy === 'string' ? error.meta.changedBy : null
      const at = typeof error.meta.changedAt === 'string' ? error.meta.changedAt : null
      setStale({ by, at, merge: mergeOf(stored, theirs, sent), theirs, ours: sent, record: current })
      requestAnimationFrame(() => box.current?.scrollIntoView?.({ block: 'start' }))
      return
    }
    const named = Object.entries(error.fields).map(([path, messages]) => [path.split('.')[0] ?? path, messages.join(' ')] as const)
    toast.error(error)
    if (error.status !== 400) return
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
    const saved = isRecord(outcome.value) ? read(outcome.value) : against
    const next = isNew ? (props.initial ?? {}) : saved
    setBase(next)
    form.reset(valuesOf(fields, next))
    draft.keeper.note(null)
    void draft.keeper.flush()
    if (props.success === undefined) toast.saved()
    else toast.success(props.success, props.successAction?.(saved))
    props.onSaved?.(saved)
  }
  const submit = () =>
    form.handleSubmit(
      (typed) => save({ ...stored, ...typed }),
      () => showProblems(problemsOf(fields, values)),
    )()
  const discard = () => {
    form.reset(stored)
    setProblems({})
    setStale(null)
    draft.keeper.note(null)
    void draft.keeper.flush()
  }

  return (
    <form
      ref={box}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!action.running) void submit()
      }}
    >
      {draft.offers.map(({ writer, savedAt, content, take, discard: forget }) => (
        <DraftOffer
          key={writer}
          savedAt={savedAt}
          fields={fields}
          kept={draftContent(content, fields).values}
          typed={changes?.values ?? {}}
          onRestore={take}
          onDiscard={forget}
        />
      ))}
      {stale ? (
        <MergeBar
          stale={stale}
          fields={fields}
          onDecide={(merged) => {
            setBase(stale.record)
            form.reset({ ...valuesOf(fields, stale.record), ...merged })
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
      <Sections
        sections={sections}
        fields={fields}
        values={values}
        inside={props.inside}
        control={(name, field) => (
          <Controller
            control={form.control}
            name={name}
            render={({ field: control }) => (
              <FieldControl
                field={{
                  ...field,
                  hint: (field.hintFrom ? field.hintFrom(inputOf(fields, values, null)) : hints[name]) ?? field.hint,
                  ...(field.fitting ? { options: field.fitting(field.options ?? [], values) } : {}),
                }}
                value={control.value ?? null}
                onChange={(value) => {
                  control.onChange(value)
                  for (const [other, settled] of Object.entries(field.settles?.(value, values) ?? {}))
                    form.setValue(other, settled, { shouldDirty: true, shouldValidate: other in errors })
                }}
                onBlur={control.onBlur}
                error={messageOf(errors[name])}
              />
            )}
          />
        )}
      />
      {props.preview?.(values)}
      {props.children}
      <div className={css.bar} data-changed={changes !== null || undefined}>
        <Button type="submit" loading={action.running} disabled={!isNew && changes === null}>
          {submitLabel}
        </Button>
        {changes === null ? null : (
          <Button variant="gray" disabled={action.running} onClick={discard}>
            Discard changes
          </Button>
        )}
        {props.actions}
        <DraftWords state={draft.state} dirty={changes !== null} />
      </div>
      <LeaveGuard keeper={draft.keeper} />
    </form>
  )
}

const asAnswered = (answer: JsonRecord): JsonRecord => answer

const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined
