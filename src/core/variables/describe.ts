/** Scopes and variables as the report shows them. */
import { cutName } from '../demangle/readable.ts'
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/variables.ts'
import { FormatError } from '../model/problem.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { NoValue } from '../dwarf/expression/machine.ts'
import { evaluate, type FrameView } from './evaluate.ts'
import { expressionText } from '../dwarf/expression/text.ts'
import { OP_ADDR, OP_ADDRX } from '../dwarf/expression/operations.ts'
import type { ScopeEntry, VariableEntry } from './scopes.ts'
import { readEach } from '../bytes/paged.ts'
import { nameOfType } from './type-names.ts'
import { constantPlace } from './places.ts'
import { ValueReader } from './values.ts'
import type { Variable, VariableScope } from '../model/variables.ts'

/** Longer texts come from damage and are no names. */
const LONGEST_NAME = 1_000

/** Scopes in words. */
export function describeScopes(
  info: DebugInfo,
  scopes: readonly ScopeEntry[],
  frame?: FrameView,
): readonly VariableScope[] {
  return readEach(scopes, (scope) => describeScope(info, scope, frame))
}

function describeScope(
  info: DebugInfo,
  { function: name, inlined, variables }: ScopeEntry,
  frame: FrameView | undefined,
): VariableScope {
  const names = new Set<string>()
  return {
    function: name,
    inlined,
    variables: readEach(variables, (entry) => {
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
    name: cutName(info.text(die, D.AT_NAME) ?? '', LONGEST_NAME),
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
    if (thrown instanceof NoValue) return { unavailable: thrown.message }
    if (thrown instanceof FormatError) return { unavailable: unavailable.damagedType }
    throw thrown
  }
}

/** True for a location that is a plain address of the image. */
function isFixed([first]: Uint8Array): boolean {
  return first === OP_ADDR || first === OP_ADDRX
}
