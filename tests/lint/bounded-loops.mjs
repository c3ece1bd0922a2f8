/**
 * A loop over input ends by the input's size, never by a number read from it.
 *
 * The rule reports loops without a condition, and loops up to an unbounded number. A loop is allowed if each round
 * spends from the budget, or takes bytes from a reader that throws at their end.
 *
 * A number is bounded if it is written in the code, or is the size of something in memory. The smaller of two numbers
 * is bounded if one of them is, as is arithmetic on bounded numbers alone. Results of calls, fields and parameters are
 * unbounded.
 */

/** Sizes of what is in memory or on disk; what a reader has left. */
const SIZES = new Set(['length', 'size', 'byteLength', 'remaining', 'done'])
/** Each throws once there is nothing left of what it takes. */
const SPENDS =
  /^(?:spend|readU8|readU16|readU32|readI32|readU64|readPointer|readUleb|getUint8|getUint16|getUint32|getBigUint64)$/
const CONSTANT = /^[A-Z][A-Z0-9_]*$/
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '>>', '>>>', '<<', '&', '**'])
const LESS = new Set(['<', '<=', '>', '>='])
const TYPES_ONLY = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ChainExpression'])

const bare = (node) => (TYPES_ONLY.has(node.type) ? bare(node.expression) : node)

/** Alternative conditions: one that ends the loop is enough. */
function conditions(test) {
  if (test?.type === 'LogicalExpression' && test.operator === '&&')
    return [...conditions(test.left), ...conditions(test.right)]
  return test ? [bare(test)] : []
}

/** The name of what is called: `spend` of `budget.spend('steps', 1)`. */
function calledName({ callee }) {
  const target = bare(callee)
  if (target.type === 'Identifier') return target.name
  return target.type === 'MemberExpression' && target.property.type === 'Identifier' ? target.property.name : undefined
}

/** Every node below one; functions inside run when they like, so they are left out. */
function* nodesIn(node, keys, isFirst = true) {
  if (!isFirst && /Function/.test(node.type)) return
  yield node
  for (const key of keys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child) yield* nodesIn(child, keys, false)
  }
}

