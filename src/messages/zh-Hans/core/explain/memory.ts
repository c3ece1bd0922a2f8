/** Simplified Chinese of `core/messages/en/explain/memory.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { Access, WildKind } from '../../../../core/messages/explain/memory.ts'
import type { AroundAccess, ExplanationText } from '../../../../core/messages/explain/text.ts'
import type { explanations } from '../../../../core/messages/explanations.ts'
import { titles } from '../labels.ts'
import type { Whole } from '../../../whole.ts'
import { exitReasons } from '../exit-reasons.ts'
import { advice, inFunction, nextFrame, textIn } from './text.ts'

const nullAdvice = ({ isNullSafe, hasLine }: AroundAccess): string =>
  isNullSafe ? advice.emptyObject : hasLine ? advice.nullPointer : advice.nullSomewhere

const wildCauses: Readonly<Record<WildKind, readonly [title: string, meaning: string]>> = {
  unreachable: [
    '指针可能被覆盖，或指向已释放的对象',
    '指针的值不是地址时，Intel 处理器会这样报错；某些完全不访问内存的指令也会。',
  ],
  pattern: ['指针可能来自已释放或从未初始化的内存', '这个地址是用来填充内存的值。'],
  small: [
    '一个很小的整数可能被当作指针使用',
    '它可能是错误码、标志位或被覆盖的指针留下的内容，也可能是在访问不存在的对象中的某个字节。',
  ],
  negative: ['一个很小的负数可能被当作指针使用', '它可能是错误码、-1 这样的下标，也可能是空指针之前的偏移。'],
  text: ['指针可能被文本覆盖', '可能是字符串超出了缓冲区，也可能是内存释放后又被重用。'],
  unmapped: ['对象可能已被释放，或指向它的指针被覆盖', '指针指向已归还的内存，或指针被覆盖时，会这样出错。'],
}

const accessed = (access: Access | undefined): string =>
  access === undefined ? '读取或写入' : access === 'read' ? '读取' : '写入'

const memoryErrors: ReadonlyMap<string, string> = new Map([
  ['use-after-free', '释放后使用'],
  ['buffer-overflow', '缓冲区溢出'],
  ['out-of-bounds', '越界访问'],
  ['double-free', '重复释放'],
  ['invalid-free', '无效释放'],
])

/** `内存块大小 48 字节`, with the place of the access where the report gives it; undefined where it gives no size. */
export function memoryPlace(p: {
  readonly size?: number | undefined
  readonly distance?: number | undefined
}): string | undefined {
  const { size, distance } = p
  if (size === undefined) return undefined
  const allocation = `内存块大小 ${formatNumber(size)} 字节`
  return distance === undefined ? allocation : `访问位置：${placeWords(distance, size)}，${allocation}`
}

