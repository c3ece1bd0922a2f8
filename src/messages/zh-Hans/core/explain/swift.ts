/** Simplified Chinese of `core/messages/en/explain/swift.ts`. */
import type { explanations } from '../../../../core/messages/explanations.ts'
import type { ExplanationText, Where } from '../../../../core/messages/explain/text.ts'
import type { Whole } from '../../../whole.ts'
import { advice, inFunction, textIn } from './text.ts'

const plain =
  (title: string, meaning: string, checks: readonly string[]) =>
  (p: Where): ExplanationText => ({ title: title + inFunction(p), meaning, checks })

/** Checks that are recognised by the text of their trap. */
export const swiftChecks = {
  'swift-nil-implicit': plain(
    '隐式解包的可选值为 nil',
    '用 `!` 声明的值是 nil：还没有赋值、已被清空，或某个调用返回了 nil。',
    ['查找未连接的 outlet，或在赋值之前就被读取的属性。', '改用 `?` 声明，并用 `if let` 解包。'],
  ),
  'swift-nil': plain('解包了值为 nil 的可选值', '带 `!` 的表达式，或用 `!` 声明的值，是 nil。', [
    '找到 `!`：在使用这个值的地方，或在声明它的地方。它在什么情况下会缺失？',
    '用 `guard let` 解包，或用 `??` 提供默认值。',
  ]),
  'swift-string-index': plain('字符串索引越界', '使用了超出字符串末尾的索引，或来自另一个字符串的索引。', [
    '与 `endIndex` 比较，或使用 `index(_:offsetBy:limitedBy:)`。',
  ]),
  'swift-index': plain('数组索引越界', '访问元素时使用的索引在集合中不存在。', [
    '索引从哪里来？得到索引之后，集合是否可能变短了？',
    '访问之前检查 `indices.contains(index)`。',
  ]),
  'swift-empty': plain('从空集合中移除元素', '`removeFirst` 和 `removeLast` 要求集合至少有一个元素。', [
    '先检查 `isEmpty`，或使用 `popLast()`。',
  ]),
  'swift-range': plain('区间的下界大于上界', '在 `a...b` 和 `a..<b` 中，a 不能大于 b。', [
    '集合为空时，区间的两端分别是什么？',
  ]),
  'swift-division': plain('除以零', '整数除以零，或最小的整数除以 -1。', [advice.divisor]),
  'swift-conversion': plain(
    '数值超出目标类型的范围',
    '`Int(x)` 或 `UInt8(x)` 之类的转换得到的值过大、为负、为无穷大或不是数（NaN）。',
    ['使用 `init(exactly:)` 或 `init(clamping:)`。', 'NaN 或负值可能从哪里来？'],
  ),
  'swift-overflow': plain('整数溢出', '算术运算的结果超出其类型的范围。无符号数小于零也算溢出。', [
    '在可能溢出的地方使用 `&+`、`&-` 或 `addingReportingOverflow`。',
  ]),
  'swift-cast': plain('强制类型转换失败', '对其他类型的值使用了 `as!`。', [
    '使用 `as?`，并处理其他类型的情况。',
    '如果两个类型同名，这个类可能被链接了两次。',
  ]),
  'swift-try': plain('`try!` 中抛出了错误', '调用抛出错误时，`try!` 会终止程序。', [
    '阅读上方文本中的错误。',
    '使用 `do`/`catch` 或 `try?`。',
  ]),
  'swift-unowned': plain('unowned 引用的对象已被释放', '对象释放之后，仍有代码读取对它的 `unowned` 引用。', [
    '改为 `weak`，或确保闭包的生命周期不超过该对象。',
  ]),
  'swift-exclusivity': plain('对同一变量的访问发生重叠', '一个变量在别处正被读取或修改时又被修改。', [
    '查找 `inout` 实参：被调用的函数是否也能访问到同一个变量？',
  ]),
  'swift-duplicates': plain(
    '字典中出现重复的键',
    '用含有相同键的键值对创建了字典，或者键在字典中时其哈希值发生了变化。',
    ['使用 `Dictionary(_:uniquingKeysWith:)`。'],
  ),
  'swift-initializer': plain(
    '调用了未实现的初始化方法',
    'storyboard 或父类通过某个初始化方法创建对象，而该对象的类没有这个初始化方法。',
    ['实现该初始化方法，或改为用代码创建对象。'],
  ),
  'swift-executor': plain('actor 的代码在其他线程上运行', '属于某个 actor（常常是 main actor）的函数在别处被调用。', [
    '找到在后台队列上触发的回调，用 `Task { @MainActor in … }` 切换。',
  ]),
  'swift-continuation': plain(
    'continuation 被恢复两次或从未恢复',
    '每个 continuation 都必须恢复一次，且只能恢复一次。',
    ['检查回调的每一条退出路径。'],
  ),
} satisfies Partial<Whole<typeof explanations>>

/** Words that end in where to look for the text of the check, unless the report has it. */
const searched =
  (title: string, meaning: string, checks: readonly string[]) =>
  (p: Where & { readonly hasMessage?: boolean | undefined }): ExplanationText => ({
    title: title + inFunction(p),
    meaning,
    checks: p.hasMessage ? checks : [...checks, advice.fatalError],
  })

const fatalChecks = { fatal: '致命错误', precondition: '前提条件不成立', assertion: '断言失败' } as const

export const swift = {
  'swift-check': (p) => ({
    title: `Swift 运行时检查失败：${textIn(p.text, p)}`,
    meaning: 'Swift 编译进程序的一项检查失败了。这是编译器给它的名称。',
    checks: ['这个位置的哪些值可能破坏该条件？'],
  }),
  'swift-fatal': (p) => ({
    title: `${fatalChecks[p.check ?? 'fatal']}：${textIn(p.text, p)}`,
    meaning: '程序自行停止，并给出了这段文本：它来自 Swift 的 fatalError、precondition 或断言。',
    checks: [
      p.library === undefined
        ? '在代码中查找这段文本：是什么条件导致的？'
        : `这段文本来自 ${p.library}，而不是自己的代码。自己的代码向它请求了什么，或没有提供什么？`,
    ],
  }),
  'swift-assertion': searched(
    'Swift 的 precondition 或 fatalError 停止了程序',
    'Swift 在触发陷阱之前会把原因输出到控制台。',
    ['检查这个位置的 `!`、`fatalError`、`precondition`、索引或类型转换。'],
  ),
  'swift-fatal-error': plain(
    'Swift 运行时发现错误，结束了程序',
    'swift::fatalError 会把消息写到控制台，再调用 abort()。',
    ['它下方的栈帧显示运行时当时在做什么。', '在控制台日志中查找它的消息。'],
  ),
  'swift-runtime': searched(
    'Swift 运行时的一项检查失败',
    '程序停在 Swift 的标准库中。遇到不能接受的 nil、索引、数值或类型转换时，标准库会触发陷阱。',
    ['检查这个位置的 `!`、`as!`、索引、数值转换、`fatalError` 或 `precondition`。'],
  ),
} satisfies Partial<Whole<typeof explanations>>