export const boundedLoops = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: {
          /** Names of further functions that take a part of the input each time, or end what calls them. */
          takes: { type: 'string' },
          /**
           * Names of functions that read numbers. Where they are given, only a number that such a function gave in the same function is
           * unbounded: for code whose callers check what they hand down.
           */
          readBy: { type: 'string' },
        },
        additionalProperties: false,
      },
    ],
    messages: {
      endless: 'This loop has no end of its own: spend from the budget in it, or take bytes from a reader.',
      unbounded:
        'Nothing bounds this loop but a number from outside: spend from the budget in it, or compare with a size.',
    },
  },
  create(context) {
    const { visitorKeys } = context.sourceCode
    const takes = new RegExp(context.options[0]?.takes ?? '^$')
    const readBy = context.options[0]?.readBy === undefined ? undefined : new RegExp(context.options[0].readBy)
    const isSpending = (name) => name !== undefined && (SPENDS.test(name) || takes.test(name))

    function variableOf(identifier) {
      for (let scope = context.sourceCode.getScope(identifier); scope; scope = scope.upper) {
        const variable = scope.set.get(identifier.name)
        if (variable) return variable
      }
      return undefined
    }

    /** True if all values ever written to a variable are bounded; its own value counts, as in `at = at + size`. */
    function isBoundedName(identifier, asked) {
      if (CONSTANT.test(identifier.name)) return true
      const variable = variableOf(identifier)
      if (!variable || asked.has(variable)) return variable !== undefined
      const [definition] = variable.defs
      if (definition?.type !== 'Variable') return false
      const next = new Set(asked).add(variable)
      const written = variable.references.filter((reference) => reference.isWrite())
      return (
        written.length > 0 &&
        written.every(({ writeExpr, identifier: { parent } }) => {
          if (parent.type === 'UpdateExpression') return true
          return (
            writeExpr !== undefined &&
            writeExpr !== null &&
            parent.type !== 'ArrayPattern' &&
            isBounded(writeExpr, next)
          )
        })
      )
    }

    function isBounded(given, asked = new Set()) {
      const node = bare(given)
      const all = (nodes) => nodes.every((one) => isBounded(one, asked))
      switch (node.type) {
        case 'Literal':
          return true
        case 'Identifier':
          return isBoundedName(node, asked)
        case 'MemberExpression':
          return (
            node.property.type === 'Identifier' &&
            !node.computed &&
            (SIZES.has(node.property.name) || CONSTANT.test(node.property.name))
          )
        case 'UnaryExpression':
          return isBounded(node.argument, asked)
        case 'BinaryExpression':
          return ARITHMETIC.has(node.operator) && all([node.left, node.right])
        case 'LogicalExpression':
          return all([node.left, node.right])
        case 'ConditionalExpression':
          return all([node.consequent, node.alternate])
        case 'CallExpression': {
          const name = calledName(node)
          if (name === 'min') return node.arguments.some((one) => isBounded(one, asked))
          return /^(?:max|floor|ceil|round|Number|BigInt|u32|u64|i32|usize)$/.test(name) && all(node.arguments)
        }
        default:
          return false
      }
    }

    /** `load<u8>(p)`: too few bits to matter. */
    const isNarrow = ({ typeArguments }) =>
      /^<[ui](?:8|16)>$/.test(typeArguments ? context.sourceCode.getText(typeArguments) : '')

    /** True if this value contains a number of the input, as it was read. */
    function isRead(part, asked = new Set()) {
      if (part.type === 'CallExpression' && readBy.test(calledName(part) ?? '')) return !isNarrow(part)
      const variable = part.type === 'Identifier' ? variableOf(part) : undefined
      if (variable && !asked.has(variable)) {
        asked.add(variable)
        if (variable.references.some(({ writeExpr }) => writeExpr && isRead(writeExpr, asked))) return true
      }
      return (visitorKeys[part.type] ?? []).flatMap((key) => part[key]).some((child) => child && isRead(child, asked))
    }

    /** True if the loop does not count up to, or down from, a number as it was read. */
    function holdsHere(node) {
      if (node.type === 'BinaryExpression' && /^<=?$/.test(node.operator)) return !isRead(node.right)
      if (node.type === 'BinaryExpression' && /^>=?$/.test(node.operator)) return !isRead(node.left)
      return !isRead(node)
    }

    /** True if the loop ends by this condition, since its steps lead to something bounded. */
    function holds(test, loop) {
      const node = test.type === 'UnaryExpression' && test.operator === '!' ? bare(test.argument) : test
      if (node.type === 'Identifier') return walks(node, loop)
      if (node.type === 'MemberExpression') return isBounded(node) && node.property.name !== 'length'
      if (readBy) return holdsHere(node)
      if (node.type !== 'BinaryExpression' || !LESS.has(node.operator)) return false
      return (
        (isBounded(node.left) && isBounded(node.right)) ||
        [
          [node.left, node.right],
          [node.right, node.left],
        ].some(([counter, bound]) => isBounded(bound) && stepsTo(counter, node))
      )
    }

    /** True if the compared value grows each round up to a bound. Numbers that shrink to 0 may begin at any height. */
    function stepsTo(counter, comparison) {
      return (comparison.left === counter) === comparison.operator.startsWith('<')
    }

    /** True if a variable gets the elements of a list in turn, or elements taken off a list that does not grow here. */
    function walks(identifier, loop) {
      const variable = variableOf(identifier)
      const written = variable?.references.filter((reference) => reference.isWrite()) ?? []
      return (
        written.length > 0 &&
        written.every(({ writeExpr }) => {
          const value = writeExpr && bare(writeExpr)
          if (value?.type === 'MemberExpression') return value.computed
          if (value?.type !== 'CallExpression') return false
          const name = calledName(value)
          if (name === 'exec') return true
          return (name === 'pop' || name === 'shift') && !grows(value.callee.object, loop)
        })
      )
    }

    function grows(list, loop) {
      const name = context.sourceCode.getText(list)
      for (const node of nodesIn(loop.body, visitorKeys)) {
        if (node.type !== 'CallExpression' || !/^(?:push|unshift|append)$/.test(calledName(node) ?? '')) continue
        if (context.sourceCode.getText(node).includes(name)) return true
      }
      return false
    }

    const spends = (loop) => [loop.test, loop.update, loop.body].some((part) => part && spendsIn(part, new Set()))

    /** A function of this file that spends counts as what it calls. */
    function spendsIn(part, asked) {
      for (const node of nodesIn(part, visitorKeys)) {
        if (node.type !== 'CallExpression') continue
        if (isSpending(calledName(node))) return true
        const variable = node.callee.type === 'Identifier' ? variableOf(node.callee) : undefined
        const written = variable?.defs[0]?.node
        const called = written?.type === 'VariableDeclarator' ? written.init : written
        if (!called?.body || asked.has(called)) continue
        asked.add(called)
        if (spendsIn(called.body, asked)) return true
      }
      return false
    }

    /** Halving takes as many rounds as the largest number has bits. */
    const halves = (loop) =>
      /(?:>>>? 1|\/ 2n?)\b/.test(context.sourceCode.getText(loop.body)) &&
      /^low\b/.test(context.sourceCode.getText(loop.test))

    function check(loop) {
      const tests = conditions(loop.test)
      const isEndless = tests.length === 0 || tests.every((test) => test.type === 'Literal')
      if (!isEndless && tests.some((test) => holds(test, loop))) return
      if (spends(loop) || (!isEndless && halves(loop))) return
      context.report({ node: loop, messageId: isEndless ? 'endless' : 'unbounded' })
    }

    return { ForStatement: check, WhileStatement: check, DoWhileStatement: check }
  },
}
