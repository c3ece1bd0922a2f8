/** Simplified Chinese of `core/messages/en/variables.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/variables.ts'
import type { Whole } from '../../whole.ts'

export const typeWords: Whole<typeof english.typeWords> = {
  void: 'void',
  unnamed: (kind) => `(未命名 ${kind})`,
  anonymousNamespace: '(anonymous namespace)',
}

export const unavailable: Whole<typeof english.unavailable> = {
  optimisedOut: '已被优化掉',
  noMemory: '报告中没有这段内存',
  noRegister: ({ register }) => `这一帧中寄存器 ${register} 的值未知`,
  beyondRegister: '其余字节未知',
  noFrameBase: '栈帧基址未知',
  noCaller: '调用时的值未知',
  threadLocal: '报告中没有线程局部存储',
  damaged: '变量位置的描述已损坏',
  endless: '变量位置的描述没有结尾',
  unsupported: ({ operation }) => `不支持 ${operation}`,
  damagedType: '类型的描述已损坏',
  tooLarge: '过大，无法显示',
  synthetic: '它指向一个没有地址的值',
  unknownVariant: ({ value }) => `判别值 ${value} 不属于任何变体（variant）`,
  noLayout: '调试信息没有描述其内存布局',
  ownLayout: '文本的存储形式只有 Swift 运行时能读取',
  notLinked: '它的目标文件没有说明链接器把它放在哪里',
}

export const exportedVariables: Whole<typeof english.exportedVariables> = {
  frame: ({ frame, name }) => `第 ${frame} 帧，${name}`,
  redacted: '可能涉及隐私，已省略',
  more: ({ values }) => `还有 ${formatNumber(values)} 个值未显示`,
  moreFrames: ({ frames }) => `还有 ${formatNumber(frames)} 帧的变量未显示。`,
}

export const frameVariableWords: Whole<typeof english.frameVariableWords> = {
  title: '变量',
  none: '没有变量',
  inlined: '[内联]',
  shadowed: '（被内层同名变量遮蔽）',
  missing: {
    'no-image': '这个地址不在任何位置已知的镜像中。',
    'no-file': '变量需要直接从 dSYM 读取，而 dSYM 没有打开：索引中不含变量。请添加 dSYM。',
    'no-debug-info': '这个镜像的文件没有自己的调试信息。',
    'no-object': '包含这个函数的目标文件没有打开。请添加该构建的目标文件，或它们的 dSYM。',
    'no-scope': '这个地址处没有带调试信息的函数。',
    damaged: '这个函数的调试信息已损坏。',
  },
  inferred: '这个镜像的加载位置是推断的；变量值的可信度与之相同。',
  known: {
    nothing: '报告没有这一帧的寄存器：大多数值未知。',
    registers: '报告有这一帧的寄存器，但没有内存：栈上的内容未知。',
  },
}
