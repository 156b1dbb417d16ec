/** The release note of a report, as words and as what the press draws of them: the same for a report that is printed and for one that is read. */

import { type Release, type ReportStamp, stampAs } from '@corridor/domain/reports/heading.ts'
import { type ReleaseNote, releaseNote } from '@corridor/domain/reports/release-note.ts'
import { printable } from '../document/printable.ts'
import type { Room } from './stamps.ts'

/** Input of stamp.typ. */
export interface DrawnMarks {
  text: string
  tone: ReportStamp['kind']
  /** 0 is as wide as the text. */
  width: number
  height: number
  note: (ReleaseNote & { width: number; height: number }) | null
}
/** A document that is to be printed, with what it says of its release. */
export interface MarkedDocument {
  stamp: ReportStamp & { longest: string }
  /** The room for what is not complete; null where everything is. */
  note: Room['note']
}

/** As a template reads it. */
export type PrintedDocument = MarkedDocument & Readonly<Record<string, unknown>>

/** As printed: a family's report as it reads once it is released; a paper that is made as it is asked for, as it stands. */
export const marksOf = ({ stamp }: Pick<MarkedDocument, 'stamp'>, room: Room) => marks(stamp, room, { standing: 'released', reason: null })

/** As a version is to be read. @param stamp of the same version in any standing */
export const marksFor = (stamp: ReportStamp, room: Room, release: Release) => marks(stampAs(stamp, release.standing), room, release)

function marks({ text, kind }: ReportStamp, room: Room, release: Release): { drawn: DrawnMarks; words: { stamp: string; note: string } } {
  const note = room.note && releaseNote(room.note.missing, release)
  return {
    drawn: {
      text,
      tone: kind,
      width: room.width,
      height: room.height,
      note:
        note && room.note
          ? { title: note.title, lines: note.lines.map(printable), width: room.note.width, height: room.note.height }
          : null,
    },
    words: { stamp: text, note: note ? [note.title, ...note.lines].join(' ') : '' },
  }
}
