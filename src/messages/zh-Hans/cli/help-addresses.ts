/** Simplified Chinese of `cli/messages/en/help-addresses.ts`. */
import type * as english from '../../../cli/messages/help-addresses.ts'
import { cacheText, chooseArchText, chooseText, similarText, usageErrorText, type HelpTexts } from './help-texts.ts'

export const addressHelp: HelpTexts<typeof english.addressHelp> = {
  lookup: {
    summary: '查询地址，用途同 atos',
    about: [
      '查询地址对应的函数、内联调用、文件和行号。地址为十六进制，可带或不带 0x；除非选项另有说明，均指文件中的地址。',
    ],
    arguments: {
      ADDR: '地址。写“-”或不写时从标准输入读取；来自管道的地址随到随查，一次可查多个。',
    },
    options: {
      symbols: '同 symbolicate；使用 https://… 时必须用 --uuid 选择镜像',
      cache: cacheText,
      arch: `${chooseArchText}。在共享缓存或由它制作的符号包中，地址本身就能确定镜像。`,
      uuid: chooseText,
      load: '地址为运行时地址；镜像的加载地址为 ADDR（十六进制）',
      slide: '地址为运行时地址；镜像的 ASLR 偏移（slide）为 N（十六进制，可为负）',
      offset: '地址为镜像内偏移：十进制，或带 0x 的十六进制',
      'return-addresses':
        '地址为返回地址，即调用栈中除第一帧外的所有帧。查询时取前一个字节，使其落在调用指令内：调用可能是函数或代码行的最后一条指令。',
      similar: similarText,
      hints:
        '为没有名称的函数添加线索：代码用到的文本、selector 和函数，调用它的函数，以及最近的有名称的相邻函数。线索都不是名称。',
      'no-inlines': '只给出包含该地址的函数，不含内联调用',
      mangled: '输出链接名（修饰名）',
      interactive:
        '供其他程序提问或在终端中使用：逐行读取标准输入并立即给出结果，直到输入结束。文本格式中，每个结果以空行结束。空行或不是地址的行也有结果：文本中以“error:”开头，JSON 中为 {"error": "…"}。',
      format: 'text（默认）或 json：每行一个对象',
    },
    notes: [
      '同一地址的其他名称列在函数名之后（文本中在方括号内；JSON 中为 "aliases"，已知被链接器合并的相同代码的函数为 "folded"）。',
      '不确定的名称以 [likely]（很可能）或 [doubtful]（存疑）结尾；标准错误会解释这些标记（JSON 中为 "grade"）。',
      '使用 source map 时，以脚本的 LINE:COLUMN 代替地址：行号从 1 开始，列号从 0 开始。',
    ],
    exit: {
      0: '每个地址都有名称',
      1: '有地址不在任何函数中，或所在函数没有名称；或没有镜像符合所选的 UUID 或架构',
      2: usageErrorText,
    },
  },
  inspect: {
    summary: '显示文件内容：镜像、UUID、DWARF、节',
    about: ['显示文件的内容：镜像、架构、UUID、类型、DWARF 版本、节（section）大小和各项数量。'],
    arguments: { PATH: 'dSYM、二进制文件、framework 或 .xcarchive，或包含它们的文件夹、zip 或 tar.gz' },
    options: { format: 'text（默认）或 json' },
    notes: [],
    exit: { 0: '找到了镜像', 2: '没有找到镜像，或用法错误' },
  },
  disassemble: {
    summary: '列出某个地址处的指令，或十六进制字节对应的指令',
    about: [
      '列出指令，每行一条：地址、字节、文本。文本写法与 LLVM 工具一致，数字为十六进制，x86 使用 AT&T 语法。字节来自参数，或来自二进制文件：dSYM 不含代码。使用 --report 时，列出崩溃线程各帧附近的指令，并标出该帧正停留的调用指令；此时字节来自报告、转储中的内存或二进制文件。',
    ],
    arguments: { HEX: '字节，每个两位，可连写也可分开' },
    options: {
      symbols: '二进制文件',
      arch: 'arm64、arm64e、armv7、x86_64 或 i386',
      uuid: chooseText,
      'instruction-set':
        '用于 32 位 Arm：thumb，或 a32（32 位指令字）。不指定时，二进制文件按各函数确定，报告按寄存器确定；只有字节时，armv7 及以后为 thumb，更早的为 a32。',
      address: '第一个字节的地址（十六进制）；使用 --symbols 时，为文件中的起始地址',
      count: '指令条数；使用 --symbols 时默认 16，使用 HEX 时默认全部',
      report: '崩溃报告、core 文件或 minidump',
      thread: '选择报告中的其他线程，默认为崩溃线程',
      frame: '只列出线程的某一帧',
      format:
        'text（默认）或 json，每行一个对象：{"address":"0x…","bytes":"…","text":"…"}；字节不是指令时 "text" 为 null。使用 --report 时每帧一行，其 "instructions" 形式相同，被标出的一条带 "marked"。',
    },
    notes: [],
    exit: {
      0: '列出了指令',
      1: '该处没有代码，或没有镜像符合所选的 UUID 或架构',
      2: usageErrorText,
    },
  },
  variables: {
    summary: '列出某个地址处作用域内的参数和局部变量',
    about: [
      '列出作用域内的参数和局部变量：先列最内层的内联调用，再列外层各函数；内层代码块先于外层。每个变量给出类型，以及 DWARF 记录的存放位置，写法与 LLVM 一致。',
    ],
    arguments: {
      ADDR: '文件中的地址，十六进制；写“-”或不写时从标准输入读取。使用 --core 或 --report 时，只列出位于这些地址的帧。',
    },
    options: {
      symbols: 'dSYM，或 debug map 指向的目标文件',
      arch: chooseArchText,
      uuid: chooseText,
      core: 'core 文件：每一帧的变量及其值，值来自内存和该帧的寄存器',
      report: '崩溃报告：每个有寄存器的线程的第一帧的变量值，以寄存器能给出的为限。缺少的值会写明原因。',
      format: 'text（默认）或 json：每个地址或帧一个对象',
    },
    notes: [],
    exit: {
      0: '全部列出',
      1: '有地址不在任何有调试信息的函数中；或没有镜像符合所选的 UUID 或架构',
      2: usageErrorText,
    },
  },
  demangle: {
    summary: '把修饰名还原为可读名称',
    about: ['逐行还原 Swift、C++、Rust 和 Kotlin 的修饰名。其他文本保持不变。'],
    arguments: { NAME: '名称。写“-”或不写时从标准输入读取。' },
    options: {
      simplified: 'Swift 的简写形式，与 Xcode 显示的相同',
      format: 'text（默认）或 json，每行一个对象：{"mangled":"…","name":"…"}',
    },
    notes: [],
    exit: { 0: '完成', 2: '用法错误' },
  },
}
