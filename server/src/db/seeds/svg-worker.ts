/**
 * Makes PNG pictures of SVG drawings in a process of its own: where uploads are read, the decoder of SVG is shut for all threads of the
 * process (platform/files/images.ts), and it stays shut. Only drawings of the demo come here.
 */
import sharp from 'sharp'
import { z } from 'zod'

async function answer(message: unknown): Promise<void> {
  const drawings = z.array(z.string()).parse(message)
  const pictures = await Promise.all(drawings.map((drawing) => sharp(Buffer.from(drawing)).png().toBuffer()))
  process.send?.(pictures, () => process.disconnect())
}

process.once('message', (message) => void answer(message))
