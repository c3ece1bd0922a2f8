/** Old kernel stack buffers for tests: the packed records of `osfmk/kern/debug.h`. */
import { chars, u32, u64 } from './kcdata-builder.ts'

export interface SnapshotThread {
  readonly id: number
  readonly kernel: readonly bigint[]
  readonly user: readonly bigint[]
}

const row = (address: bigint): number[] => [...u64(address), ...u64(0x16f00)]

/** A task and its threads with 64-bit rows; `release` picks the layout. */
export function stackSnapshot(
  release: '10.6' | '10.7',
  name: string,
  images: readonly (readonly [base: bigint, uuid: readonly number[]])[],
  threads: readonly SnapshotThread[],
): Uint8Array {
  const times = release === '10.6' ? [] : [...u64(1), ...u64(2)]
  const counts = release === '10.6' ? [] : [...u32(0), ...u32(300), ...u32(4), ...u32(5), ...u32(6)]
  const task = [...u32(0xdecafbad), ...u32(411), ...u32(images.length), ...times, ...counts, 3, ...chars(name, 17)]
  const loads = images.flatMap(([loadAddress, uuid]) => [...u64(loadAddress), ...uuid])
  const records = threads.flatMap(({ id, kernel, user }) => [
    ...u32(0xfeedface),
    ...u32(kernel.length),
    ...u32(user.length),
    ...u64(0x1111),
    ...u64(0x2222),
    ...u64(id),
    ...times,
    ...u32(0x81),
    3,
    ...kernel.flatMap(row),
    ...user.flatMap(row),
  ])
  return Uint8Array.from([...task, ...loads, ...records])
}
