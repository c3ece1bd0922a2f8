/** Writes tar archives header by header. */

export interface TarSpec {
  readonly path: string
  readonly prefix?: string
  /** `0` a file, `5` a folder, `L` a GNU long name, `x` pax records. */
  readonly type?: string
  readonly content: string | Uint8Array
}

const BLOCK = 512

/** A ustar archive with its two zero blocks. */
export function buildTar(entries: readonly TarSpec[]): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = []
  for (const { path, prefix = '', type = '0', content } of entries) {
    const data = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const header = new Uint8Array(BLOCK)
    const put = (at: number, text: string): void => header.set(new TextEncoder().encode(text), at)
    put(0, path)
    put(100, '0000644\0')
    put(124, `${data.length.toString(8).padStart(11, '0')}\0`)
    put(136, '00000000000\0')
    put(148, ' '.repeat(8))
    put(156, type)
    put(257, 'ustar\u000000')
    put(345, prefix)
    const sum = header.reduce((total, byte) => total + byte, 0)
    put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
    const padded = new Uint8Array(Math.ceil(data.length / BLOCK) * BLOCK)
    padded.set(data)
    blocks.push(header, padded)
  }
  blocks.push(new Uint8Array(BLOCK * 2))
  const whole = new Uint8Array(blocks.reduce((total, block) => total + block.length, 0))
  let at = 0
  for (const block of blocks) {
    whole.set(block, at)
    at += block.length
  }
  return whole
}

/** One pax record; its length counts its own digits. */
export function paxRecord(key: string, value: string): string {
  const rest = new TextEncoder().encode(` ${key}=${value}\n`).length
  let length = rest + 1
  while (length !== rest + String(length).length) length++
  return `${length} ${key}=${value}\n`
}
