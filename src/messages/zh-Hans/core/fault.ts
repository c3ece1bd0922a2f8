/** Simplified Chinese of `core/messages/en/fault.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/fault.ts'
import type { EndingFunction, Touch } from '../../../core/messages/fault.ts'
import type { Whole } from '../../whole.ts'

const did: Readonly<Record<Touch, string>> = { read: '读取', write: '写入', execute: '执行' }

/** `x8 is 0` as a message carries it: rules read its value. */
const holds = (text: string): string => text.replace(' is ', ' 为 ')

const place = (p: { place: string; registers: readonly string[]; address: string }): string =>
  p.place === p.address ? p.address : `${p.place}：${[...p.registers.map(holds), `所以是 ${p.address}`].join('，')}`

const operations = { addition: '加法', subtraction: '减法', multiplication: '乘法', negation: '取负' } as const

/** Why a program calls such functions. */
const endingTexts: Readonly<Record<EndingFunction, string>> = {
  swift: 'Swift 的 fatalError、precondition 或断言失败',
  'swift-runtime': 'Swift 运行时的一项检查失败',
  'pure-virtual': '对正在构造或析构的对象调用了纯虚函数',
  'deleted-virtual': '调用了已删除（deleted）的虚函数',
  terminate: 'C++ 异常未被捕获，或该处不允许抛出异常',
  libcxx: 'C++ 标准库的一项检查失败',
  'stack-check': '栈上的 canary 被覆盖',
  abort: '程序主动中止（abort）',
  objc: 'Objective-C 运行时无法继续，或异常未被捕获',
  rust: 'Rust 的 panic',
}

/** Failed checks by their numbers: `SanitizerHandler.h` of clang. */
const sanitizerChecks: readonly string[] = [
  '加法溢出',
  '执行到 __builtin_unreachable',
  '控制流完整性检查失败',
  '除以零，或除法溢出',
  '对象的类型与指针声明的不同',
  '浮点数超出整数的范围',
  '通过其他类型的指针调用了函数',
  '隐式转换改变了值',
  '向不接受 0 的内建函数传入了 0',
  'Objective-C 对象的类与转换所声明的不同',
  '值不属于其类型，例如既不是 0 也不是 1 的 bool',
  '执行到有返回值的函数的末尾',
  '乘法溢出',
  '取负溢出',
  '向 _Nonnull 参数传入了 nil',
  '返回 _Nonnull 的函数返回了 nil',
  '向 nonnull 参数传入了空指针',
  '返回 nonnull 的函数返回了空指针',
  '索引越界',
  '指针运算溢出',
  '移位的位数为负，或超出了总位数',
  '减法溢出',
  '指针为空、未对齐，或指向的对象过小',
  '指针没有按声明对齐',
  '变长数组的长度不是正数',
]

