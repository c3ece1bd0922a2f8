/** Data that instructions point at. */
import type { Instruction } from '../instructions/instruction.ts'

/** For each instruction the address of data that it forms, alone or with an earlier instruction that formed its page. */
export function dataAddresses(instructions: readonly Instruction[]): readonly (bigint | undefined)[] {
  const pages = new Map<string, bigint>()
  return instructions.map(({ data, result }) => {
    const page = data?.kind === 'offset' ? pages.get(data.page.whole) : undefined
    if (result) pages.delete(result.whole)
    switch (data?.kind) {
      case 'whole':
        return data.address
      case 'page':
        pages.set(data.into.whole, data.address)
        return undefined
      case 'offset':
        return page === undefined ? undefined : page + data.bytes
      case undefined:
        return undefined
    }
  })
}