export const memory = {
  'memory-error': (p) => ({
    title: `${memoryErrors.get(p.error) ?? capital(p.error)}${inFunction(p)}${p.size === undefined ? '' : `：${formatNumber(p.size)} 字节`}${p.freedIn === undefined ? '' : `，释放于 ${p.freedIn}`}`,
    meaning: `分配器报告了这个错误${p.confidence === undefined ? '' : `，置信度为 ${p.confidence}`}。${p.isFreed === true ? '内存在访问之前已被释放。' : p.isFreed === false ? '访问时这块内存仍在使用中。' : ''}`,
    checks: [
      '如果报告中有，下方的调用栈会显示内存在哪里分配和释放。',
      ...(p.isFreed === true ? ['内存释放之后，谁还持有这个指针？'] : []),
      ...(p.isFreed === false ? ['是哪个大小或索引使访问超出了所分配的内存？'] : []),
    ],
  }),
  'stack-overflow': (p) => ({
    title: p.function === undefined ? `栈溢出${inFunction(p)}` : recursionThrough(p.function),
    meaning:
      '线程的栈已满。在 Apple 的系统上，主线程的栈在 Mac 上为 8 MB，在手机上为 1 MB；其他线程默认为 512 KB，除非程序指定了别的大小。',
    checks: stackChecks(p.function, p.isOfFree),
  }),
  'stack-exceeded': (p) => ({
    title: p.function === undefined ? textIn(p.text, p) : `${recursionThrough(p.function)}（${p.text}）`,
    meaning: '系统说明该线程的栈已满。',
    checks: stackChecks(p.function, p.isOfFree),
  }),
  'stack-guard-of-other': (p) => ({
    title: p.text,
    meaning: '程序访问了栈末端的栈保护页，而这个栈属于另一个线程，不是崩溃线程。',
    checks: ['崩溃线程是否持有指向那个线程的局部变量的指针？'],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行。' },
  }),
  'page-in-error': (p) => ({
    title: `无法读取已映射的文件${inFunction(p)}：${p.text}`,
    meaning:
      '这块内存是文件的一部分，需要它的时候，系统没能读到这部分内容。文件可能已不存在、变短了，或位于出错的磁盘上。',
    checks: ['那里映射的是哪个文件？谁会更改或删除它？', '它是否在网络卷或可移除的卷上？'],
  }),
  'page-unreadable': (p) => ({
    title: `无法读入内存页${inFunction(p)}`,
    meaning: '内核给出的错误码是 KERN_MEMORY_ERROR：内存已映射，但映射背后的文件或被压缩的内存没有给出这一页的内容。',
    checks: [
      '该地址映射的是哪个文件？它可能已不存在、变短了，或在设备锁定期间受保护。',
      '如果报告中有内核的 triage 行，它们会写明文件系统的答复。',
    ],
  }),
  'tag-check': (p) => ({
    title: `内存标签检查失败${inFunction(p)}`,
    meaning:
      '指针中的标签与该地址处内存的标签不一致（内存标签，MTE）。该处有内存，但它属于另一个内存块，不是指针对应的那一个：可能是释放后使用，也可能是越界访问。',
    checks: ['如果报告中有，查看分配和释放这块内存的调用栈。'],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行：它会说明是两者中的哪一种。' },
  }),
  'tag-canonical': (p) => ({
    title: `内存标签检查失败：带标签的指针指向没有标签的内存${inFunction(p)}`,
    meaning: '指针带有标签（内存标签，MTE），而它所指地址处的内存没有标签。',
    checks: ['这个指针是否由带标签的内存推算而来，并且超出了它的范围？'],
  }),
  quarantine: (p) => ({
    title: `访问了 sanitizer 隔离区中的内存${inFunction(p)}`,
    meaning: '分配器会把释放的内存保留一段时间，程序在此期间访问了它。',
    checks: ['如果报告中有，查看分配和释放这块内存的调用栈。'],
  }),
  'garbage-pointer': (p) => ({
    title: textIn(capital(p.text), p),
    meaning: '生成报告的程序认为这个指针不是地址。',
    ...wildChecks(p),
  }),
  'general-protection': (p) => ({
    title: `一般保护错误${inFunction(p)}`,
    meaning: '处理器拒绝了这条指令，没有给出原因和地址。',
    ...wildChecks(p),
  }),
  'invalid-access': (p) => ({
    title: `非法内存访问，地址 ${p.address}${inFunction(p)}`,
    meaning: `程序${accessed(p.access)}的内存地址不允许这样访问。`,
    checks: [],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行：它会停在第一次非法访问处。' },
  }),
  zombie: (p) => ({
    title: `向已释放的 ${p.class} 发送了消息 ${p.selector}${inFunction(p)}`,
    meaning: '对象释放时，仍有地方引用它。',
    checks: ['本应由谁保持它存活？'],
    needing: { arc: '查找 `unowned`、`assign`、`unsafe_unretained`，以及没有移除的观察者。' },
  }),
  'zombie-exception': (p) => ({
    title: `访问了已释放的${p.name === undefined ? '异常对象' : ` ${p.name}`}${inFunction(p)}`,
    meaning: '一个异常对象在释放后被使用。它的名称和原因属于该对象，与这次崩溃无关。',
    checks: ['查找未 retain 就保存起来的异常，或在稍后执行的 block 中重新抛出的异常。'],
  }),
  'freed-object': (p) => ({
    title: p.isMessage
      ? `可能向已不存在的对象发送了${p.selector === undefined ? '消息' : `消息“${p.selector}”`}${inFunction(p)}`
      : `可能对已不存在的对象执行了 retain 或 release${inFunction(p)}`,
    meaning: '在这个函数中失败的访问，大多涉及内存已被释放或覆盖的对象。',
    checks: [
      ...(p.selector === undefined ? [] : [`这段代码向哪些对象发送“${p.selector}”？`]),
      '开启 Zombie Objects 运行：它会指出是哪个对象。',
    ],
    needing: {
      arc: '查找 `unowned`、`assign` 和 `unsafe_unretained` 引用、不是 weak 的 delegate，以及多个线程共享的值。',
      addressSanitizer: '开启 Address Sanitizer 运行：它会显示对象在哪里释放。',
    },
  }),
  'code-signing': (p) => {
    const isLaunch = p.number === 4
    const told = p.reason ?? exitReasons.codeSigning[p.number ?? 0]
    return {
      title: isLaunch
        ? '系统拒绝启动程序：违反启动约束'
        : `系统因代码签名问题终止了程序${told === undefined ? '' : `：${told}`}`,
      meaning: isLaunch
        ? '程序或它的某个辅助程序以其签名不允许的方式启动。'
        : p.number === 2
          ? `内存中的某一页与签名不符。文件可能在签名后被改动，或在运行期间被替换${p.isOfFile ? '' : '；也可能是在没有所需授权（entitlement）的情况下生成了代码'}。`
          : '系统检查了程序、某个库或内存中某一页的签名，没有接受它。',
      checks: isLaunch
        ? ['是谁启动了程序？程序的启动约束允许这样做吗？']
        : [
            '对程序、它的 bundle 和它加载的库运行 `codesign --verify --deep --strict --verbose=2`。',
            ...(p.hasRun
              ? [
                  '是否在程序运行时安装了它的更新？',
                  ...(p.isOfFile ? [] : ['运行时生成的代码需要 MAP_JIT 和 allow-jit 授权（entitlement）。']),
                ]
              : []),
          ],
    }
  },
  'pointer-authentication': (p) => ({
    title: `${p.isPossible ? '报告提示：可能是指针认证失败' : '指针认证失败'}${inFunction(p)}`,
    meaning: p.isUnsigned
      ? '该地址的高位不为零，像是带签名的指针。这个程序是 arm64，不给指针签名：指针可能被覆盖，或属于已释放的对象。'
      : `在 arm64e 上，代码指针和部分数据指针的高位存放着签名。${p.isPossible ? '如果签名不匹配，原因是' : '签名不匹配，原因是'}${!p.isData ? '指针被覆盖、属于已释放的对象，或被转换成了其他函数类型' : p.isPossible ? '指针被覆盖、属于已释放的对象，或在使用时仍带着签名' : '这个指向数据的指针被覆盖，或属于已释放的对象'}。`,
    checks: [
      p.isData
        ? p.isPossible
          ? '那里读写的指针来自哪里？'
          : '查找已被释放或覆盖的对象：它的类和方法表就是这样的指针。'
        : '查找通过已释放对象发起的调用，或被转换成其他类型的函数指针。',
    ],
    needing: { addressSanitizer: 'Address Sanitizer 能发现大多数被覆盖的指针。' },
  }),
  'bounds-safety': (p) => ({
    title: `边界检查失败${inFunction(p)}`,
    meaning: '程序是用 -fbounds-safety 构建的，有指针超出了为它声明的边界。',
    checks: ['那里对哪个指针做了索引？元素个数由谁给出？'],
  }),
  'undefined-behavior': (p) => ({
    title: `未定义行为检查失败${inFunction(p)}`,
    meaning: '程序构建时带有 Undefined Behavior Sanitizer 的检查，检查失败时会触发陷阱。',
    checks: ['出错处的指令会指出是哪项检查。'],
  }),
  division: (p) => ({
    title: `整数除法失败${inFunction(p)}`,
    meaning: '处理器拒绝了一次除法：除数为 0，或商超出了范围。',
    checks: [advice.divisor],
  }),
  'floating-point': (p) => ({
    title: `浮点运算失败${inFunction(p)}`,
    meaning: '只有在程序或它的某个库打开了浮点异常时，处理器才会因这样的运算停止。',
    checks: [
      '是哪段代码打开了浮点异常？调试版本和数值计算库会这样做，而其他库并不预期它。',
      '哪个运算在那里溢出、除以零或没有值？',
    ],
  }),
  'null-call': (p) => ({
    title: `在地址 0 处执行代码${nextFrame(p)}`,
    meaning: '程序计数器为 0。最常见的情况是调用了不存在的 block、回调或弱链接函数。',
    checks: ['在调用之前检查 block 或指针是否为 nil。', '这个版本的系统有该函数吗？'],
  }),
  'refused-instruction': (p) => ({
    title: `处理器拒绝执行指令 ${p.mnemonic}${inFunction(p)}`,
    meaning: '调试器显示，程序停在这条指令处。',
    checks: ['这个处理器有这条指令吗？程序是为哪些处理器编译的？'],
  }),
  'ended-by-access': (p) => ({
    title: `程序在 ${p.ender} 中结束了自己`,
    meaning: '代码遇到无法继续的错误时调用这个函数，函数随后进行一次会失败的内存访问。',
    checks: ['它下方的栈帧显示是哪段代码发现了错误。', '在控制台日志中查找崩溃时的消息。'],
  }),
  'access-in-call': () => ({
    title: '报告写有一次失败的内存访问，但线程当时在系统调用中',
    meaning: '寄存器属于系统调用，而不是内存访问。代码发送的信号会留下这样的报告，这时其中的地址没有意义。',
    checks: ['信号是代码发送的，还是处理函数先捕获了错误？请看最内层的帧。'],
  }),
  'null-dereference': (p) =>
    p.offset === 0 && p.mayBeJump === true
      ? {
          title: `访问地址 0${inFunction(p)}`,
          meaning: '程序读取或写入了地址 0，或试图执行那里的代码。报告没有说明是哪一种。',
          checks: ['哪个指针、block 或回调可能为空？为什么没有检查？'],
        }
      : p.offset === 0
        ? {
            title: `访问空指针${inFunction(p)}`,
            meaning: `程序通过空指针${accessed(p.access)}内存。`,
            checks: [p.hasLine ? advice.nullPointer : advice.nullSomewhere],
          }
        : {
            title: `通过空指针访问字段，偏移 ${formatNumber(p.offset)} 字节${inFunction(p)}`,
            meaning: `程序在空指针之后 ${formatNumber(p.offset)} 字节处${accessed(p.access)}内存：${p.isNullSafe ? '空指针位于该对象的内存中。' : '访问的是不存在的对象的字段，或不存在的数组的元素。'}`,
            checks: [
              nullAdvice(p),
              ...(p.isOwn ? [`查看其类型中偏移量为 0x${p.offset.toString(16)} 的字段，就能知道是哪个指针。`] : []),
            ],
          },
  'null-page': (p) => ({
    title: `访问了内存的第一页${p.address === undefined ? '' : `，地址 ${p.address}`}${inFunction(p)}`,
    meaning: '任何程序都不能访问该页：系统将它关闭，这样空指针即使带有偏移也会出错。',
    checks: [nullAdvice(p)],
  }),
  protection: (p) => ({
    title: `内存的保护属性不允许这种访问${inFunction(p)}`,
    meaning: '该地址已映射，但不允许这种访问：常量和代码不能写入，数据不能执行，保护页不能访问。',
    checks: ['该地址映射的是什么？如果报告中有内存区域列表，可在其中查看。'],
  }),
  alignment: (p) => ({
    title: `内存访问未对齐${inFunction(p)}`,
    meaning: '某些指令要求地址是操作数大小的整数倍。',
    checks: [
      p.isObject
        ? '这个函数接收对象，而对象的地址总是对齐的：传给它的是哪个指针？该对象可能已被释放或覆盖。'
        : '查找转换成更大类型的字节指针；改用 memcpy。',
    ],
    needing: { swift: p.isObject ? undefined : '在 Swift 中，使用 `loadUnaligned`。' },
  }),
  'code-not-runnable': (p) => ({
    title: `地址 ${p.address} 处的代码无法执行${inFunction(p)}`,
    meaning: '程序计数器就是出错的地址，而且位于某个映像的代码中。该内存页当时不允许执行，所以地址本身可能是对的。',
    checks: ['什么可能改动了该页或它的保护属性：钩子、调试器、fork，还是注入的库？'],
  }),
  'jump-nowhere': (p) => ({
    title: `在地址 ${p.address} 处执行代码，${p.isMapped === undefined ? '那里的代码无法执行' : p.isMapped ? '那里没有可执行的代码' : '那里没有代码'}${nextFrame(p)}`,
    meaning: '程序计数器就是出错的地址：程序调用或返回到了错误的地址。',
    checks: ['调用的是哪个函数指针、block 或虚函数？它所属的对象可能已被释放或覆盖。'],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行。' },
  }),
  'wild-pointer': (p) => ({
    title: wildCauses[p.kind][0],
    meaning: wildCauses[p.kind][1],
    ...wildChecks(p),
  }),
  'heap-bad-free': (p) => ({
    title: `程序释放的指针不是已分配的内存块${inFunction(p)}`,
    meaning: '内存此前已释放、从未分配，或指针不是内存块的起始位置。',
    checks: [mallocTools],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行：它会停在这次释放处，并显示内存之前是否已被释放。' },
  }),
  'heap-corruption': () => ({
    title: '堆已损坏',
    meaning: '有代码写到了所分配内存的范围之外，或写入了已释放的内存。崩溃的位置是发现损坏的地方，不是损坏发生的地方。',
    checks: [mallocTools],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行：它会直接停在那次非法写入处。' },
  }),
  'heap-check': (p) => ({
    title: `malloc 的一项检查失败${inFunction(p)}`,
    meaning: 'malloc 会检查传给它的指针和它自己的数据。它发现其中一个不可能正确，于是调用了 abort()。',
    checks: ['在控制台日志中查找 malloc 的消息：它会给出指针和错误。', mallocTools],
    needing: { addressSanitizer: '开启 Address Sanitizer 运行：它会停在堆的第一个错误处。' },
  }),
  'stack-smashed': (p) => ({
    title: `栈缓冲区溢出${inFunction(p)}`,
    meaning: '函数返回之前，保护返回地址的值已被覆盖。',
    checks: ['查找没有检查大小就复制到局部数组的代码。'],
  }),
} satisfies Partial<Whole<typeof explanations>>

