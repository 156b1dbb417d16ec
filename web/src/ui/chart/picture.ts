/** A chart as a PNG: the scene on white in the light colors, under its title, with its date, its legend and where its figures are from. */
import { type ChartTheme, type Mark, type Scene, type Size, sceneSvg } from '@corridor/domain/reports/charts/scene.ts'
import { saveFile } from '../../kernel/call.ts'
import { SCREEN_THEME } from './screen-theme.ts'

export interface Picture {
  title: string
  /** Unit and date. */
  note: string
  /** The source of the figures, in words. */
  source: string
  scene: (theme: ChartTheme, size: Size) => Scene
  height: number
  legend?: readonly { label: string; color: string }[]
}

const WIDTH = 1080
const MARGIN = 32
/** Pixels of the file for each of the drawing: sharp on paper. */
const SCALE = 2
const FAMILY = 'Inter, Arial, sans-serif'

/** @returns the name of the file that was saved */
export async function savePicture(picture: Picture): Promise<string> {
  const svg = withLightColors(sceneSvg(framed(picture), FAMILY))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * SCALE
  canvas.height = image.naturalHeight * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser made no file of the picture.')
  const name = `${picture.title}.png`
  saveFile(blob, name)
  return name
}

const words = (x: number, y: number, text: string, size: number, fill: string, weight = 400): Mark => ({
  tag: 'text',
  attributes: { x, y, fontSize: size, fontWeight: weight, fill },
  text,
})

/** Title, note and legend above the scene, the source below it. */
export function framed({ title, note, source, scene, height, legend = [] }: Picture): Scene {
  const top = legend.length > 0 ? 118 : 88
  const inner = scene(SCREEN_THEME, { width: WIDTH - 2 * MARGIN, height })
  let at = MARGIN
  const key = legend.flatMap(({ label, color }) => {
    const x = at
    at += 30 + label.length * 8
    return [{ tag: 'path' as const, attributes: { d: `M${x} 88h12v12h-12z`, fill: color } }, words(x + 19, 99, label, 14, SCREEN_THEME.ink)]
  })
  return {
    width: WIDTH,
    height: top + height + 54,
    marks: [
      words(MARGIN, 44, title, 22, SCREEN_THEME.ink, 600),
      words(MARGIN, 68, note, 14, SCREEN_THEME.mute),
      ...key,
      ...inner.marks.map((mark) => moved(mark, MARGIN, top)),
      words(MARGIN, top + height + 34, source, 12, SCREEN_THEME.mute),
    ],
    points: [],
    top,
    bottom: top + height,
  }
}

const moved = (mark: Mark, x: number, y: number): Mark => ({
  ...mark,
  attributes: { ...mark.attributes, transform: `translate(${x} ${y}) ${mark.attributes.transform ?? ''}`.trim() },
})

/** A picture goes onto paper and slides: it takes the light colors whatever the screen shows. Nothing is painted before they are put back. */
function withLightColors(svg: string): string {
  const root = document.documentElement
  const shown = root.dataset.colorScheme
  root.dataset.colorScheme = 'light'
  const style = getComputedStyle(root)
  const light = svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim())
  if (shown === undefined) delete root.dataset.colorScheme
  else root.dataset.colorScheme = shown
  return light
}