export const faultFacts: Whole<typeof english.faultFacts> = {
  access: (p) =>
    `${p.instruction} ${did[p.touch]}了${p.bytes === undefined ? '内存' : ` ${formatNumber(p.bytes)} 字节`}，地址 ${place(p)}`,
  'bad-call': (p) => `${p.instruction} 调用了 ${p.register} 中的地址 ${p.address}：那里没有代码`,
  'trap-general': (p) => `${p.instruction} 是编译器的陷阱：用于失败的 Swift 检查、__builtin_trap，或不可能执行到的代码`,
  'trap-debugger': (p) => `${p.instruction} 是断点：代码会用它让自己停下，以便调试器介入，或因为检查失败`,
  'trap-sanitizer': (p) =>
    `${p.instruction} 是 UndefinedBehaviorSanitizer 的陷阱：${sanitizerChecks[p.check] ?? `检查 ${p.check} 失败`}`,
  'trap-bounds-safety': (p) => `${p.instruction} 是 -fbounds-safety 边界检查的陷阱：指针的使用超出了其边界`,
  'trap-signature': (p) => `${p.instruction} 是使用密钥 ${p.key} 的指针认证失败后的陷阱`,
  'trap-signature-or-webkit': (p) =>
    `${p.instruction} 是使用密钥 IB 的指针认证失败后的陷阱，或编号相同的 WebKit CRASH()`,
  'trap-undefined': (p) =>
    `${p.instruction} 不是可以执行的指令：程序执行到了数据，或执行到了编译器放置的、不应到达的指令`,
  'trap-other': (p) => `${p.instruction} 是断点，编译器不使用这个编号：由程序自己的代码放置`,
  'trap-reason': (p) => `${p.instruction} 是检查失败后的陷阱。调试信息给出了名称：${p.reason}`,
  'trap-function': (p) => `${p.name} 用 ${p.instruction} 结束程序：${endingTexts[p.ending]}`,
  'trap-behind-call': (p) => `${p.instruction} 位于对 ${p.name} 的调用之后，该调用不会返回：${endingTexts[p.ending]}`,
  'trap-divide': (p) => `${p.instruction} 除以零，或商超出了范围`,
  overflow: (p) =>
    `${p.at} 处的 ${p.branch} 跳到了这里，标志位也与此一致：${p.operation === undefined ? '' : `${p.isUnsigned ? '无符号' : ''}${operations[p.operation]}发生`}整数溢出`,
  'arrival-zero': (p) => `${p.at} 处的 ${p.branch} 跳到了这里，因为 ${p.register} 为 0：nil、空指针或值为 0 的除数`,
  'arrival-bit': (p) =>
    `${p.at} 处的 ${p.branch} 跳到了这里，因为 ${p.register} 的第 ${p.bit} 位${p.isSet ? '为 1' : '为 0'}`,
  'arrival-compare': (p) =>
    `${p.at} 处的 ${p.branch} 在 ${p.test} 之后跳到了这里，其中 ${p.values.map(holds).join('，')}`,
  'index-check': (p) => `${p.test} 在陷阱之前做无符号比较，与检查索引或大小的做法相同`,
  'esr-says': (p) => `esr ${p.esr}：${p.says}`,
  'page-fault': (p) =>
    `错误码 ${p.error}：${p.touch === 'execute' ? '取指令' : did[p.touch]}时发生页错误，${p.isPresent ? '该页不允许这种访问' : '那里没有映射内存'}`,
}

export const esrTexts: Whole<typeof english.esrTexts> = {
  unknown: '处理器不认识或不允许的指令',
  'branch-target': '跳转到了不是分支目标的位置（BTI）',
  'pointer-authentication': '指针认证失败',
  'instruction-abort': '取指令失败',
  'pc-alignment': '程序计数器未对齐',
  'data-abort.read': '读取内存失败',
  'data-abort.write': '写入内存失败',
  'sp-alignment': '栈指针未对齐',
  breakpoint: 'brk 指令',
  translation: '那里没有映射内存',
  'access-flag': '该页被标记为从未使用',
  permission: '该页不允许这种访问',
  alignment: '地址未对齐',
  tag: '内存带有另一个标签（MTE）',
  'address-size': '地址超出处理器能够访问的范围',
}

const protections = {
  sign: '为指针签名（PAC），指针被替换时就能发现。',
  authenticate: '检查指针的签名（PAC）。被改动的指针会变成访问时出错的地址，或立即触发陷阱。',
  strip: '去掉指针的签名（PAC），不做检查。',
  branch: '检查指针的签名（PAC），然后跳转到它指向的位置。',
  load: '检查指针的签名（PAC），然后读取它指向的内容。',
  target: '标记间接分支可以到达的位置（BTI）；到达其他位置会出错。',
} as const

export const faultWords: Whole<typeof english.faultWords> = {
  title: '崩溃点',
  caller: '引发错误的调用处',
  grades: { likely: '很可能', possible: '可能' },
  from: {
    report: '指令来自报告自带的字节。',
    memory: '指令来自转储的内存。',
    binary: '指令来自这个构建的二进制文件。',
  },
  stopped: '程序停在这里',
  called: '这次调用',
  here: '线程当时在这里',
  noCall: '栈帧的地址；它之前没有调用指令',
  instructions: '指令',
  noInstruction: '不是指令',
  address: '地址',
  bytes: '字节',
  instruction: '指令',
  note: '说明',
}

export const faultNotes: Whole<typeof english.faultNotes> = {
  target: ({ name }) => `→ ${name}`,
  string: ({ text }) => `“${text}”`,
  constant: ({ text }) => `@“${text}”`,
  selector: ({ name }) => `selector ${name}`,
  class: ({ name }) => `类 ${name}`,
  import: ({ name }) => `指向 ${name} 的指针`,
  section: ({ section }) => `位于 ${section}`,
  protection: ({ kind }) => protections[kind],
}
