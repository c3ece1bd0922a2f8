/** Simplified Chinese of `core/messages/en/registers.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type { Digits } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/registers.ts'
import type { Whole } from '../../whole.ts'
import { faultNotes } from './fault.ts'

const patterns = {
  freed: '已释放的内存（MallocScribble 写入 0x55）',
  fresh: '从未写入的内存（MallocPreScribble 和 Clang 的 -ftrivial-auto-var-init 写入 0xaa）',
  freedBlock: '已释放的内存块（Apple 的分配器）',
  sanitizerFresh: '从未写入的新内存（AddressSanitizer 写入 0xbe）',
  deadBeef: '程序有意留下的标记',
} as const

export const valueFacts: Whole<typeof english.valueFacts> = {
  ...faultNotes,
  zero: () => '空（null）',
  pattern: ({ name }) => patterns[name],
  'near-pattern': ({ name, bytes }) => `与从${patterns[name]}中读出的指针相差 ${formatNumber(bytes)} 字节`,
  symbol: ({ name, bytes, image }) => `${name}${bytes > 0 ? ` + ${bytes}` : ''} (${image})`,
  'return-address': ({ name, bytes, image }) => `返回地址，位于 ${name} + ${bytes} (${image})`,
  image: ({ image, offset }) => `${image} + ${offset}`,
  class: ({ name, image }) => `类 ${name} (${image})`,
  'stripped-bits': ({ address, bits }) => `去掉签名或标签 ${bits} 后为 ${address}`,
  'stack-pointer': ({ thread }) => (thread === undefined ? '栈顶' : `线程 ${thread} 的栈顶`),
  stack: ({ thread, register, bytes }) => {
    const distance: Digits = Math.abs(bytes)
    return `${thread === undefined ? '' : `线程 ${thread} 的`}栈，${register} ${bytes < 0 ? '−' : '+'} ${distance}`
  },
  region: ({ name, access, range }) => `${name}，${access} (${range})`,
  guard: ({ name, range }) => `${name}：不可访问（${range}）`,
  unmapped: ({ range }) => `此处未映射（${range}）`,
  'points-to-text': ({ text }) => `指向“${text}”`,
  'points-to': ({ name, image }) => `指向一个指针，后者指向 ${name} (${image})`,
  object: ({ name }) => `${name} 的对象`,
  tagged: () => 'Objective-C 标记指针（tagged pointer）；运行时对其内容做了混淆',
  'tagged-number': ({ number }) => `NSNumber ${number}，标记指针（tagged pointer）`,
  'tagged-string': ({ text }) => `NSString “${text}”，标记指针（tagged pointer）`,
  isa: ({ address }) => `对象的 isa 字段，类位于 ${address}`,
  number: ({ number }) => `数值 ${number}`,
  'number-32': ({ number }) => `如果是 32 位数值，则为 ${number}`,
  float: ({ number }) => `浮点数 ${number}`,
  text: ({ text }) => `字符“${text}”`,
}

export const registerWords: Whole<typeof english.registerWords> = {
  title: ({ thread }) => (thread === undefined ? '寄存器' : `线程 ${thread} 的寄存器`),
  register: '寄存器',
  value: '值',
  meaning: '含义',
  copy: '复制这些寄存器',
  grades: { likely: '很可能', possible: '可能' },
}