const recursionThrough = (name: string): string => `递归过深：${name || '未命名函数'}`

const stackChecks = (name: string | undefined, isOfFree: boolean | undefined): readonly string[] =>
  name === undefined
    ? ['是否有很大的局部变量，或层数很深的调用？']
    : isOfFree
      ? ['是否有一长串互相持有的对象，例如链表？请用循环把它们逐个拆开。']
      : [
          '本应由哪个条件结束递归？',
          ...(name.includes('::')
            ? []
            : ['常见原因：属性的 setter 或观察器又设置了该属性，或 `layoutSubviews` 又请求布局。']),
        ]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const wildChecks = ({ hasThreads }: AroundAccess): Pick<ExplanationText, 'checks' | 'needing'> => ({
  checks: hasThreads ? ['查找多个线程不加锁就使用的数据。'] : [],
  needing: {
    addressSanitizer: '开启 Address Sanitizer 运行：它会停在第一次非法访问处；如果内存已被释放，还会显示在哪里释放。',
  },
})

const mallocTools = '打开 Malloc Scribble 和 Guard Malloc。'

function placeWords(distance: number, size: number): string {
  if (distance < 0) return titles.beforeAllocation({ bytes: -distance })
  if (distance < size) return titles.inAllocation({ bytes: distance })
  return distance === size ? titles.behindAllocation : titles.pastAllocation({ bytes: distance - size })
}
