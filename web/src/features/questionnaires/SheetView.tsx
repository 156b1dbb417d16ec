/** A questionnaire to be read: each answer beside last year's, what changed, the files, and who signed. */

import { partsOf, type QuestionnaireSheet, questionnaireAttachmentFile } from '@corridor/contract/questionnaire-sheet.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { Difference } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import { type AnswerRow, buildQuestionnaire } from '@corridor/domain/questionnaires/view.ts'
import type { ViewTable } from '@corridor/domain/reports/table.ts'
import { useState } from 'react'
import { download } from '../../kernel/call.ts'
import { useSession } from '../../kernel/session.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { textColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { DIFFERENCE_STATUS } from './questionnaire-words.ts'
import css from './results.module.css'

interface Line {
  id: number
  cells: AnswerRow['cells']
  difference: Difference
  by: string
}

export function SheetView({ sheet }: { sheet: QuestionnaireSheet }) {
  const [onlyChanged, setOnlyChanged] = useState(false)
  const { portalLabel } = useSession()
  const { lastYear, attachments, returns } = sheet
  const view = buildQuestionnaire(partsOf(sheet, portalLabel))
  const tables = view.sections.flatMap(({ pieces }) => pieces)
  const all = tables.flatMap(({ rows }) => rows)
  const isChanged = ({ difference }: Pick<AnswerRow, 'difference'>) => lastYear !== null && difference !== 'SAME' && difference !== 'NONE'
  const savedBy = new Map(
    sheet.answers.map((answer) => [`${answer.question}/${answer.row}`, `${answer.savedBy ?? MISSING}, ${formatMoment(answer.savedAt)}`]),
  )
  const linesOf = ({ rows }: ViewTable<AnswerRow>): Line[] =>
    rows
      .map((row, index) => ({
        id: index + 1,
        cells: row.cells,
        difference: row.difference,
        by: savedBy.get(`${row.question}/${row.row}`) ?? MISSING,
      }))
      .filter((line) => !onlyChanged || isChanged(line))
  return (
    <div className={css.stack}>
      {lastYear ? (
        <Checkbox
          label={`Only answers that differ from ${lastYear.year} (${all.filter(isChanged).length.toLocaleString('en-US')} of ${all.length.toLocaleString('en-US')})`}
          checked={onlyChanged}
          onChange={setOnlyChanged}
        />
      ) : (
        <p className={css.hint}>There is no earlier questionnaire to compare with.</p>
      )}
      {view.sections.map((section) => {
        const codes = new Set(sheet.content.sections.find(({ code }) => code === section.code)?.questions.map(({ code }) => code))
        const shown = section.pieces.filter((piece) => !onlyChanged || linesOf(piece).length > 0)
        const files = onlyChanged ? [] : attachments.filter(({ question }) => codes.has(question))
        if (shown.length === 0 && files.length === 0) return null
        return (
          <Panel key={section.code} flush title={section.title}>
            {shown.map((piece) =>
              piece.isTable ? (
                <RowsTable key={piece.id} table={piece} lines={linesOf(piece)} whole={onlyChanged} />
              ) : (
                <DataTable
                  key={piece.id}
                  plain
                  label={`Answers: ${piece.title}`}
                  columns={[...columnsOf(piece), BY]}
                  rows={linesOf(piece)}
                  idOf={({ id }) => id}
                />
              ),
            )}
            {files.length > 0 ? (
              <ul className={css.files}>
                {files.map(({ id, uploadName, sizeBytes, attachedBy }) => (
                  <li key={id}>
                    <Button
                      size="xs"
                      variant="subtle"
                      onClick={() => void download(questionnaireAttachmentFile, { id: sheet.questionnaire.id, attachment: id })}
                    >
                      {uploadName}
                    </Button>
                    <span>
                      {fileSize(sizeBytes)}, {attachedBy}
                    </span>
                  </li>
                ))}
              </ul>
            ) : null}
          </Panel>
        )
      })}
      {returns.length > 0 ? (
        <Panel title="Signed">
          <ul className={css.signed}>
            {returns.map(({ number, signerName, signerTitle, signedAt, attestation, answersSha256 }) => (
              <li key={number}>
                <b>
                  {signerName}, {signerTitle}
                </b>{' '}
                on {formatMoment(signedAt)}: “{attestation}” <small>Attestation hash: {answersSha256}</small>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  )
}

/** From here on a table is shown in part, until somebody asks for all of it. */
const MANY = 12

function RowsTable({ table, lines, whole }: { table: ViewTable; lines: readonly Line[]; whole: boolean }) {
  const [all, setAll] = useState(false)
  const shown = all || whole || lines.length <= MANY ? lines : lines.slice(0, MANY)
  return (
    <div className={css.table}>
      <h3>{table.title}</h3>
      <DataTable
        plain
        label={table.title}
        columns={columnsOf(table)}
        rows={shown}
        idOf={({ id }) => id}
        empty={<p className={css.none}>No row was added.</p>}
      />
      {shown.length < lines.length ? (
        <div className={css.more}>
          <Button size="xs" variant="default" onClick={() => setAll(true)}>
            Show all {lines.length.toLocaleString('en-US')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Amounts and names are not broken; a text that could hold a word wider than its column may be. */
const LONG_WORD = 40

/** As the view has them; the difference as a badge. */
function columnsOf({ columns }: ViewTable): Column<Line>[] {
  return columns.map(
    ({ key, label, align }): Column<Line> => ({
      key,
      header: label,
      ...(align === 'right' ? { numeric: true } : {}),
      ...(key === 'number' ? { width: 64 } : key === 'question' ? { width: '30%' } : {}),
      cell: ({ cells, difference }) =>
        key === 'difference' || key === 'row-difference' ? (
          <span className={css.difference}>
            <StatusBadge status={difference} table={DIFFERENCE_STATUS} />
            {/^[+-]./.test(String(cells[key])) ? <small>{cells[key]}</small> : null}
          </span>
        ) : (
          <span className={String(cells[key] ?? '').length > LONG_WORD ? css.answer : css.cell}>{cells[key] ?? MISSING}</span>
        ),
    }),
  )
}
const BY: Column<Line> = textColumn('by', 'Answered by', { width: 210 })
