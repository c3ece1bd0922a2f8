/**
 * Forbids spreading a list into the arguments of a call. Each element takes a place on the stack, and from some hundred
 * thousand on the call throws a RangeError. `append` and `largest` of `core/model/lists.ts` take lists of any length.
 * Allowed are rest arguments passed on, list literals and constant lists.
 */

const CONSTANT = /^[A-Z][A-Z0-9_]*$/

function isRest(identifier, scope) {
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(identifier.name)
    if (variable)
      return variable.defs.some(({ type, name }) => type === 'Parameter' && name.parent.type === 'RestElement')
  }
  return false
}

function isSmall(node, scope) {
  switch (node.type) {
    case 'Identifier':
      return CONSTANT.test(node.name) || isRest(node, scope)
    case 'ArrayExpression':
      return node.elements.every((one) => one?.type !== 'SpreadElement' || isSmall(one.argument, scope))
    case 'ConditionalExpression':
      return isSmall(node.consequent, scope) && isSmall(node.alternate, scope)
    default:
      return false
  }
}

export const smallSpreads = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { spread: 'A list of any length is no list of arguments: use append, largest or flat.' },
  },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'spread' })
    const check = (call) => {
      const scope = context.sourceCode.getScope(call)
      for (const argument of call.arguments)
        if (argument.type === 'SpreadElement' && !isSmall(argument.argument, scope)) report(argument)
      const { callee } = call
      const isApply = callee.type === 'MemberExpression' && callee.property.name === 'apply'
      const list = isApply ? call.arguments.at(-1) : undefined
      if (list && call.arguments.length > 1 && !isSmall(list, scope)) report(list)
    }
    return { CallExpression: check, NewExpression: check }
  },
}
