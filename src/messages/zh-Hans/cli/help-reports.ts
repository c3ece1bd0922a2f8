/** Simplified Chinese of `cli/messages/en/help-reports.ts`. */
import type * as english from '../../../cli/messages/help-reports.ts'
import { cacheText, jobsText, similarText, type HelpTexts } from './help-texts.ts'

const report =
  '崩溃报告；“-”表示读取标准输入。文件夹或 .xccrashpoint 表示其中的所有报告。同一次崩溃的多个 Crashlytics 记录（.clsrecord）一起给出时，作为一份报告读取。'

const find =
  '同时按 UUID 查找报告中各镜像的 dSYM：在有 Spotlight（mdfind）的系统上使用 Spotlight，并查找 Xcode 的 DerivedData 和 Archives 文件夹，以及 --find-in 指定的文件夹。找到的文件列在标准错误中。不加此选项则不查找。'

const findIn = '--find 同时查找的文件夹；指定此选项时可省略 --find'

export const reportHelp: HelpTexts<typeof english.reportHelp> = {
  symbolicate: {
    summary: '为崩溃报告补全函数名、文件和行号',
    about: ['为崩溃报告补全函数名、文件和行号。'],
    arguments: { REPORT: report },
    options: {
      symbols:
        'dSYM、二进制文件、.xcarchive、符号索引、符号包或 dyld 共享缓存，Breakpad、GSYM 或 Bugly 文件，与二进制文件放在一起的 link map 或 nm 输出，或包含它们的文件夹、zip 或 tar.gz。https://… 是“unslide publish”所发布符号的地址：Unslide 只按 UUID 请求有帧的镜像，且只读取索引中需要的部分。标准错误会给出请求的数量和大小。（http:// 仅限本机）',
      find,
      'find-in': findIn,
      cache:
        '把从 --symbols https://… 下载的部分符号保存在 DIR 中，最多 512 MB。每次读取时会重新校验，90 天未使用则删除。镜像不存在的结果一小时内有效。站点无法连接时，使用已保存的部分，并给出提示。不加此选项则不保存。',
      similar:
        '已剥离符号的二进制文件的另一个构建：需同时提供其符号和二进制文件。把报告所属构建的已剥离二进制文件作为 --symbols，代码相同的函数就借用另一个构建中的名称。这样的名称可信度最高为 [likely]，所有导出都会注明来自哪个构建。',
      'any-build':
        '没有匹配的符号时，使用另一个构建的符号。这样的镜像标为“wrong-build”，其中的名称若未得到报告印证则存疑。',
      format:
        'text（默认）：供阅读的崩溃内容；original：报告的原格式，填入名称；json、markdown、html（可在 Unslide 中重新打开的单个页面）；speedscope、firefox-profile：把调用树（没有则为线程）写成相应性能分析工具的文件',
      output:
        '写入已有文件夹中的文件。扩展名决定格式：.html、.json、.md、.txt、.ips、.speedscope.json、.profile.json；与 --format 不一致则报错。如果是文件夹（已存在的文件夹，或以斜杠结尾的路径），则每份报告在其中写一个文件。绝不覆盖输入文件。',
      'in-place': '以原格式把名称写入报告文件本身',
      load: '镜像的加载地址，十六进制。NAME 是镜像的名称或 UUID；没有“NAME=”时指主程序。优先于报告中的值；每个镜像一个。',
      slide:
        '镜像的 ASLR 偏移（slide，加载地址减去 __TEXT 地址），十六进制；N 可为负。优先于报告中的值；每个镜像一个。',
      'share-names':
        '对于没有符号的帧，沿用同一构建的其他 REPORT 中的名称：需有两份报告一致，或已知函数的起始地址。这样的名称会注明来自哪些报告。压缩包和邮件中的报告不参与。',
      fault:
        '在文本中加入出错处的指令及由其得出的事实，以及寄存器和寄存器指向的内容；供人阅读的其他格式和 JSON 始终包含这些内容。指令来自报告、转储或 --symbols 中的二进制文件。报告中两者都没有时，退出码为 1。',
      evidence:
        '在文本中加入依据：推断出的加载地址的依据，以及没有 UUID 的镜像中名称的依据。每项依据都有权重（自然对数，大于 0 表示支持，小于 0 表示反对）；一个名称的各项权重之和是其几率（odds）的对数。JSON 始终包含这些内容（"hypotheses"、"odds"）。',
      variables:
        '在 text、markdown、html 和 JSON 中加入参数和局部变量：每个应首先查看的线程的第一帧，以及其中程序自己的帧（最多 16 帧）。变量来自 --symbols 中的 dSYM 或 debug map 指向的目标文件。值来自报告中的寄存器和转储中的内存；缺少的值会写明原因。使用 --redact 时保留名称和类型，不输出值。报告没有变量时，退出码为 1。',
      source:
        '在 text、markdown、html 和 JSON 中，为应首先查看的调用栈里程序自己的每个调用加入附近的源代码行。取 DIR 中路径结尾与构建时路径一致的文件。调试信息含有文件的 MD5（DWARF 5）时，输出会说明文件在构建后是否改动过。Unslide 只显示匹配镜像的调试信息提到的源文件，不显示隐藏文件和被 Git 忽略的文件（.gitignore、.git/info/exclude）；未显示的文件列在标准错误中。跳过 .git 和 node_modules，不跟随符号链接。脚本的代码行取自含有源码的 source map，与 DIR 的内容无关。没有找到任何代码行时，退出码为 1。',
      redact:
        '在所有格式中替换个人数据：用户名、文件夹名和设备名，邮箱和网络地址，设备标识，用户、会话和事件的标识符，令牌。每项在全文中使用同一个化名。镜像 UUID、地址和 ASLR 偏移保留不变；不输出源代码行。标准错误会列出被替换的原文，请勿外传。',
      'redact-app': '同上，并替换 App 的名称、Bundle ID 和团队 ID',
      watch:
        '从现在起，对每份进入 DIR 的报告，在写入完成后符号化；报告有变化时再次符号化。跳过 DIR 中的其他文件、文件夹和链接。按 Ctrl-C 结束，退出码为 0。',
      stream:
        '从标准输入或 FILE 读取 JSON 行，每行按原顺序输出一行 JSON。一行可以是报告文本的字符串；可以是 {"id": …, "name": "…", "report": "…"}，二进制报告加上 "encoding": "base64"；也可以直接是 JSON 格式的报告。输出包含 "line"、与输入写法相同的 "id"，以及与 --format json 相同的报告和 batch 用来分组的事实（"facts"），或 "problems"。一份报告有问题只影响它那一行；超过 32 MB 的行同样按有问题处理；流中同时处理的所有行合计也不超过 32 MB。只有没有任何一行可读时，退出码才为 2。',
      jobs: '处理流的线程数，1 到 64；默认与 CPU 核心数相同',
    },
    notes: ['不确定的名称以 [likely]（很可能）或 [doubtful]（存疑）结尾；末尾一行解释这些标记。'],
    exit: {
      0: '全部符号化成功',
      1: '缺少符号、加载地址或全部调用栈，或有行无法读取；标准错误会说明缺少什么、下一步怎么做',
      2: '有报告无法读取，或用法错误；其他报告仍会写出',
    },
  },
  batch: {
    summary: '把同一崩溃的报告归为一组',
    about: [
      '把同一崩溃的报告归为一组：程序相同、终止类型相同、程序自己的出错函数相同。每组列出版本、系统和设备。出错位置不确定的报告单独成组。',
    ],
    arguments: { REPORT: '崩溃报告，或存放崩溃报告的文件夹' },
    options: {
      symbols: '同 symbolicate：没有名称时，按同一构建的镜像内偏移分组',
      find,
      'find-in': findIn,
      cache: cacheText,
      similar: similarText,
      'any-build': '同 symbolicate：没有匹配的符号时，使用另一个构建的符号',
      jobs: jobsText,
      format: 'text（默认）或 json（包含每组的所有路径）',
      output: '写入已有文件夹中的文件。扩展名决定格式：.txt、.json。',
    },
    notes: [],
    exit: {
      0: '全部符号化成功',
      1: '部分报告缺少符号',
      2: '有报告无法读取，或用法错误；其他报告仍会分组',
    },
  },
  parse: {
    summary: '以 JSON 输出报告，不使用符号',
    about: ['以 JSON 输出报告，不使用符号。'],
    arguments: { REPORT: report },
    options: { format: 'json，唯一可用的格式' },
    notes: [],
    exit: {
      0: '全部读取',
      1: '报告中有行无法读取',
      2: '有文件无法读取，或用法错误；其他报告仍会输出',
    },
  },
}
