/** The report through @react-pdf/renderer. */
import { Document, Font, Page, Path, Polyline, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { interFile, type PlainReport, type PlainTable } from './content.ts'

Font.register({ family: 'Inter', fonts: [{ src: interFile('400Regular') }, { src: interFile('600SemiBold'), fontWeight: 600 }] })
const styles = StyleSheet.create({
  page: { fontFamily: 'Inter', fontSize: 6.2, padding: 28, paddingBottom: 46 },
  band: { backgroundColor: '#0B2A5B', color: 'white', padding: 20, margin: -28, marginBottom: 14 },
  tiles: { flexDirection: 'row', flexWrap: 'wrap' },
  tile: { width: '20%', padding: 6, backgroundColor: '#F2F6FC' },
  row: { flexDirection: 'row', borderBottom: '0.4 solid #D8DFE8', paddingVertical: 2.5 },
  head: { flexDirection: 'row', backgroundColor: '#0B2A5B', color: 'white', fontWeight: 600, paddingVertical: 4 },
  footer: { position: 'absolute', bottom: 18, left: 28, right: 28, fontSize: 6 },
})

export const printReactPdf = (report: PlainReport): Promise<Buffer> => renderToBuffer(documentOf(report))

function documentOf(report: PlainReport) {
  const greatest = Math.max(...report.trend)
  const points = report.trend.map((value, index) => `${index * 36},${150 - (value / greatest) * 120}`).join(' ')
  let angle = 0
  const ring = report.shares.map(({ share, color }) => {
    const [from, to] = [angle, (angle += share * Math.PI * 2)]
    const at = (radius: number, turn: number) => `${42 + radius * Math.sin(turn)} ${42 - radius * Math.cos(turn)}`
    const large = share > 0.5 ? 1 : 0
    return h(Path, {
      key: color,
      fill: color,
      d: `M ${at(40, from)} A 40 40 0 ${large} 1 ${at(40, to)} L ${at(24, to)} A 24 24 0 ${large} 0 ${at(24, from)} Z`,
    })
  })
  return h(
    Document,
    { title: report.title, language: 'en-US' },
    h(
      Page,
      { size: 'LETTER', orientation: 'landscape', style: styles.page },
      h(
        View,
        { style: styles.band },
        h(Text, { style: { fontSize: 20, fontWeight: 600 } }, report.title),
        h(Text, { style: { fontSize: 11 } }, report.institution),
        h(Text, {}, report.asOf),
      ),
      h(
        View,
        { style: styles.tiles },
        ...report.tiles.map(({ label, value, note }) =>
          h(
            View,
            { key: label, style: styles.tile },
            h(Text, {}, label),
            h(Text, { style: { fontSize: 13, fontWeight: 600 } }, value),
            h(Text, {}, note),
          ),
        ),
      ),
      h(
        View,
        { style: { flexDirection: 'row' } },
        h(Svg, { width: 452, height: 158 }, h(Polyline, { points, stroke: '#1F5FBF', fill: 'none', strokeWidth: 1.6 })),
        h(Svg, { width: 84, height: 84 }, ...ring),
      ),
      ...report.tables.flatMap(tableOf),
      ...report.notes.map((note, index) => h(Text, { key: `note${index}` }, note)),
      h(Text, {
        style: styles.footer,
        fixed: true,
        render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
          `${report.footer}   Page ${pageNumber} of ${totalPages}`,
      }),
    ),
  )
}

function tableOf({ title, columns, rows }: PlainTable) {
  const cell = (text: string, index: number) =>
    h(Text, { key: index, style: { flex: index === 0 ? 1.5 : 1, textAlign: columns[index]?.right ? 'right' : 'left' } }, text)
  return [
    h(Text, { key: title, style: { fontSize: 11, fontWeight: 600, marginTop: 12, marginBottom: 4 } }, title),
    h(View, { key: `${title} head`, style: styles.head }, ...columns.map(({ label }, index) => cell(label, index))),
    ...rows.map(({ kind, cells }, index) =>
      h(
        View,
        { key: `${title}${index}`, wrap: false, style: kind === 'row' ? styles.row : { ...styles.row, fontWeight: 600 } },
        ...cells.map(cell),
      ),
    ),
  ]
}
