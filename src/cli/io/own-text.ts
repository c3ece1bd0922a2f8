/** Recognizes what `symbolicate --format text` writes: text for people, without the images and addresses of its report. */
import { exported } from '../../core/messages/export.ts'
import type { InputFile } from '../../core/ports.ts'

/** The heading follows the headline and the causes. */
const HEAD_BYTES = 64 << 10

/** True if a file is text output of this program. */
export async function isOwnText({ blob }: InputFile): Promise<boolean> {
  const head = new TextDecoder().decode(await blob.slice(0, HEAD_BYTES).arrayBuffer())
  return head.includes(exported.quoted) && head.split(/\r?\n/).includes(exported.quoted)
}
