/** What is told of an instruction besides its text, on one line: only what there is. */
import type { Instruction } from '../../../src/core/instructions/instruction.ts'
import type { Access, BranchCondition, DataAddress, Trap } from '../../../src/core/instructions/meaning.ts'

const hex = (value: bigint): string => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`)

function accessText({ base, index, displacement, bytes, reads, writes }: Access): string {
  const place = [
    ...(base === undefined ? [] : [base]),
    ...(index ? [`${index.register}*${index.scale}${index.extend ? ` ${index.extend}` : ''}`] : []),
    hex(displacement),
  ]
  return `${reads ? 'r' : ''}${writes ? 'w' : ''} [${place.join(' + ')}]${bytes === undefined ? '' : ` ${bytes}`}`
}

function conditionText(condition: BranchCondition): string {
  const not = condition.not ? 'not ' : ''
  if (condition.kind === 'flags') return `${not}${condition.flags}`
  return `${not}${condition.register.name} ${condition.kind === 'set' ? `bit ${condition.bit}` : 'zero'}`
}

function dataText(data: DataAddress): string {
  if (data.kind === 'whole') return hex(data.address)
  return data.kind === 'page'
    ? `page ${hex(data.address)} in ${data.into.name}`
    : `${data.page.name} + ${hex(data.bytes)}`
}

const trapText = (trap: Trap): string => ('number' in trap ? `${trap.kind} ${trap.number}` : trap.kind)

export function toldOf(one: Instruction): string {
  const { flow, target, calledRegister, branchCondition, access, arithmetic, compared, trap, data } = one
  const product = arithmetic?.product
  const facts: readonly (readonly [name: string, text: string | undefined])[] = [
    ['flow', flow === 'next' ? undefined : flow],
    ['ends', one.endsFlow ? 'here' : undefined],
    ['to', target === undefined ? calledRegister?.name : hex(target)],
    ['if', branchCondition ? conditionText(branchCondition) : one.condition],
    ['access', access && accessText(access)],
    [
      'makes',
      arithmetic &&
        [
          ...(arithmetic.isUnsigned ? ['unsigned'] : []),
          arithmetic.operation,
          ...(arithmetic.isComparison ? ['for flags'] : []),
          ...(product ? [`${product.part} in ${product.into.name}`] : []),
        ].join(' '),
    ],
    ['compares', compared?.map(({ text }) => text).join(' and ')],
    ['zero', one.zeroTest?.name],
    ['trap', trap && trapText(trap)],
    ['protects', one.protection],
    ['data', data && dataText(data)],
    ['result', one.result?.name],
  ]
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [`${name} ${text}`])).join('; ')
}
