/** The head of a Word document: its title between the pictures of the institution and of the firm, as the band of a printed paper has them. */
import { AlignmentType, BorderStyle, ImageRun, Paragraph, ShadingType, Table, TableCell, TableRow, VerticalAlign, WidthType } from 'docx'
import { forXml } from '../../platform/formats/xlsx-writer.ts'
import type { Logo, Logos } from '../pdf/logos.ts'

/** Points, as logo-plate() of the house style has them: whole, never stretched, no larger than it prints sharp. */
const ROOM = { institution: { width: 104, height: 44 }, firm: { width: 84, height: 44 } }
const POINTS_A_PIXEL = 0.48
/** Twentieths of a point beside a picture, and the ground of one that is drawn for a dark one. */
const AIR = 200
const NAVY = '0B2A5B'
const NO_LINE = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const NO_LINES = { top: NO_LINE, bottom: NO_LINE, left: NO_LINE, right: NO_LINE, insideHorizontal: NO_LINE, insideVertical: NO_LINE }

interface Head {
  lines: Paragraph[]
  logos: Logos
  /** Names for the pictures' alternative texts. */
  owners: { institution: string; firm: string }
  /** Twentieths of a point. */
  width: number
}

/** Without pictures the lines alone. */
export function wordHeading({ lines, logos, owners, width }: Head): (Paragraph | Table)[] {
  const cells = (['institution', 'firm'] as const).map((whose) => {
    const logo = logos[whose]
    return logo && pictureCell(logo, ROOM[whose], owners[whose], whose === 'firm')
  })
  const [own, firm] = cells
  if (!own && !firm) return lines
  const pictures = (own?.width ?? 0) + (firm?.width ?? 0)
  const words = new TableCell({
    width: { size: width - pictures, type: WidthType.DXA },
    verticalAlign: VerticalAlign.CENTER,
    children: lines,
  })
  return [
    new Table({
      width: { size: width, type: WidthType.DXA },
      columnWidths: [...(own ? [own.width] : []), width - pictures, ...(firm ? [firm.width] : [])],
      borders: NO_LINES,
      rows: [new TableRow({ children: [...(own ? [own.cell] : []), words, ...(firm ? [firm.cell] : [])] })],
    }),
  ]
}

function pictureCell({ content, isLight }: Logo, room: { width: number; height: number }, owner: string, isLast: boolean) {
  const own = sizeOfPng(content)
  const scale = Math.min(room.width / own.width, room.height / own.height, POINTS_A_PIXEL)
  // The library takes ninety-sixths of an inch.
  const [wide, high] = [own.width * scale, own.height * scale].map((points) => Math.round((points * 96) / 72))
  const width = Math.ceil(own.width * scale * 20) + AIR + (isLight ? AIR : 0)
  const name = forXml(`Logo of ${owner}`)
  const cell = new TableCell({
    width: { size: width, type: WidthType.DXA },
    verticalAlign: VerticalAlign.CENTER,
    margins: {
      left: isLight || isLast ? AIR / 2 : 0,
      right: isLight || !isLast ? AIR / 2 : 0,
      top: isLight ? AIR / 2 : 0,
      bottom: isLight ? AIR / 2 : 0,
    },
    ...(isLight ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: NAVY } } : {}),
    children: [
      new Paragraph({
        alignment: isLast ? AlignmentType.RIGHT : AlignmentType.LEFT,
        children: [
          new ImageRun({
            type: 'png',
            data: content,
            transformation: { width: wide ?? 1, height: high ?? 1 },
            altText: { name, title: name, description: name },
          }),
        ],
      }),
    ],
  })
  return { cell, width }
}

/** From the header that a PNG begins with (RFC 2083, 11.2.1). */
function sizeOfPng(content: Uint8Array): { width: number; height: number } {
  const header = new DataView(content.buffer, content.byteOffset, 24)
  return { width: header.getUint32(16), height: header.getUint32(20) }
}
