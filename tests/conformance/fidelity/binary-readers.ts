/** An independent reader of core files and minidumps: threads, registers, images, exceptions. */

/** A stated value, with its place in words. */
export interface Stated {
  readonly path: string
  readonly value: bigint | string
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Registers of LC_THREAD by flavor: bytes of one, how many; the last of arm64's words are flags. */
const flavors: Readonly<Record<string, readonly [bytes: 4 | 8, count: number]>> = {
  '16777228/6': [8, 33],
  '16777223/4': [8, 21],
  '7/1': [4, 16],
  '12/1': [4, 17],
}

export function statedInCore(bytes: Uint8Array): readonly Stated[] {
  const view = viewOf(bytes)
  const isWide = view.getUint32(0, true) === 0xfeedfacf
  const cpu = view.getUint32(4, true)
  const stated: Stated[] = []
  let at = isWide ? 32 : 28
  for (let command = 0; command < view.getUint32(16, true); command++) {
    const kind = view.getUint32(at, true)
    const size = view.getUint32(at + 4, true)
    if (kind === 4) {
      for (let place = at + 8; place + 8 <= at + size;) {
        const flavor = view.getUint32(place, true)
        const words = view.getUint32(place + 4, true)
        const [width, count] = flavors[`${cpu}/${flavor}`] ?? [4, 0]
        for (let index = 0; index < count; index++) {
          const word = place + 8 + index * width
          const value = width === 8 ? view.getBigUint64(word, true) : BigInt(view.getUint32(word, true))
          stated.push({ path: `thread.register ${index}`, value })
        }
        place += 8 + words * 4
      }
    }
    if (kind === 0x19) {
      // A segment that begins with a Mach header is an image.
      const start = Number(view.getBigUint64(at + 40, true))
      const isImage = view.getUint32(start, true) === 0xfeedfacf && view.getUint32(start + 12, true) !== 4
      if (isImage) stated.push({ path: 'image.address', value: view.getBigUint64(at + 24, true) })
      if (isImage) stated.push(...uuidOf(view, start))
    }
    at += size
  }
  return stated
}

function uuidOf(view: DataView, image: number): readonly Stated[] {
  let at = image + 32
  for (let command = 0; command < view.getUint32(image + 16, true); command++) {
    if (view.getUint32(at, true) === 0x1b) return [{ path: 'image.uuid', value: hexOf(view, at + 8, 16) }]
    at += view.getUint32(at + 4, true)
  }
  return []
}

const hexOf = (view: DataView, at: number, size: number): string =>
  Array.from({ length: size }, (_, index) =>
    view
      .getUint8(at + index)
      .toString(16)
      .padStart(2, '0'),
  ).join('')

/** Where the registers of a minidump's contexts lie: bytes of one, first, count. By processor. */
const contexts: Readonly<Record<number, readonly [bytes: 4 | 8, first: number, count: number]>> = {
  9: [8, 0x78, 17],
  12: [8, 8, 33],
  5: [4, 4, 16],
}

export function statedInMinidump(bytes: Uint8Array): readonly Stated[] {
  const view = viewOf(bytes)
  const streams = new Map<number, number>()
  const sizes = new Map<number, number>()
  for (let index = 0; index < view.getUint32(8, true); index++) {
    const entry = view.getUint32(12, true) + index * 12
    streams.set(view.getUint32(entry, true), view.getUint32(entry + 8, true))
    sizes.set(view.getUint32(entry, true), view.getUint32(entry + 4, true))
  }
  /** The entries of a list; some writers align them behind the count. */
  const entriesOf = (type: number, bytesOfEach: number): readonly number[] => {
    const at = streams.get(type)
    if (at === undefined) return []
    const count = view.getUint32(at, true)
    const first = at + (sizes.get(type) ?? 0) - count * bytesOfEach
    return Array.from({ length: count }, (_, index) => first + index * bytesOfEach)
  }
  const stated: Stated[] = []
  const state = (path: string, value: bigint | number): void => void stated.push({ path, value: BigInt(value) })
  const system = streams.get(7)
  const processor = system === undefined ? 0xffff : view.getUint16(system, true)
  const thrown = streams.get(6)
  const thrownId = thrown === undefined ? undefined : view.getUint32(thrown, true)
  const registers = (at: number): void => {
    const [width, first, count] = contexts[processor] ?? [4, 0, 0]
    for (let index = 0; index < count; index++) {
      const word = at + first + index * width
      state(`thread.register ${index}`, width === 8 ? view.getBigUint64(word, true) : view.getUint32(word, true))
    }
  }
  for (const at of entriesOf(3, 48)) {
    state('thread.id', view.getUint32(at, true))
    // The exception has registers of its own for the thread that it stopped.
    if (view.getUint32(at, true) !== thrownId) registers(view.getUint32(at + 44, true))
  }
  if (thrown !== undefined) {
    state('exception.thread', view.getUint32(thrown, true))
    state('exception.code', view.getUint32(thrown + 8, true))
    state('exception.address', view.getBigUint64(thrown + 24, true))
    registers(view.getUint32(thrown + 164, true))
  }
  for (const at of entriesOf(4, 108)) {
    state('module.address', view.getBigUint64(at, true))
    state('module.size', view.getUint32(at + 8, true))
    const name = view.getUint32(at + 20, true)
    const units = new Uint16Array(
      Uint8Array.from(bytes.subarray(name + 4, name + 4 + view.getUint32(name, true))).buffer,
    )
    stated.push({ path: 'module.path', value: String.fromCharCode(...units) })
    const record = view.getUint32(at + 80, true)
    if (view.getUint32(at + 76, true) < 20 || record === 0) continue
    const guid = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
    stated.push({ path: 'module.uuid', value: guid.map((byte) => hexOf(view, record + 4 + byte, 1)).join('') })
  }
  return stated
}
