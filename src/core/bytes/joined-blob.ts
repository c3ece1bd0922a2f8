/** Several Blobs in sequence, as one Blob that reads none of them before it is read itself. */

/** The parts as one Blob. Own subclasses of Blob, which the platform cannot join, are joined here. */
export function joinedBlob(parts: readonly Blob[]): Blob {
  return parts.every(isPlatform) ? new Blob([...parts]) : new JoinedBlob(parts)
}

/** True for a Blob that the platform can slice and join itself: it does not see the bytes of a subclass. */
export function isPlatform(blob: Blob): boolean {
  return !('readInto' in blob) && !('isFar' in blob) && !(blob instanceof JoinedBlob)
}

class JoinedBlob extends Blob {
  override readonly size: number
  readonly #parts: readonly Blob[]

  constructor(parts: readonly Blob[]) {
    super([])
    this.#parts = parts.filter(({ size }) => size > 0)
    this.size = this.#parts.reduce((sum, { size }) => sum + size, 0)
  }

  override slice(start = 0, end = this.size): Blob {
    const parts: Blob[] = []
    let at = 0
    for (const part of this.#parts) {
      const from = Math.max(0, start - at)
      const to = Math.min(part.size, end - at)
      if (to > from) parts.push(part.slice(from, to))
      at += part.size
    }
    const [only] = parts
    return only && parts.length === 1 ? only : new JoinedBlob(parts)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size)
    let at = 0
    for (const part of this.#parts) {
      bytes.set(new Uint8Array(await part.arrayBuffer()), at)
      at += part.size
    }
    return bytes.buffer
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer())
  }

  override stream(): ReturnType<Blob['stream']> {
    const left = [...this.#parts]
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const part = left.shift()
        if (part) controller.enqueue(new Uint8Array(await part.arrayBuffer()))
        else controller.close()
      },
    })
  }
}
