/** Simplified Chinese of `core/messages/en/names.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type { Digits } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/names.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'

export const foundBy: Whole<typeof english.foundBy> = {
  registers: '线程的寄存器',
  'compact-unwind': 'compact unwind 信息',
  'eh-frame': 'DWARF 栈展开信息（`__eh_frame`）',
  'debug-frame': 'DWARF 栈展开信息（`__debug_frame`）',
  prologue: '被调用函数的序言（prologue）',
  'frame-pointer': '帧指针',
  'link-register': '链接寄存器',
  'stack-top': '栈顶',
  continuation: 'Swift 异步上下文',
  scan: '扫描栈中的返回地址',
}

const nameSources = {
  dwarf: '来自调试信息',
  symtab: '来自符号表',
  exports: '来自导出符号表（exports trie）',
  metadata: '来自 Objective-C 或 Swift 元数据',
  carried: '沿用自另一个构建',
  described: '不是名称，而是元数据或虚函数表对这个函数的描述',
  starts: '只知道函数的起始地址',
  'source-map': '来自 source map',
  report: '报告中显示的名称',
  'other-report': '同一构建的其他报告中显示的名称',
} as const

export const languageNames: Whole<typeof english.languageNames> = {
  javascript: 'JavaScript',
  dart: 'Dart',
  csharp: 'C#',
  java: 'Java',
  kotlin: 'Kotlin',
  go: 'Go',
  rust: 'Rust',
  zig: 'Zig',
  nim: 'Nim',
}

const listed = ({ names, more }: { readonly names: readonly string[]; readonly more: number }): string =>
  `${names.join('、')}${more > 0 ? ` 等（另有 ${formatNumber(more)} 个）` : ''}`

const carriedBy = {
  code: '代码相同，且两个构建中都没有其他函数与之相同',
  calls: '两个构建中相同的函数在同一位置调用它',
  order: '它位于两个构建中相同的函数之间',
} as const

export const nameEvidence: Whole<typeof english.nameEvidence> = {
  'another-function-starts': () => '在这个名称与地址之间有另一个函数开始',
  'inside-range': () => '在函数的地址范围内',
  'past-end': ({ bytes }) => `超出这个函数末尾 ${formatNumber(bytes)} 字节`,
  'before-next-symbol': () => '在这个符号与下一个符号之间',
  'no-other-start': () => '在这个名称与地址之间没有其他函数开始',
  'far-from-start': ({ bytes }) => `在最近的符号之后 ${formatNumber(bytes)} 字节`,
  'end-unknown': () => '地址之前最近的符号；函数的末尾未知',
  'follows-call': () => '返回地址紧跟在一次调用之后',
  'follows-no-call': () => '返回地址之前不是调用指令',
  'call-fits': () => '该调用的目标正是内层帧的函数',
  'call-differs': () => '该调用的目标不是内层帧的函数：可能是尾调用，也可能这段代码没有运行',
  'tail-call': ({ through }) => `调用了 ${through}，后者以尾调用进入内层帧，因此没有自己的栈帧`,
  'call-differs-by-name': ({ through }) =>
    `该调用的目标是 ${through}，不是内层帧的函数：可能尾调用隐去了 ${through}，也可能这段代码没有运行`,
  'code-missing': () => '没有代码，无法检查返回地址之前是否为调用指令',
  'found-by': ({ means }) => spaced`通过${foundBy[means]}找到`,
  'found-by-scan': () => `通过${foundBy.scan}找到：可能不是调用者`,
  'imported-index': () => '来自导入的索引，非本机生成',
  'from-site': ({ site }) => `来自 ${site} 保存的索引，非本机生成`,
  'from-pack': ({ os }) => `来自导入的 ${os} 符号包，非本机生成`,
  'same-build': () => '符号属于这个构建（UUID 相同）',
  'forced-build': () => '按要求使用了另一个构建的符号',
  'matched-by-name': () => '符号按名称匹配：没有 UUID 能把它与报告对应起来',
  'code-agrees': () => '报告中的地址和附近的名称与这些符号一致',
  'code-unproved': () => '报告中没有依据表明它的构建在这个位置就是这个函数',
  'no-name-to-check': () => '符号中没有这个函数的名称',
  'together-unsure': () => '加载地址与构建合起来看不够确定',
  'other-slice': () => '报告没有说明运行的是这个架构的切片',
  'also-elsewhere': () => '报告在这个地址还列出了另一个镜像',
  'row-names-other-image': () => '这一行写的镜像，不是报告在这个地址列出的镜像',
  'row-counts-otherwise': () => '这一行所依据的加载地址，与报告为该镜像列出的不同',
  'load-address-guessed': () => '加载地址不确定',
  'load-address-inferred': () => '加载地址是推断的',
  'compiler-generated': () => '编译器生成的代码，没有对应的源代码行',
  'marked-in-report': ({ level }) => `在报告中标记为 ${level}`,
  'from-archive': ({ archive }) => `符号随报告一起来自 ${archive}：由制作该压缩包的人选定`,
  contradicted: ({ path, function: name, file, line }) =>
    spaced`同一构建的另一个文件 ${path} 给出的是 ${name}${file === undefined ? '' : `（${file}${line === undefined ? '' : `:${line}`}）`}：两者之一有误`,
  'named-by-reports': ({ reports }) =>
    `名称来自同一构建的${reports.length === 1 ? '另一份' : '其他'}报告（${reports.join('、')}）`,
  'within-seen-part': () => '在至少两份报告所显示的函数范围内',
  'start-in-table': () => '按镜像的函数起始地址表，这里有一个函数',
  'also-folded': (others) => spaced`也是${listed(others)}，被链接器合并（ICF）`,
  'also-same-address': (others) => spaced`也是${listed(others)}，地址相同`,
  merged: () => '编译器把多个代码相似的函数合并成了这一个；无法得知调用的是其中哪个',
  outlined: () => '编译器把这段代码从多个函数中提取出来（outlining）；它作为调用者的一部分运行',
  'carried-over': ({ build, by, sameCode }) =>
    `沿用自构建 ${build}：${carriedBy[by]}${sameCode ? '' : '；其代码略有不同'}`,
  'from-source': ({ source }) => nameSources[source],
  'thumb-bit': () => '已从地址中去除 Thumb 位',
  'pointer-authentication': () => '已从地址中去除指针认证（PAC）位',
  'swift-continuation': () => 'Swift continuation：直接按原地址查询',
  'nearest-name': ({ bytes }) => `只是设备当时所知的最近的名称，在地址之前 ${formatNumber(bytes)} 字节处`,
  'next-function': () => '返回地址是这个函数的起始地址，所以调用位于它前面的函数中',
  'nearest-name-data': () => '只是设备当时所知的最近的名称，而且是数据的名称',
  'maybe-nearest-export': () => '可能只是最近的导出符号：这个镜像不是系统库',
}

export const recoveredReasons: Whole<typeof english.recoveredReasons> = {
  'link-register': () => '链接寄存器中是这个返回地址，而停下的函数在此没有栈帧记录',
  'link-register-jump': () => '代码跳转到了没有代码的地址，链接寄存器中是跳转的来处',
  'stack-top-jump': () => '代码跳转到了没有代码的地址，栈顶是跳转的来处',
  'stack-call': () => '栈中有这个返回地址，对应一次对停下的函数的调用',
  'stack-walk': ({ means }) => spaced`在报告的栈内存中通过${foundBy[means]}找到`,
}

export const recoveredCallers: Whole<typeof english.recoveredCallers> = {
  leftOut: ({ reason }) => `报告中未列出：${reason}。`,
  place: ({ thread, frame }) => `${thread === undefined ? '' : `线程 ${thread}，`}第 ${frame} 帧的调用者`,
}

export const gradeLegend: Whole<typeof english.gradeLegend> = {
  likely: '没有依据与这个名称相矛盾，但有一项能证实它的检查无法进行。',
  doubtful: '有依据与这个名称相矛盾，或没有依据表明它正确。请勿以此为准。',
}

export const frameNames: Whole<typeof english.frameNames> = {
  unnamed: '未命名函数',
  stub: ({ symbol }) => `${symbol} 的 stub`,
  unnamedFunction: ({ place }) => `位于 ${place} 的未命名函数`,
  noName: '报告中没有名称',
}

const methodKinds = {
  method: '方法',
  init: '初始化方法',
  getter: 'getter',
  setter: 'setter',
  modify: 'modify 访问器',
  read: 'read 访问器',
} as const

const slotOf = ({ kind, index }: { readonly kind: keyof typeof methodKinds; readonly index: Digits }): string =>
  `${methodKinds[kind]} ${index}`

/** The first three are Swift's own names. */
export const metadataNames: Whole<typeof english.metadataNames> = {
  accessor: ({ type }) => `type metadata accessor for ${type}`,
  completion: ({ type }) => `type metadata completion function for ${type}`,
  instantiation: ({ type }) => `type metadata instantiation function for ${type}`,
  deallocator: ({ type }) => `${type}.__deallocating_deinit`,
  'ivar-destroyer': ({ type }) => `${type}.__ivar_destroyer`,
  slot: ({ owner, ...slot }) => spaced`${owner} 的${slotOf(slot)}`,
  'override-slot': ({ type, owner, ...slot }) => spaced`${type} 重写的 ${owner} 的${slotOf(slot)}`,
  'override-named': ({ type, method }) => `${type} 重写的 ${method}`,
  'override-unknown': ({ type, owner }) => (owner === '' ? `${type} 中的重写方法` : `${type} 中对 ${owner} 的重写`),
  witness: ({ type, owner, ...slot }) => `${type} 对 ${owner} 的 witness ${slot.index}（${methodKinds[slot.kind]}）`,
  'witness-named': ({ type, method }) => `${type} 对 ${method} 的 witness`,
  'default-witness': ({ owner, ...slot }) => spaced`${owner} 的${slotOf(slot)}（默认实现）`,
  'witness-instantiation': ({ type, protocol }) => `${type} 对 ${protocol} 的 witness table 实例化函数`,
  'virtual-method': ({ type, index }) => `${type} 的虚函数 ${index}`,
}

export const unnamedReasons: Whole<typeof english.unnamedReasons> = {
  'no-load-address': () => '报告没有给出这个镜像的加载地址。',
  'not-covered': () => '符号没有覆盖这个地址。',
  improbable: ({ facts }) => `符号在此处的名称不太可能正确：${facts.join('；')}。`,
  'wrong-build': ({ image }) => spaced`只提供了${image}另一个构建的符号。`,
  'wrong-arch': ({ image }) => spaced`只提供了${image}另一种架构的符号。`,
  'several-builds': ({ image }) => spaced`提供了${image}多个构建的符号，而报告没有可用于选择的 UUID。`,
  'no-symbols': ({ image }) => spaced`没有提供${image}的符号。`,
}

export const shortNames: Whole<typeof english.shortNames> = {
  lambda: () => 'lambda',
  block: () => 'block',
  closure: () => '闭包',
  within: ({ names }) =>
    names.toReversed().reduce((outer, inner) => (outer === '' ? inner : spaced`${outer}中的${inner}`), ''),
}
