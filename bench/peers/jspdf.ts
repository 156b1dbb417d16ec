/** The report through jsPDF and its table plugin: untagged, charts drawn by hand. */
import { readFileSync } from 'node:fs'
import { jsPDF } from 'jspdf'
import { autoTable } from 'jspdf-autotable'
import { interFile, type PlainReport } from './content.ts'

const fonts = [
  ['normal', readFileSync(interFile('400Regular')).toString('base64')],
  ['bold', readFileSync(interFile('600SemiBold')).toString('base64')],
] as const

export function printJsPdf(report: PlainReport): Buffer {
  const pdf = new jsPDF({ unit: 'pt', format: 'letter', orientation: 'landscape', compress: true })
  for (const [style, font] of fonts) {
    pdf.addFileToVFS(`Inter-${style}.ttf`, font)
    pdf.addFont(`Inter-${style}.ttf`, 'Inter', style)
  }
  pdf
    .setFont('Inter', 'bold')
    .setFillColor('#0B2A5B')
    .rect(0, 0, 792, 92, 'F')
    .setTextColor('#FFFFFF')
    .setFontSize(20)
    .text(report.title, 28, 40)
  pdf.setFontSize(11).text(report.institution, 28, 60).text(report.asOf, 640, 40).setTextColor('#1B2430')
  report.tiles.forEach(({ label, value, note }, index) => {
    const [x, y] = [28 + (index % 5) * 149, 112 + Math.floor(index / 5) * 60]
    pdf
      .setFillColor('#F2F6FC')
      .rect(x, y, 141, 54, 'F')
      .setFontSize(7)
      .text(label, x + 8, y + 14)
      .text(note, x + 8, y + 46)
      .setFontSize(13)
      .text(value, x + 8, y + 32)
  })
  const greatest = Math.max(...report.trend)
  report.trend
    .slice(1)
    .forEach((value, index) =>
      pdf.line(28 + index * 36, 400 - ((report.trend[index] ?? 0) / greatest) * 120, 64 + index * 36, 400 - (value / greatest) * 120),
    )
  let angle = 0
  for (const { share, color } of report.shares) {
    pdf.setFillColor(color)
    for (let step = 0; step < 24; step++) {
      const [from, to] = [angle + (share * 2 * Math.PI * step) / 24, angle + (share * 2 * Math.PI * (step + 1)) / 24]
      pdf.triangle(620, 320, 620 + 40 * Math.sin(from), 320 - 40 * Math.cos(from), 620 + 40 * Math.sin(to), 320 - 40 * Math.cos(to), 'F')
    }
    angle += share * 2 * Math.PI
  }
  let startY = 430
  for (const { title, columns, rows } of report.tables) {
    pdf.setFontSize(11).text(title, 28, startY)
    autoTable(pdf, {
      startY: startY + 6,
      margin: { left: 28, right: 28, bottom: 46 },
      rowPageBreak: 'avoid',
      styles: { font: 'Inter', fontSize: 6.2, cellPadding: 2 },
      headStyles: { fillColor: '#0B2A5B' },
      columnStyles: Object.fromEntries(
        columns.map(({ right }, index) => [index, { halign: right ? ('right' as const) : ('left' as const) }]),
      ),
      head: [columns.map(({ label }) => label)],
      body: rows.map(({ kind, cells }) => (kind === 'group' ? [{ content: cells[0] ?? '', colSpan: columns.length }] : cells)),
      didDrawPage: () => {
        pdf.setFontSize(6).text(report.footer, 28, 590)
      },
    })
    const end: unknown = Reflect.get(Reflect.get(pdf, 'lastAutoTable') ?? {}, 'finalY')
    startY = (typeof end === 'number' ? end : 0) + 24
    if (startY > 520) {
      pdf.addPage()
      startY = 40
    }
  }
  pdf.setFontSize(7).text(report.notes, 28, startY)
  return Buffer.from(pdf.output('arraybuffer'))
}
