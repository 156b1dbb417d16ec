/** The part of a chart that needs ECharts, loaded when one comes into sight. SVG, no animation, disposed with the page. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TitleComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use as install } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

install([BarChart, LineChart, PieChart, GridComponent, TitleComponent, TooltipComponent, SVGRenderer])

/** @param point the data point under the keyboard, shown with its tooltip */
export function Drawing({ option, point }: { option: EChartsCoreOption; point: number | null }) {
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const drawn = init(element, undefined, { renderer: 'svg' })
    chart.current = drawn
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption({ ...option, animation: false }, { notMerge: true })
  }, [option])

  useEffect(() => {
    if (point === null) chart.current?.dispatchAction({ type: 'hideTip' })
    else chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: point })
  }, [point])

  return <div ref={host} style={{ width: '100%', height: '100%' }} aria-hidden />
}
