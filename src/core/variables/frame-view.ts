/** Frames of a stopped process as expressions see them. */
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/variables.ts'
import type { RegisterValues, VectorValues } from '../memory/registers.ts'
import { valueAtCall } from '../dwarf/reader/call-sites.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { NoValue } from '../dwarf/expression/machine.ts'
import { evaluate, type FrameView } from './evaluate.ts'
import type { Die } from '../dwarf/reader/unit.ts'

/** Enough for some thousand large variables; about a second. */
const MOST_WORK = 500_000

export interface FrameState {
  readonly registers: RegisterValues
  readonly vectors: VectorValues | undefined
  /** The caller's stack pointer before the call. */
  readonly cfa: bigint | undefined
  readonly memory: FrameView['memory']
  readonly runtime: FrameView['runtime']
  readonly pc: bigint
  /** The frame that called this one, where its function has debug information. */
  readonly caller: () => CallerFrame | undefined
}

export interface CallerFrame {
  readonly info: DebugInfo
  readonly function: Die
  readonly view: FrameView
  /** Where the call returns to, as linked. */
  readonly returnAddress: bigint
}

/** A frame of a function. */
export function frameView(info: DebugInfo, of: Die, state: FrameState): FrameView {
  const view: FrameView = {
    register: (number) => state.registers.get(number),
    vector: (number) => state.vectors?.get(number),
    memory: state.memory,
    runtime: state.runtime,
    pc: state.pc,
    work: { left: MOST_WORK },
    cfa: state.cfa,
    frameBase: () => {
      const expression = of.attributes.get(D.AT_FRAME_BASE)?.bytes
      // Without a frame base of its own, so that one that counts from itself ends.
      const place = expression && evaluate(info, of.unit, expression, { ...view, frameBase: noFrameBase })
      if (place?.kind === 'memory') return place.address
      if (place?.kind === 'bits') return place.bits
      return noFrameBase()
    },
    atEntry: (register) => {
      const caller = state.caller()
      const value = caller && valueAtCall(caller.info, caller.function, caller.returnAddress, register)
      if (!value) throw new NoValue(unavailable.noCaller)
      const place = evaluate(caller.info, value.unit, value.expression, caller.view)
      if (place.kind === 'memory') return place.address
      if (place.kind === 'bits') return place.bits
      throw new NoValue(unavailable.noCaller)
    },
  }
  return view
}

function noFrameBase(): never {
  throw new NoValue(unavailable.noFrameBase)
}
