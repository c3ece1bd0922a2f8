/** Simplified Chinese of `core/messages/en/problems/files.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { fileProblems as english } from '../../../../core/messages/problems/files.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'

const readSoFar = '已读取到该处，其余部分未读。'

export const fileProblems: Whole<typeof english> = {
  truncated: ({ expected, left }) =>
    `数据在此中断；应有 ${formatNumber(expected)} 字节，只剩 ${formatNumber(left)} 字节。`,
  'truncated.stream': ({ missing }) => `这个文件缺少末尾的 ${formatNumber(missing)} 字节。`,
  'truncated.zip-entry': () => '这个文件缺少末尾部分。',
  'truncated.mail': () => '这封邮件缺少末尾部分；最后一部分可能不完整。',
  'truncated.pack': () => '这个符号包被截断：缺少目录。请重新获取文件。',
  'truncated.index': () => '这个索引被截断：缺少一部分。请重新获取文件。',
  'truncated.library': ({ member }) => `静态库在成员 ${member} 内部中断；文件被截断。`,
  'bad-uleb': () => '有一个变长整数没有结尾。',
  'bad-uleb.large': () => '有一个变长整数过大。',
  'bad-sleb': () => '有一个变长整数没有结尾。',
  'bad-compressed-data': ({ unpacked }) => `压缩数据已损坏或被截断；只解压出 ${formatNumber(unpacked)} 字节。`,
  'bad-tar': () => '压缩包在此处损坏；其余部分无法读取。',
  'unreadable-file': ({ reason }) =>
    `浏览器无法读取这个文件（${reason}）。它可能已被移动或修改，请重新选择。从磁盘打开的页面可能无权读取文件。`,
  'bad-zip': ({ reason }) => `无法读取这个 zip 压缩包的目录（${reason}）；文件被截断或已损坏。`,
  'bad-zip-entry': () => '这个条目不在 zip 压缩包目录所说的位置；压缩包被截断或已损坏。',
  'encrypted-entry': () => 'zip 压缩包中的这个条目已加密；请用密码解压后提供其中的文件。',
  'unsupported-compression': ({ method }) =>
    `zip 压缩包中这个条目的压缩方式（${method.replace(/^method /, '编号 ')}）不受支持；请解压后提供其中的文件。`,
  'too-large.mail': ({ megabytes }) =>
    `这封邮件或这段 base64 文本超过 ${formatNumber(megabytes)} MB；请把其中的内容另存为文件后再提供。`,
  'too-large.entry': ({ gigabytes }) => `这个条目超过 ${formatNumber(gigabytes)} GB；请先解压，再提供文件本身。`,
  'over-budget.inflated': () => `这个文件解压后的大小远超同等大小文件的正常水平。${readSoFar}`,
  'over-budget.entries': () => `这个压缩包中的文件数量远超同等大小压缩包的正常水平。${readSoFar}`,
  'over-budget.archives': () => `这个压缩包中嵌套的压缩包远多于其大小所允许的数量。${readSoFar}`,
  'over-budget.loaded': () => `这个文件的某些部分互相重叠或重复，读取所需的内存远超其大小所允许的范围。${readSoFar}`,
  'over-budget.steps': () => `这个文件的一个表自我重复，次数远超其大小所允许的范围。${readSoFar}`,
  'over-budget.text': () => `这个文件中名称的总长度远超其大小所允许的范围。${readSoFar}`,
  'wrong-size': ({ bytes, stated }) =>
    `这个条目有 ${formatNumber(bytes)} 字节，但压缩包记载为 ${formatNumber(stated)} 字节；条目已损坏。请重新获取压缩包。`,
  'wrong-checksum': () => '这个条目的 CRC-32 校验和不符：条目已损坏，由它得到的名称可能有误。请从来源重新获取文件。',
  'nested-too-deep.archive': ({ kind }) => spaced`这个${kind}嵌套在过多层压缩包中；请解压后提供其中的文件。`,
  'unsupported-archive': ({ kind }) => spaced`这是${kind}，无法直接读取；请解压后提供其中的内容。`,
  'empty-file': () => '这个文件是空的，没有任何内容。',
  'no-report': () => '在这个文件中没有找到报告。',
  'not-a-report': () => '这个文件含有的是符号，不是报告。请把它作为符号提供，并另外提供崩溃报告。',
  'report-too-large': ({ megabytes, limit }) =>
    `这份报告有 ${formatNumber(megabytes)} MB，最多只能读取 ${formatNumber(limit)} MB。`,
  'bad-report-line': () => '这一行不是 JSON 形式的报告。请把报告文本写成字符串，或写成 {"id": …, "report": "…"}。',
  'long-report-line': ({ limit }) => `这一行超过 ${formatNumber(limit)} MB，已略过。`,
  'report-thread-ended': () => '读取这份报告的线程意外结束，可能是内存不足。已略过这份报告。',
  'not-open': () => '这份报告已不再打开。请重新提供文件。',
  'no-source': ({ name, uuid }) => `没有提供含有 ${name}（${uuid}）符号的文件。`,
  'already-indexed': ({ name, uuid }) => `${name}（${uuid}）已建立索引。`,
  'not-indexed': ({ image }) => `没有可导出的 ${image} 索引。`,
  'internal-error': ({ reason }) =>
    `Unslide 在读取这个文件时意外失败（${reason.replace(/[.。]$/, '')}）。这是 Unslide 的缺陷；请反馈，并在可以分享时附上这个文件。`,
  cancelled: () => '建立索引已取消。',
  'cancelled.names': () => '查询名称已取消，还有名称没有找到。',
  'cancelled.image': ({ name }) => `为 ${name} 建立索引已取消；没有保留任何内容。`,
}
