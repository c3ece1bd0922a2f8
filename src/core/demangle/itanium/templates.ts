/** Template parameters and arguments: `<template-param>`, `<template-args>`; Itanium C++ ABI, 5.1.5. */
import { readEncoding } from './encodings.ts'
import { readConstraint, readExpression, readUntil } from './expressions.ts'
import { readParameterDeclaration, startsParameterDeclaration } from './lambdas.ts'
import { readPrimary } from './literals.ts'
import { invalid, type Mangled } from './mangled.ts'
import {
  forwardNode,
  identifierNode,
  Kind,
  packArgumentNode,
  packNode,
  templatedNode,
  textNode,
  type Node,
} from './node.ts'
import { readType } from './types.ts'

const AUTO = textNode('auto')

/** The argument for the parameter `T_`, `T0_`, `TL0__` … */
export function readTemplateParameter(m: Mangled): Node {
  const start = m.at
  m.expect(0x54 /* T */)
  let level = 0
  if (m.eat(0x4c /* L */)) {
    level = m.readCount() + 1
    m.expect(0x5f /* _ */)
  }
  let index = 0
  if (!m.eat(0x5f /* _ */)) {
    index = m.readCount() + 1
    m.expect(0x5f /* _ */)
  }
  if (m.allowsForward && level === 0) {
    const reference = forwardNode(index)
    m.forwards.push(reference)
    return reference
  }
  if (m.inConstraint) return identifierNode(start, m.at - 1)
  const argument = m.templateLevels[level]?.[index]
  if (argument) return argument
  if (m.lambdaLevel !== level || level > m.templateLevels.length) throw invalid
  if (level === m.templateLevels.length) m.templateLevels.push(undefined)
  return AUTO
}

/** `name<…>`. The arguments of a function's name (`notes`) are kept for the template parameters that follow. */
export function readTemplateArgs(m: Mangled, name: Node, notes: boolean): Node {
  m.enter()
  m.expect(0x49 /* I */)
  const known: Node[] = []
  if (notes) m.templateLevels = [known]
  const start = m.listStart
  while (!m.eat(0x45 /* E */)) {
    const argument = readTemplateArg(m)
    m.collect(argument)
    if (notes) known.push(argument.kind === Kind.packArgument ? packNode(argument.list) : argument)
    if (m.eat(0x51 /* Q */)) {
      // The constraint is not printed: the arguments already say as much.
      readConstraint(m)
      m.expect(0x45 /* E */)
      break
    }
  }
  m.leave()
  return templatedNode(name, m.takeList(start))
}

export function readTemplateArg(m: Mangled): Node {
  switch (m.look()) {
    case 0x58 /* X */: {
      m.at++
      const expression = readExpression(m)
      m.expect(0x45 /* E */)
      return expression
    }
    case 0x4a /* J */: {
      m.enter()
      m.at++
      const list = readUntil(m, 0x45 /* E */, readTemplateArg)
      m.leave()
      return packArgumentNode(list)
    }
    case 0x4c /* L */: {
      if (m.look(1) !== 0x5a /* Z */) return readPrimary(m)
      m.at += 2
      const encoding = readEncoding(m)
      m.expect(0x45 /* E */)
      return encoding
    }
    case 0x54 /* T */: {
      if (!startsParameterDeclaration(m)) return readType(m)
      readParameterDeclaration(m)
      return readTemplateArg(m)
    }
    default:
      return readType(m)
  }
}
