/** Scopes and variables as they are told. */
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/en/variables.ts'
import type { DebugInfo } from './debug-info.ts'
import { expressionText } from './expression-text.ts'
import { OP_ADDR, OP_ADDRX } from './operations.ts'
import type { ScopeEntry, VariableEntry } from './scopes.ts'
import { nameOfType } from './type-names.ts'
import type { Variable, VariableScope } from './variable.ts'

/** A scope in words. */
export function describeScope(info: DebugInfo, { function: name, inlined, variables }: ScopeEntry): VariableScope {
  const names = new Set<string>()
  return {
    function: name,
    inlined,
    variables: variables.map((entry) => {
      const variable = describeVariable(info, entry)
      const isHidden = names.has(variable.name)
      names.add(variable.name)
      return isHidden ? { ...variable, shadowed: true } : variable
    }),
  }
}

function describeVariable(info: DebugInfo, { die, kind, location, constant }: VariableEntry): Variable {
  const isLost = location === undefined || location.expression.length === 0
  return {
    name: info.text(die, D.AT_NAME) ?? '',
    kind: kind === 'local' && location && isFixed(location.expression) ? 'static' : kind,
    type: nameOfType(info, die),
    ...(!isLost && { location: expressionText(info, location.unit, location.expression) }),
    ...(isLost && !constant && { unavailable: unavailable.optimisedOut }),
  }
}

/** Whether a location is an address of the image and nothing more. */
function isFixed([first]: Uint8Array): boolean {
  return first === OP_ADDR || first === OP_ADDRX
}
