/** Simplified Chinese of `cli/messages/en/errors.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../cli/messages/errors.ts'
import type { Whole } from '../../whole.ts'

export const refusals: Whole<typeof english.refusals> = {
  ENOENT: '没有此文件或文件夹。',
  ENOTDIR: '路径中有一部分是文件，不是文件夹。',
  EEXIST: '路径中有一部分是文件，不是文件夹。',
  EACCES: '没有权限。',
  EPERM: '没有权限。',
  EISDIR: '这是一个文件夹。',
  ENOSPC: '磁盘已满。',
  EDQUOT: '当前用户的磁盘配额已用完。',
  EFBIG: '文件会超出大小上限。',
  EROFS: '磁盘是只读的。',
  EBUSY: '文件正在使用中。',
}

export const errors: Whole<typeof english.errors> = {
  seeOverview: '运行 unslide --help 查看所有命令。',
  seeHelp: ({ command }) => `运行 unslide ${command} --help 查看选项和示例。`,
  unknownCommand: ({ given, known, meant }) =>
    `没有命令“${given}”。${meant === undefined ? `可用的命令：${known}。` : `是否想用 ${meant}？`}`,
  fileForCommand: ({ given }) => `“${given}”是文件。读取报告：unslide symbolicate 文件。`,
  unknownOption: ({ given, meant }) => `没有选项 ${given}。${meant === undefined ? '' : `是否想用 ${meant}？`}`,
  unknownChoice: ({ option, given, known }) => `${option} 不支持 ${given}。可选值：${known}。`,
  optionNeedsValue: ({ option, value }) => `${option} 需要一个值：${value}。`,
  optionTakesNoValue: ({ option, given }) => `${option} 不接受值，请去掉“${given}”。`,
  notNumber: ({ what, given }) => `${what}“${given}”不是数字。十六进制请写成 0x…。`,
  notAddress: ({ what, given }) => `${what}“${given}”无效。请用十六进制书写。`,
  notUuid: ({ given }) => `--uuid ${given} 不是 UUID。`,
  noImageName: ({ option, given }) => `--${option} ${given} 没有指明镜像。请写成 --${option} NAME=0x…。`,
  theAddress: '地址',
  theOffset: '偏移量',
  jobs: '--jobs 的取值为 1 到 64。',
  shells: ({ known }) => `completions 需要指定一种 shell：${known}。`,
  schemas: ({ known }) => `schema 可用的名称：${known}。`,
  jobsNeedStream: '--jobs 要与 --stream 一起使用。',
  streamTakesNot:
    '--stream 读取一个输入，并把 JSON 行写到标准输出。它不能与 -o、--format、--fault、--variables、--source、--find 和 --redact 一起使用。',
  watchTakesNot: '--watch 自带要监视的文件夹，不接受 REPORT 和 --find；-o 必须是文件夹（-o DIR/）。',
  watchesItself: '--watch 和 -o 是同一个文件夹，结果会被再次读取。请为 -o 指定另一个文件夹。',
  streamSymbols: '标准输入用于流：请为 --symbols 指定文件路径。',
  threads: '--threads 的取值为 1 到 64。',
  hint: ({ label, text }) => `线索：${label}：${text}`,
  exclusivePlaces: '--load、--slide 和 --offset 不能同时使用。',
  lookupNeedsSymbols: 'lookup 需要 --symbols PATH。',
  interactiveReadsInput: '--interactive 从标准输入读取地址，不接受 ADDR。',
  emptyLine: '此行为空。请用十六进制写一个地址。',
  lookupNeedsAddress: 'lookup 需要一个地址。',
  disassembleNeedsBytes: 'disassemble 需要十六进制字节和 --arch A，或 --symbols PATH 和 --address X。',
  disassembleNeedsArch: 'disassemble 需要 --arch A：只凭字节无法知道处理器架构。',
  disassembleNeedsAddress: 'disassemble 需要 --address X：从文件中的哪个地址开始。',
  disassembleTwoSources: '十六进制字节和 --symbols 只能指定一个。',
  disassembleReportAlone: '--report 的地址来自报告：不能同时指定字节、--address、--count 或 --instruction-set。',
  disassembleNeedsReport: '--thread 和 --frame 需要 --report FILE。',
  noFrameWithCode: ({ path }) =>
    `${path}: 没有找到这些帧的代码。请用 --symbols 指定 App 的二进制文件（dSYM 不含代码）。`,
  variablesNeedSymbols: 'variables 需要 --symbols PATH。',
  sourceNotFolder: ({ path }) => `${path}: 不是文件夹；--source 需要文件夹。`,
  sourceCut: ({ path, names }) =>
    `${path}: 超过 ${formatNumber(names)} 个名称，其余已跳过。请为 --source 指定更小的文件夹。`,
  sourceRedacted: '--redact 不输出源代码行：--source 没有使用。',
  coreOrReport: '--core 和 --report 只能指定一个。',
  noFrameInScope: ({ path }) => `${path}: 没有帧位于所给调试信息描述的函数中。`,
  variablesNeedAddress: 'variables 需要一个地址。',
  notHexBytes: ({ given }) => `“${given}”不是十六进制字节序列（每个字节两位）。`,
  countRange: '--count 的取值为 1 到 100000。',
  instructionsUnread: ({ given }) => `不支持读取 ${given} 的指令。--arch 请使用 arm64、arm64e、armv7、x86_64 或 i386。`,
  needsReport: ({ command }) => `${command} 需要 REPORT。`,
  symbolsTookReport: 'symbolicate 需要 REPORT。--symbols 之后的路径都当作符号读取：请把报告写在它前面。',
  needsPath: ({ command }) => `${command} 至少需要一个 PATH。`,

  refused: ({ path, reason }) => `${path}: ${reason}`,
  cannotWrite: ({ path, reason }) => `无法写入 ${path}：${reason}`,
  noFolderFor: ({ path, folder }) => `无法写入 ${path}：没有文件夹 ${folder}。请先创建它。`,
  outputIsInput: ({ path, input }) =>
    `${path} 是输入${path === input ? '' : `（${input}）`}，不会被覆盖。请为 -o 指定另一个文件，或用 --in-place 以报告原格式写入。`,
  formatConflict: ({ path, given, fitting }) =>
    `${path}: --format ${given} 与扩展名不符，该扩展名对应 ${fitting}。请修改其中之一。`,
  extensionNotWritten: ({ path, given, known }) =>
    `${path}: 该扩展名对应格式 ${given}，此命令不能写入这种格式。可用格式：${known}。`,
  inPlaceTakesNot: '--in-place 需要含报告的文件，不能与 -o、--stream、--watch 一起使用，--format 只能是 original。',
  notInPlace: ({ path }) => `${path}: --in-place 只写入单独成文件、且格式中有位置放名称的报告。请用 -o。`,
  lostOutput: ({ reason }) => `无法写入标准输出：${reason}`,
  notFolder: '不是文件夹。',
  noCallsToWrite: ({ path, format }) =>
    `${path}: 报告没有调用栈和调用树，因此没有写入 ${format} 文件。请用 --format text 查看。`,
  noReportInFolder: ({ path }) => `${path}: 此文件夹中没有报告。`,
  noFileInFolder: ({ path }) => `${path}: 此文件夹中没有文件。`,
  ownText: ({ path }) =>
    `${path}: 这是 symbolicate 输出的供人阅读的文本，不含镜像和地址。请提供报告本身，或 --format original、json、html 的输出。`,
  folderForFile: ({ path }) => `${path} 是文件夹。请指定其中的一份报告。`,
  noSymbolsAt: ({ path, holdsReport }) =>
    `${path}: ${holdsReport ? '含有报告，但没有符号' : '没有符号'}。请提供 dSYM、二进制文件、符号索引，或包含它们的文件夹或压缩包。`,
  noImageAt: ({ paths }) =>
    `${paths}: 没有找到镜像。请提供 dSYM、二进制文件、docs/symbols.md 列出的其他调试文件或映射文件，或包含它们的文件夹或压缩包。`,
  severalMaps: '脚本位置（LINE:COLUMN）只能在一个 source map 中查询。请为 --symbols 只指定一个。',
  noSourceOf: ({ map, missing, places }) =>
    `${map}: ${formatNumber(places)} 个位置中有 ${formatNumber(missing)} 个没有对应的源码。行号从 1 开始，列号从 0 开始。`,
  noImageToIndex: '没有找到可建立索引的镜像。请提供 dSYM、二进制文件，或包含它们的文件夹或压缩包。',
  needsOs: 'pack 需要用 --os 指定镜像所属的系统或映射文件所属的 App，例如 --os "iPhone OS 17.5.1 (21F90)"。',
  needsOutput: 'pack 需要 -o FILE。',
  longOs: '--os 最多 200 个字符。',
  noImageToPack:
    '没有找到可打包的镜像或映射文件。请提供 dyld 共享缓存、DeviceSupport 文件夹、dSYM、二进制文件或 source map。',
  nothingPacked: '没有镜像有名称，因此没有写入符号包。',
  convertNeeds: 'convert 需要 --to breakpad 或 --to gsym，以及 -o FILE 或 -o DIR/。',
  convertToFolder: '要全部转换，请指定文件夹：-o DIR/。',
  tableNeeds: 'table 需要 -o FILE.parquet；每个镜像一个文件时用 -o DIR/。',
  nothingTabled: '没有镜像有名称，因此没有写入表。',
  sharedUuid: ({ uuid }) => `多个镜像的 UUID 都是 ${uuid}：请用 UUID 和架构一起连接它们的行。`,
  alreadyIndexes: '这些文件已经是符号索引，无需再建立。',
  noImage: '所给文件中没有找到镜像。',
  noImageFits: '没有匹配的镜像。请用 --arch 和 --uuid 选择一个：',
  severalImagesFit: '有多个匹配的镜像。请用 --arch 和 --uuid 选择一个：',
  notCovered: ({ image, uncovered, addresses }) =>
    image === undefined
      ? `${formatNumber(addresses)} 个地址中有 ${formatNumber(uncovered)} 个不在共享缓存的任何函数中。查询报告中的地址需要共享缓存的 ASLR 偏移：--slide 0x…。`
      : `${formatNumber(addresses)} 个地址中有 ${formatNumber(uncovered)} 个不在 ${image} 的任何函数中。查询报告中的地址需要加载地址：--load 0x…。`,
  notNamed: ({ image, unnamed, addresses }) =>
    `${formatNumber(addresses)} 个地址中有 ${formatNumber(unnamed)} 个所在的函数没有名称${image === undefined ? '。' : `：${image} 的符号已被剥离。请提供它的 dSYM，或用 --similar 指定另一个有符号的构建。`}`,
  noScopeAt: ({ image, uncovered, addresses }) =>
    `${formatNumber(addresses)} 个地址中有 ${formatNumber(uncovered)} 个不在 ${image} 的调试信息描述的任何函数中。`,
  threadEnded: '读取符号的线程意外结束。请重新运行命令。',

  moreProblems: ({ count }) =>
    `另有 ${formatNumber(count)} 条；报告的问题见 \`unslide parse\` 输出的 "problems"，符号的问题见 \`unslide inspect --format json\` 的输出。`,
  problemAtLine: ({ path, line, message }) => `${path}:${line}: ${message}`,
  problemAtOffset: ({ path, offset, message }) => `${path}，偏移量 ${offset} 处：${message}`,
}
