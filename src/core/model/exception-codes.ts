/** What the kernel packs into the first code of a guard or of a limit: the type in the top three bits. */
import type { ExceptionInfo } from './report.ts'

/** From this flavor on, a guard of a port only tells; a guard of memory with this bit, too. */
export const SOFT = 0x10_0000n

const typeIn = (code: bigint): bigint => BigInt.asUintN(64, code) >> 61n

/** Type of a guard, and what was done to it. */
export function guardOf(exception: ExceptionInfo | undefined): { type: bigint; flavor: bigint } | undefined {
  const [code] = exception?.rawCodes ?? []
  if (exception?.type !== 'EXC_GUARD' || code === undefined) return undefined
  return { type: typeIn(code), flavor: (code >> 32n) & 0x1fff_ffffn }
}

/** Type of a limit. */
export function limitOf(exception: ExceptionInfo | undefined): bigint | undefined {
  const [code] = exception?.rawCodes ?? []
  return exception?.type !== 'EXC_RESOURCE' || code === undefined ? undefined : typeIn(code)
}
