/** Room for the lines of a stream that are held at once: so many lines, and so many bytes in all. */
export class Room {
  #lines: number
  #bytes: number
  #wake: (() => void) | undefined

  constructor(lines: number, bytes: number) {
    this.#lines = lines
    this.#bytes = bytes
  }

  /** Waits until there is room for both. One caller waits at a time. */
  async take(room: { readonly lines?: number; readonly bytes?: number }): Promise<void> {
    const { lines = 0, bytes = 0 } = room
    while (this.#lines < lines || this.#bytes < bytes) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#lines -= lines
    this.#bytes -= bytes
  }

  /** Gives room back. A negative number takes it at once, even where there is too little: the next caller of `take` waits longer. */
  give(room: { readonly lines?: number; readonly bytes?: number }): void {
    this.#lines += room.lines ?? 0
    this.#bytes += room.bytes ?? 0
    this.#wake?.()
  }
}
