/** Every page of a PDF as a picture for the printer; the browser's own print of a canvas view would hold the pages in sight only. */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect } from 'react'

const DOTS_PER_INCH = 150
const POINTS_PER_INCH = 72

/** @param onPage before each page is drawn */
export async function paperOf(document: PDFDocumentProxy, rotation: number, onPage: (page: number) => void) {
  const canvas = window.document.createElement('canvas')
  const addresses: string[] = []
  let size = { width: 612, height: 792 }
  for (let number = 1; number <= document.numPages; number++) {
    onPage(number)
    const page = await document.getPage(number)
    const turned = (page.rotate + rotation) % 360
    const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH, rotation: turned })
    if (number === 1) size = pointsOf(page.getViewport({ scale: 1, rotation: turned }))
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport, intent: 'print' }).promise
    addresses.push(URL.createObjectURL(await pictureOf(canvas)))
    page.cleanup()
  }
  canvas.width = 0
  return { content: <Sheets addresses={addresses} />, size }
}

const pointsOf = ({ width, height }: { width: number; height: number }) => ({ width: Math.round(width), height: Math.round(height) })

const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The page gave no picture.'))), 'image/png'),
  )

function Sheets({ addresses }: { addresses: readonly string[] }) {
  useEffect(() => () => addresses.forEach((address) => URL.revokeObjectURL(address)), [addresses])
  return addresses.map((address) => <img key={address} src={address} alt="" />)
}
