/** The statement of a family of rules on a made report: codes and parameters, without the words of a language. */
import { factsOf } from '../../src/core/explain/crash-facts.ts'
import type { Family } from '../../src/core/explain/rule.ts'
import { stateOf } from '../../src/core/explain/statement.ts'
import type { Message } from '../../src/core/messages/message.ts'
import { runtimeAddress } from '../../src/core/model/address.ts'
import type { ExceptionInfo, Report } from '../../src/core/model/report.ts'
import { emptyDraft, reportOf, type Draft } from './planted-facts.ts'

/** An exception for each kind of end. */
export const ENDS = {
  abort: { type: 'EXC_CRASH', signal: 'SIGABRT' },
  trap: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
  access: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' },
  raised: { type: 'EXC_CRASH', signal: 'SIGSEGV' },
  killed: { type: 'EXC_CRASH', signal: 'SIGKILL' },
} as const satisfies Readonly<Record<string, ExceptionInfo>>

export type EndName = keyof typeof ENDS

export interface Stated {
  readonly id: string
  readonly code: string
  readonly kind: string | undefined
  readonly grade: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  readonly grounds: readonly Message[]
  readonly frames: readonly number[]
  readonly registers: readonly string[]
}

/** The first rule of the family that holds; undefined where none does. */
export function statedBy({ rules }: Family, parts: Partial<Draft>, more: Partial<Report> = {}): Stated | undefined {
  const made = reportOf({ ...emptyDraft(), ...parts })
  const facts = factsOf({ ...made, report: { ...made.report, ...more } })
  for (const rule of rules) {
    const found = stateOf(rule, facts)
    if (!found) continue
    const { id, kind, grade, message, grounds = [], frames = [], registers = [] } = found
    const { code = '', params = {} } = message ?? {}
    return { id, code, kind, grade, params, grounds, frames, registers }
  }
  return undefined
}

/** An address that is in no page that systems keep closed. */
export const FAR = 0x1_2345_6780n

export type AccessParts = Omit<Partial<Draft>, 'exception' | 'registers'> & {
  readonly exception?: ExceptionInfo
  readonly registers?: Readonly<Record<string, bigint>>
}

/** The statement on an access at an address, with the kernel's code 1 where no other is given. */
export function accessed(family: Family, address: bigint, code = 1n, more: AccessParts = {}): Stated | undefined {
  const { exception, registers = {}, ...rest } = more
  const codes = { rawCodes: [code, address], address: runtimeAddress(address) }
  return statedBy(family, {
    exception: { ...ENDS.access, ...codes, ...exception },
    registers: new Map(Object.entries(registers)),
    ...rest,
  })
}
