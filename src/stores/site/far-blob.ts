/** A remote file as a Blob, read in blocks. Each block is verified before use. */
import type { FarBytes } from '../../core/ports.ts'
import { sliceBounds } from '../slice-bounds.ts'

/** Reads ranges of one file. */
export interface FarFile {
  readonly bytes: number
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

export class FarBlob extends Blob implements FarBytes {
  readonly isFar = true
  readonly #file: FarFile
  readonly #start: number
  readonly #end: number

  constructor(file: FarFile, start = 0, end = file.bytes) {
    super([])
    this.#file = file
    this.#start = start
    this.#end = end
  }

  override get size(): number {
    return this.#end - this.#start
  }

  override slice(start = 0, end = this.size): Blob {
    const [from, to] = sliceBounds(start, end, this.size)
    return new FarBlob(this.#file, this.#start + from, this.#start + to)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#file.read(this.#start, this.#end)
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }

  override stream(): ReturnType<Blob['stream']> {
    let at = this.#start
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const end = Math.min(at + (1 << 20), this.#end)
        if (end > at) controller.enqueue(await this.#file.read(at, end))
        at = end
        if (at >= this.#end) controller.close()
      },
    })
  }
}
