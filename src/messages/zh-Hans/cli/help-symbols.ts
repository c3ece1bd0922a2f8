/** Simplified Chinese of `cli/messages/en/help-symbols.ts`. */
import type * as english from '../../../cli/messages/help-symbols.ts'
import { chooseArchText, chooseText, folderText, symbolsText, threadsText, type HelpTexts } from './help-texts.ts'

const failed = { 0: '完成', 1: '部分镜像无法读取', 2: '全部无法读取，或用法错误' } as const
const symbolsElsewhere = '其他命令的 --symbols 接受的任何输入'

export const symbolHelp: HelpTexts<typeof english.symbolHelp> = {
  index: {
    summary: '为每个镜像建立符号索引',
    about: ['为每个镜像建立符号索引，并输出其大小和用时。'],
    arguments: { PATH: symbolsText },
    options: {
      output: '把每个索引写入 DIR 中的一个文件。之后可用该文件或 DIR 代替 dSYM 作为 --symbols。',
      threads: threadsText,
      format: 'text（默认）或 json：每个镜像一个对象',
    },
    notes: [],
    exit: failed,
  },
  convert: {
    summary: '把符号写成 Breakpad 或 GSYM 文件，供其他工具使用',
    about: ['把每个镜像的符号写成另一种格式的文件：函数、内联调用、文件和行号；没有调试信息处则写符号表中的名称。'],
    arguments: { PATH: `${symbolsElsewhere}；符号包没有行号，不能转换` },
    options: {
      to: 'breakpad：文本文件（.sym），名称可读，供 Breakpad 工具和崩溃服务使用。不含 STACK 记录，因此能给出帧的名称，但不能辅助栈回溯。gsym：LLVM 的 GSYM（版本 1），使用链接名，供 llvm-gsymutil 和 LLDB 使用。',
      output: `输出；${folderText}`,
      arch: chooseArchText,
      uuid: chooseText,
      threads: threadsText,
    },
    notes: ['不写列号，因为这两种格式都没有列号。函数的其他名称也不写。'],
    exit: {
      0: '完成',
      1: '部分镜像无法读取，或没有所选的镜像',
      2: '全部无法读取，或用法错误',
    },
  },
  table: {
    summary: '把镜像中所有有名称的区间写成 Parquet 表，供数据库使用',
    about: [
      '把每个有名称的地址区间写成 Parquet 文件的一行：UUID、架构、镜像、起止位置（镜像内偏移）、函数、链接名、文件、行号，以及内联调用的外层调用。数据库可用它连接数百万个原始地址；各列的说明以及 DuckDB、ClickHouse、Spark、Trino 和 BigQuery 的 SQL 见 src/core/tables/README.md。',
    ],
    arguments: { PATH: `${symbolsElsewhere}，包括符号包` },
    options: {
      output: `所有镜像写成一张表；${folderText}`,
      arch: '只写这种架构的镜像',
      uuid: '只写这个 UUID 的镜像',
      threads: threadsText,
      format: 'text（默认）或 json，每张表一个对象：path、images、rows、bytes',
    },
    notes: [
      '各行按 UUID、架构和起始位置排序，互不重叠；没有符号覆盖的地址没有对应的行。同一地址的名称与“unslide lookup”相同，但不含被合并函数的其他名称。',
    ],
    exit: {
      0: '完成',
      1: '部分镜像无法读取或没有名称，或没有所选的镜像',
      2: '全部无法读取，或用法错误',
    },
  },
  pack: {
    summary: '把一个系统所有镜像的名称或一个 App 的映射文件写入一个文件',
    about: [
      '把所有镜像的名称写入一个文件，即符号包：可作为 --symbols 使用，或拖到页面上，代替制作它的共享缓存。使用时只读取报告需要的镜像。',
      '映射文件原样写入：source map、Unity 的 LineNumberMappings.json、Dart 的混淆映射。使用效果与直接提供这些文件相同。Dart 的 app.….symbols 属于镜像。',
    ],
    arguments: {
      PATH: 'dyld 共享缓存、DeviceSupport 文件夹、dSYM、二进制文件、符号索引、映射文件、其他符号包，或包含它们的文件夹或压缩包',
    },
    options: {
      os: '镜像所属的系统，写法与报告中相同，或 App 及其版本；会显示在镜像的每个名称旁',
      output: '符号包。相同的输入得到完全相同的文件。',
      format: 'text（默认）或 json：一个对象',
    },
    notes: ['来自符号包的名称会标为导入的；来自 dSYM、二进制文件和缓存的符号优先。'],
    exit: failed,
  },
  publish: {
    summary: '把符号索引写入由 Web 服务器提供的文件夹',
    about: [
      '把每个镜像的符号索引按 UUID 写入 DIR。Web 服务器或对象存储以普通文件的形式提供 DIR；能读取这些文件的人无需 dSYM，用 --symbols https://… 即可符号化栈帧。无论索引多大，一份报告只需读取其中几百 KB。',
    ],
    arguments: { PATH: symbolsText },
    options: {
      to: '文件夹。不存在时会创建。不会写入它之外的任何位置，不跟随其中的链接；多个程序可同时向它发布。',
      app: '同时把构建好的页面复制到 DIR，使页面和符号使用同一地址',
      'map-name':
        '以这个 bundle 名称（例如 main.jsbundle）或镜像名称（例如 UnityFramework）发布没有 debug id 的映射；Dart 混淆名称映射用 App。bundle 或镜像同名的报告会使用其中的位置，并标明未经证实。',
      threads: threadsText,
      'remove-older': '删除 DAYS 天之前发布的镜像，以及以往发布残留的文件',
      keep: '绝不删除 FILE 中的 UUID（每行一个）；没有 --remove-older 时删除其余所有镜像。本次运行发布的镜像也会保留。',
      'dry-run': '只列出要删除的镜像，不实际删除',
      verify:
        '读取 DIR 中每个已发布的文件，逐块比对摘要，并列出缺失、被截断、损坏的文件，以及发布中断后残留的文件。不写入任何内容。',
      repair:
        '检查 DIR，并用 PATH… 重新发布缺失、被截断或损坏的内容；每个文件写完整后才替换旧文件。不发布其他镜像。残留文件满一天后会被删除。',
      format: 'text（默认）或 json：每个镜像一个对象',
    },
    notes: [
      '已有的索引不会重新建立，除非新的符号内容更多（例如先有二进制文件，后有 dSYM）。',
      '服务器必须支持 range 请求，且不得压缩 .unslide-blocks 文件。DIR/symbols/UUID/manifest.json 会变化，其他文件都不会变化。',
    ],
    exit: {
      0: '完成，或列出的文件全部完整',
      1: '部分镜像无法发布，或有文件不完整',
      2: '没有找到镜像，无法读取文件夹，或用法错误',
    },
  },
}
