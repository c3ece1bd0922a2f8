/** Simplified Chinese of `core/messages/en/explain/exceptions.ts`. */
import type { PanickingRuntime, RustCheck } from '../../../../core/messages/explain/exceptions.ts'
import type { ExplanationText } from '../../../../core/messages/explain/text.ts'
import type { explanations } from '../../../../core/messages/explanations.ts'
import type { Whole } from '../../../whole.ts'
import { inFunction } from './text.ts'

const plain =
  (title: string, meaning: string, checks: readonly string[], needing?: ExplanationText['needing']) =>
  (p: { readonly where?: string | undefined }): ExplanationText => ({
    title: title + inFunction(p),
    meaning,
    checks,
    needing,
  })

/** Objective-C exceptions that are recognised by their reason. */
export const reasons = {
  'objc-unrecognized-selector': (p) => ({
    title: `无法识别的 selector：${p.subject}${inFunction(p)}`,
    meaning: '对象没有这个方法：它的类缺少该方法，或不是调用方预期的类；也可能对象已被释放，它的地址上现在是别的东西。',
    checks: [
      'selector 前面的类是代码预期的类吗？如果不是，查明这个对象从哪里来。',
      '该方法是否位于没有链接进来的分类或静态库中（`-ObjC`）？',
      '如果这个类完全说不通，查找过早释放的对象。',
    ],
  }),
  'objc-bounds': plain('索引超出集合或字符串的范围', '请求的元素、范围或字符不存在。', [
    '计算出索引之后，集合是否可能变短了，例如在另一个线程上？',
  ]),
  'objc-nil': plain(
    '在必须传对象的地方传入了 nil',
    '收到 nil 时，集合和许多 Foundation 方法会抛出异常。',
    ['这次调用的哪些参数可能为 nil？'],
    { swift: 'Objective-C 代码没有可空性标注时，Swift 从中得到的值也可能为 nil。' },
  ),
  'objc-mutation': plain('遍历集合时修改了集合', '在遍历某个集合的循环中添加或移除了它的元素，常常是在另一个线程上。', [
    '遍历集合的副本，或先收集改动，遍历后再应用。',
    '如果多个线程都使用这个集合，要加以保护。',
  ]),
  'objc-kvc': (p) => ({
    title: `没有名为 ${p.subject} 的属性${inFunction(p)}`,
    meaning: 'storyboard、xib 或 key path 指定的属性在这个类中不存在。',
    checks: ['Interface Builder 中的 outlet 是否还连着已改名的属性？', '视图的类设置正确吗？'],
  }),
  'uikit-batch-update': plain(
    '表格或集合视图的更新与数据不一致',
    '更新后的行数必须等于更新前的行数加上插入的行数、减去删除的行数。',
    ['在主线程上一步完成数据和视图的修改。'],
    { diffableDataSource: '使用 diffable data source。' },
  ),
  'main-thread': plain(
    '在后台线程上使用了用户界面',
    'UIKit 和 AppKit 必须在主线程上使用。',
    ['哪个回调在后台线程上到达？'],
    { swift: '在回调中用 `DispatchQueue.main.async` 或 `@MainActor` 切换。' },
  ),
  'uikit-nan': plain('视图或图层的大小或位置不是数值（NaN）', '某次计算得到了 NaN，通常是因为除以零。', [
    '查找可能以零值的宽、高或缩放比例作除数的运算。',
  ]),
  'objc-json': plain('把 JSON 无法表示的值写成了 JSON', 'NSJSONSerialization 只接受字符串、数值、数组、字典和 null。', [
    '先检查 `isValidJSONObject`。',
  ]),
  javascript: (p) => ({
    title: `JavaScript 抛出异常：${p.subject}${inFunction(p)}`,
    meaning: 'JavaScript 抛出异常而没有代码捕获时，React Native 会终止 App。',
    checks: [
      p.isMapped === true
        ? '查看 JavaScript 调用栈：从其中第一个属于你自己代码的帧开始。'
        : '用这个 bundle 的 source map 解析原因中的 JavaScript 调用栈。',
    ],
  }),
} satisfies Partial<Whole<typeof explanations>>

const rustChecks: Readonly<Record<RustCheck, string>> = {
  null: '解引用了空指针',
  alignment: '解引用了未对齐的指针',
  bounds: '索引越界',
  arithmetic: '算术运算失败',
  unwrap: '对 None 或 Err 调用了 unwrap 或 expect',
  unwinding: '不能展开（unwind）的函数中发生了 panic',
}

const panickingRuntimes: Readonly<Record<PanickingRuntime, string>> = {
  go: 'Go panic',
  'go-fatal': 'Go 致命错误',
  zig: 'Zig panic',
  nim: '未捕获的 Nim 异常',
}

const unanswered = ({ isUnanswered }: { isUnanswered?: boolean | undefined }): string =>
  isUnanswered ? '有对象收到了它没有的消息。' : ''

