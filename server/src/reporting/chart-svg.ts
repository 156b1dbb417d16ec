/** A chart as SVG text, from the same ECharts options that the browser draws. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TitleComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([LineChart, PieChart, BarChart, GridComponent, TitleComponent, SVGRenderer])

/** @param width and height in points; the option's sizes count in the same unit */
export function chartSvg(option: object, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    const still: EChartsCoreOption = { ...option, animation: false }
    chart.setOption(still)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
