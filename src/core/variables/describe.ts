/** Scopes and variables as they are told. */
import { ByteCursor } from '../bytes/cursor.ts'
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/en/variables.ts'
import { FormatError } from '../model/problem.ts'
import type { DebugInfo } from './debug-info.ts'
import { evaluate, type FrameView, type Place } from './evaluate.ts'
import { expressionText } from './expression-text.ts'
import { OP_ADDR, OP_ADDRX } from './operations.ts'
import type { ScopeEntry, VariableEntry } from './scopes.ts'
import { nameOfType } from './type-names.ts'
import { ValueReader } from './values.ts'
import { readNumber, type AttributeValue } from './unit.ts'
import type { Variable, VariableScope } from './variable.ts'

const MOST_CONSTANT_BYTES = 256

/** A scope in words. */
export function describeScope(
  info: DebugInfo,
  { function: name, inlined, variables }: ScopeEntry,
  frame?: FrameView,
): VariableScope {
  const names = new Set<string>()
  return {
    function: name,
    inlined,
    variables: variables.map((entry) => {
      const variable = describeVariable(info, entry, frame)
      const isHidden = names.has(variable.name)
      names.add(variable.name)
      return isHidden ? { ...variable, shadowed: true } : variable
    }),
  }
}

function describeVariable(info: DebugInfo, entry: VariableEntry, frame: FrameView | undefined): Variable {
  const { die, kind, location, constant } = entry
  const isLost = location === undefined || location.expression.length === 0
  return {
    name: info.text(die, D.AT_NAME) ?? '',
    kind: kind === 'local' && location && isFixed(location.expression) ? 'static' : kind,
    type: nameOfType(info, die),
    ...(!isLost && { location: expressionText(info, location.unit, location.expression) }),
    ...(isLost && !constant && { unavailable: unavailable.optimisedOut }),
    ...((!isLost || constant) && frame && valueOf(info, entry, frame)),
  }
}

function valueOf(info: DebugInfo, { die, location, constant }: VariableEntry, frame: FrameView): Partial<Variable> {
  const holder = info.whoHas(die, D.AT_TYPE)
  const type = holder && info.referred(holder, D.AT_TYPE)
  try {
    const place = location
      ? evaluate(info, location.unit, location.expression, frame)
      : constant && constantPlace(info, constant)
    return place ? new ValueReader(info, frame).show(type, place) : {}
  } catch (thrown) {
    if (thrown instanceof FormatError) return { unavailable: unavailable.damagedType }
    throw thrown
  }
}

function constantPlace(info: DebugInfo, { number, bytes }: AttributeValue): Place {
  if (!bytes) return { kind: 'bits', bits: BigInt.asUintN(64, number), size: 64 }
  const { littleEndian } = info.image
  const few = bytes.subarray(0, MOST_CONSTANT_BYTES)
  const bits = readNumber(new ByteCursor(few, { file: '', littleEndian }), few.length)
  return { kind: 'bits', bits, size: few.length * 8 }
}

/** Whether a location is an address of the image and nothing more. */
function isFixed([first]: Uint8Array): boolean {
  return first === OP_ADDR || first === OP_ADDRX
}