export const exceptions = {
  nsexception: (p) => ({
    title: `${p.isUncaught ? '未捕获的 ' : ''}${p.name}${p.reason === '' ? inFunction(p) : `：${p.reason}`}`,
    meaning: p.isUncaught
      ? p.isLikely
        ? `抛出了一个异常，它似乎没有被捕获，程序因此被终止。${unanswered(p)}`
        : p.isOfThread
          ? '抛出的异常没有被捕获，它所在的线程因此结束。报告没有说程序也结束了。'
          : `抛出的异常没有被捕获，程序因此被终止。${unanswered(p)}`
      : p.isSaidEnded
        ? '报告中记录了一个异常或错误。报告周围的文字说程序崩溃了。'
        : p.isMarked
          ? '报告中记录了一个异常或错误。报告把一个线程标为崩溃的线程。'
          : '报告中记录了一个异常或错误，但没有说它终止了程序。',
    checks: [
      ...(p.hasStack ? ['阅读异常的调用栈：它显示异常在哪里抛出，而不是程序在哪里终止。'] : []),
      ...(p.isThrownHere ? ['抛出调用下方的栈帧显示异常在哪里抛出。'] : []),
      p.reason === '' ? '在控制台日志中查找异常的原因。' : '请阅读原因：它由抛出异常的代码写成。',
    ],
  }),
  'kotlin-exception': (p) => ({
    title: `未捕获的 Kotlin 异常${p.text === undefined ? inFunction(p) : `：${p.text}`}`,
    meaning:
      p.hasCrossed === true
        ? 'Kotlin 异常经由没有标注 `@Throws` 的函数进入了 Swift 或 Objective-C。'
        : 'Kotlin 抛出的异常没有被捕获，Kotlin 运行时因此结束了程序。',
    checks: [
      p.hasCrossed === true
        ? '为该函数标注 `@Throws`，或在 Kotlin 中捕获异常。'
        : p.text === undefined
          ? '在控制台日志中查找“Uncaught Kotlin exception”：那里有它的文字和调用栈。'
          : '阅读异常的调用栈：抛出它的是异常构造函数下方的帧。',
    ],
  }),
  'rust-stack-overflow': (p) => ({
    title: `栈溢出：${p.text}`,
    meaning: 'Rust 运行时发现该线程的栈已满，结束了程序。',
    checks: ['是否有很大的局部变量，或层数很深的调用？'],
  }),
  'r-stack': (p) => ({
    title: `R 的栈已满：${p.text}`,
    meaning: 'R 发现调用用尽了它的 C 栈，于是以错误中止了表达式。',
    checks: [
      '哪个函数没有止境地调用自己？',
      'Cstack_info() 显示上限。在 shell 中，ulimit -s 为从那里启动的程序设置上限。',
    ],
  }),
  'cpp-exception': (p) => ({
    title: `未捕获的 C++ 异常 ${p.type}`,
    meaning: '抛出的 C++ 异常没有被捕获，std::terminate 结束了程序。',
    checks: [
      p.hasStack === false
        ? '这里没有调用栈：设置异常断点，再复现这次崩溃。'
        : p.hasThrow
          ? '异常由 __cxa_throw 下方的栈帧抛出。'
          : p.isRethrown
            ? '异常在这里被再次抛出。最初抛出它的代码已不在这个调用栈上。'
            : '抛出异常的调用不在这个栈上：设置异常断点，再复现这次崩溃。',
      '异常不能离开 noexcept 函数或线程的入口函数。',
    ],
  }),
  'managed-exception': (p) => ({
    title: `未捕获的 .NET 异常${inFunction(p)}`,
    meaning: '抛出的托管异常没有被捕获，运行时结束了程序。',
    checks: ['运行时栈帧下方的托管栈帧显示异常在哪里抛出。', '设备日志中有这个异常及其调用栈。'],
  }),
  'runtime-panic': (p) => ({
    title: `${panickingRuntimes[p.runtime]}：${p.text}`,
    meaning: '语言的运行时结束了程序，以上是它留下的文字。',
    checks: ['运行时函数下方第一个自己的函数显示出错的位置。'],
  }),
  'rust-panic': (p) => ({
    title: `Rust panic${p.text === undefined ? (p.check === undefined ? '' : `：${rustChecks[p.check]}`) + inFunction(p) : `：${p.text}`}`,
    meaning: p.isOfThread
      ? '在主线程以外的线程中，Rust 代码的一项检查失败，或者代码主动调用了 panic。'
      : p.isStopped
        ? 'Rust 代码的一项检查失败，或者代码主动调用了 panic。调试器在此处暂停了程序。'
        : 'Rust 代码的一项检查失败，或者代码主动调用了 panic，程序因此结束。',
    checks: [
      p.hasStack
        ? 'panic 相关函数下方的第一个栈帧会说明是哪一种。'
        : p.isTraced
          ? '“panicked at”后面的文件和行号显示出错的位置。'
          : '设置 `RUST_BACKTRACE=1` 再运行：调用栈会说明是哪一种。',
    ],
  }),
  'pure-virtual': (p) => ({
    title: `调用了纯虚函数${inFunction(p)}`,
    meaning: '在对象构造或析构期间调用了它的虚函数。',
    checks: ['查找构造函数或析构函数中的虚函数调用，或析构之后仍被使用的对象。'],
  }),
  'cpp-terminate': (p) => ({
    title: `程序调用了 std::terminate${inFunction(p)}`,
    meaning: '运行时没有为某个 C++ 或 Objective-C 异常找到处理代码，或者有代码调用了 std::terminate，程序因此结束。',
    checks: [
      p.isRethrown
        ? '异常在这里被重新抛出。最初抛出它的代码已不在这个调用栈中。'
        : p.isUnwound
          ? '异常离开了 libdispatch 运行的 block。抛出它的代码已不在这个调用栈中。'
          : p.hasBelow
            ? '下方的栈帧显示异常在哪里抛出，除非调用栈是从线程的起点开始的。'
            : '调用栈到此为止：抛出异常的代码不在其中。',
      '设置异常断点，再复现这次崩溃。',
    ],
  }),
} satisfies Partial<Whole<typeof explanations>>
