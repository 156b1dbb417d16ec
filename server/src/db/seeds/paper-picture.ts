/** A scanned page with a signature, dot by dot in grays: no drawing program and no font, so that every machine makes the same picture. */
import sharp from 'sharp'
import { randomOf } from './random.ts'

const WIDTH = 850
const HEIGHT = 1100
const PAPER = 251
const TEXT = 178
const INK = 40

export function pictureOfSignature(number: number): Promise<Buffer> {
  const random = randomOf('signature', number)
  const dots = Buffer.alloc(WIDTH * HEIGHT, PAPER)
  const block = (left: number, top: number, width: number, height: number, gray: number) => {
    for (let y = top; y < top + height; y += 1) dots.fill(gray, y * WIDTH + left, y * WIDTH + left + width)
  }
  block(110, 80, 300, 16, 70)
  for (let line = 0; line < 16; line += 1) block(110, 150 + line * 34, line % 5 === 4 ? random.whole(180, 420) : 630, 7, TEXT)
  block(110, 930, 420, 2, 100)
  // A wave whose height and pace change with each stroke.
  let phase = 0
  for (let x = 0; x < 330; x += 0.25) {
    const stroke = Math.floor(x / 47)
    phase += 0.02 + 0.02 * ((number * 7 + stroke * 5) % 4)
    const y = 880 + Math.sin(phase) * (18 + ((number * 11 + stroke * 13) % 34)) - x * 0.05
    block(Math.round(150 + x), Math.round(y), 3, 3, INK)
  }
  return sharp(dots, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
