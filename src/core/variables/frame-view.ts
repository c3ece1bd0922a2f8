/** Frames of a stopped process as expressions see them. */
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/en/variables.ts'
import type { RegisterValues } from '../memory/registers.ts'
import { valueAtCall } from './call-sites.ts'
import type { DebugInfo } from './debug-info.ts'
import { evaluate, NoValue, type FrameView } from './evaluate.ts'
import type { Die } from './unit.ts'

export interface FrameState {
  readonly registers: RegisterValues
  /** The caller's stack pointer before the call. */
  readonly cfa: bigint | undefined
  readonly memory: FrameView['memory']
  /** Runtime address minus link address of the frame's image. */
  readonly slide: bigint
  /** The frame that called this one, where its function has debug information. */
  readonly caller?: CallerFrame
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
    memory: state.memory,
    slide: state.slide,
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
      const { caller } = state
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
