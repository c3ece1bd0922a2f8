/** Kernel data buffers for tests, item by item, as `kern_cdata.h` lays them out. */

const bytesOf = (value: bigint | number, size: number): number[] =>
  Array.from({ length: size }, (_, at) => Number((BigInt.asUintN(64, BigInt(value)) >> BigInt(8 * at)) & 0xffn))

export const u32 = (value: number): number[] => bytesOf(value, 4)
export const u64 = (value: bigint | number): number[] => bytesOf(value, 8)
export const chars = (text: string, size = text.length + 1): number[] =>
  [...new TextEncoder().encode(text), ...Array<number>(size).fill(0)].slice(0, size)

/** An item, padded to 16 bytes; the flags contain the padding, as in newer kernels. */
export function kcItem(type: number, payload: readonly number[]): number[] {
  const padding = (16 - (payload.length % 16)) % 16
  return [
    ...u32(type),
    ...u32(payload.length + padding),
    ...u64(0x80 | padding),
    ...payload,
    ...Array<number>(padding).fill(0),
  ]
}

/** An array in the newer layout: the padding is in its type. */
export function kcArray(type: number, elements: readonly (readonly number[])[]): number[] {
  const payload = elements.flat()
  const padding = (16 - (payload.length % 16)) % 16
  const flags = (BigInt(type) << 32n) | BigInt(elements.length)
  return [
    ...u32(0x20 + padding),
    ...u32(payload.length + padding),
    ...u64(flags),
    ...payload,
    ...Array<number>(padding).fill(0),
  ]
}

export function kcContainer(type: number, id: number, items: readonly number[]): number[] {
  const begin = [...u32(0x13), ...u32(16), ...u64(id), ...u32(type), ...Array<number>(12).fill(0)]
  return [...begin, ...items, ...u32(0x14), ...u32(0), ...u64(id)]
}

export function kcBuffer(magic: number, items: readonly number[]): Uint8Array {
  return Uint8Array.from([...u32(magic), ...u32(0), ...u64(0x80), ...items, ...u32(0xf19158ed), ...u32(0), ...u64(0)])
}

const UUID = Array.from({ length: 16 }, (_, at) => 0xa0 + at)

/** One task with two threads, one image and a shared cache. */
export function kioskStackshot(): Uint8Array {
  const task = [...Array<number>(84).fill(0), ...u32(411), ...chars('Kiosk', 32)]
  const thread = (id: number, state: number): number[] => [
    ...u64(id),
    ...u64(0),
    ...u64(0xffffff80003b1860n),
    ...Array<number>(64).fill(0),
    ...u32(state),
  ]
  return kcBuffer(0x59a25807, [
    ...kcItem(0x90f, chars('Darwin Kernel Version 23.1.0')),
    ...kcItem(0x35, u64(1_700_000_000_000_000n)),
    ...kcItem(0x908, [...u64(0x1000), ...UUID.map((byte) => byte ^ 0xff), ...u64(0x1_8000_0000n)]),
    ...kcContainer(0x903, 411, [
      ...kcItem(0x905, task),
      ...kcArray(0x31, [[...u64(0x1_0400_0000n), ...UUID]]),
      ...kcContainer(0x904, 5150, [
        ...kcItem(0x906, thread(5150, 0x1)),
        ...kcItem(0x909, chars('till')),
        ...kcArray(0x914, [u64(0xffffff8000200010n)]),
        ...kcArray(0x90d, [
          [...u64(0x1_8000_0010n), ...u64(0x16f00)],
          [...u64(0x1_0400_412cn), ...u64(0x16f10)],
          [...u64(0x10), ...u64(0)],
        ]),
      ]),
      ...kcContainer(0x904, 5151, [...kcItem(0x906, thread(5151, 0x4)), ...kcArray(0x916, [u64(0x1_0400_5000n)])]),
    ]),
  ])
}

/** A corpse with the reason of its end as a buffer within. */
export function kioskCorpse(): Uint8Array {
  const reason = [
    ...u32(0x53a20900),
    ...u32(0),
    ...u64(0x80),
    ...kcItem(0x1002, chars('out of coins')),
    ...u32(0xf19158ed),
    ...u32(0),
    ...u64(0),
  ]
  return kcBuffer(0xdeadf157, [
    ...kcItem(0x805, u32(411)),
    ...kcItem(0x80f, chars('/private/var/containers/Bundle/Application/X/Kiosk.app/Kiosk')),
    ...kcItem(0x80e, [...u64(0x6000000), ...u64(0)]),
    ...kcItem(0x1001, [...u32(15), ...u64(0x8badf00dn)]),
    ...kcItem(0x38, reason),
  ])
}
