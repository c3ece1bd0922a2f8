/** Simplified Chinese of `core/messages/en/problems/reports.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { reportProblems as english } from '../../../../core/messages/problems/reports.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'
import { labelText } from '../joins.ts'

/** Parts of a report whose rows may be unreadable. */
const parts = {
  stack: '调用栈',
  images: '镜像列表',
  callGraph: '调用图',
  callTree: '调用树',
} as const

/** A kind of report; the name of one in JSON may lack its end. */
const kindText = (kind: string): string =>
  [kind, `${kind} (JSON)`]
    .map((label) => ({ label, text: labelText(label) }))
    .find(({ label, text }) => text !== label)
    ?.text.replace(/（JSON）$/, '') ?? kind

export const reportProblems: Whole<typeof english> = {
  'unknown-report': () => '这段文字中没有已知的报告、调用栈或错误。请提供完整且未经修改的崩溃日志、调用栈或其他报告。',
  'unknown-report.blank': () => '这段文字是空白的。',
  'unknown-report.bytes': () => '这个文件既不是文本，也不是已知的二进制格式。',
  'unknown-report.json': ({ keys }) =>
    `这个 JSON 不是已知类型的报告。它最前面的键是 ${keys.join('、')}。请提供完整的文件。`,
  'unknown-report.error': ({ line, text }) =>
    `第 ${line} 行说有错误，但这段文字中没有已知的调用栈：“${text}”。请同时提供调用栈的各行，或整份报告。`,
  'encoded-spindump': () => '这份 spindump 是二进制形式。请在 Mac 上转换为文本：spindump -i FILE -o report.txt',
  'encoded-tombstone': () =>
    '这份 Android tombstone 是二进制形式（.pb），无法读取。请提供它旁边不带 .pb 的文本文件，或 logcat 中的相应行。',
  'not-json': ({ kind }) => spaced`这份${kindText(kind)}不是有效的 JSON。`,
  'empty-report': ({ kind }) => `这个 ${kind} 文件不含报告。`,
  'empty-graph': () => '调用图是空的：没有采样到该进程的任何调用。',
  'no-event': ({ kind }) => spaced`这份${kindText(kind)}中没有带调用栈的事件。`,
  'unknown-version': ({ kind, version, known }) =>
    `这个文件的 ${kind} 格式版本为 ${version}，支持的版本为 ${known}。可能缺少部分内容。`,

  'unreadable-row': ({ part, line, text }) => `第 ${line} 行（位于${parts[part]}中）无法读取：${text}`,
  'unreadable-rows': ({ count, lines }) =>
    spaced`有 ${formatNumber(count)} 行无法读取；最先几行的行号是${lines.join('、')}。`,
  'lost-rows': ({ count, line, text }) =>
    `有 ${formatNumber(count)} 行看似调用栈的行，但无法读取。第一处是第 ${line} 行：${text}`,
  'lost-rows.all': ({ count, line, text }) =>
    `这段文本有 ${formatNumber(count)} 行含有地址，但没有读出任何调用栈。第一处是第 ${line} 行：${text}`,
  'misprinted-row': ({ line }) =>
    `第 ${line} 行的地址不是数字，或与镜像的加载地址和偏移量矛盾。可能有一位数字错误，因此这一行没有名称。`,
  'calls-left-out': ({ calls }) => `这份采样数据的调用超过 ${formatNumber(calls)} 个；其余未显示。请录制更短的时间。`,
  'deep-tree': ({ levels }) => `有一棵调用树超过 ${formatNumber(levels)} 层；更深的调用未显示，可在报告原文中查看。`,
  'flat-graph': () => '调用图各行开头的空格已丢失。调用关系由每行的样本数推算，可能有误。',
  'unreadable-record': () => '这条线程记录的大小与其中的行不符；已跳过该线程。',
  'damaged-line': () => '这一行无法读取。',
  'cut-row': ({ line }) => `第 ${line} 行在地址中间中断，因此无法解析这一行。`,
  'other-message': ({ text }) => `这条消息可能与该调用栈不属于同一次崩溃或退出：“${text}”。`,
  'truncated-list': () => '地址列表在此处被截断；已跳过最后一个地址。',
  'missing-images.cut': () => '报告的这一部分中，栈帧所引用的镜像列表（"usedImages"）被截断。请把其余部分也一并复制。',
  'missing-images': () => '报告的这一部分没有栈帧所引用的镜像列表（"usedImages"）。请把该列表也一并复制。',
  'image-without-base': ({ image }) =>
    spaced`${image === '(unnamed)' ? '有一个未命名的镜像，它' : image}的记录没有加载地址。`,
  'skipped-frames': ({ frames, thread }) => `崩溃报告程序省略了线程 ${thread} 的 ${formatNumber(frames)} 帧。`,
  'unread-frames': ({ frames, thread }) => `线程 ${thread} 的 ${formatNumber(frames)} 帧无法读取。`,
  'too-many-samples': ({ samples }) => `这份采样数据过大；跳过了 ${formatNumber(samples)} 个采样。`,

  'malformed-xml': ({ count, first }) =>
    `这个文件的 XML 有 ${formatNumber(count)} 处损坏；其余内容均已读取。第一处错误：${first}`,
  'xml-entities': () => '这个文件含有文档类型定义（DTD）。xctrace 的导出没有这种定义；其中定义的实体不会展开。',
  'xml-too-damaged': ({ faults }) =>
    `这个文件的 XML 错误超过 ${formatNumber(faults)} 处；只读取到该处。请重新导出这张表。`,
  'xml-too-deep': ({ levels }) =>
    `文件的元素嵌套超过 ${formatNumber(levels)} 层，xctrace 的导出不会如此；只读取到该处。`,
  'xml-run-too-long': ({ megabytes }) =>
    `文件中有一段文本或一个标签超过 ${formatNumber(megabytes)} MB，xctrace 的导出不会如此；只读取到该处。`,
  'truncated.xml': () => '文件在 XML 中间结束；此前的内容均已读取。请重新导出这张表。',
  'dangling-references': ({ count }) => `有 ${formatNumber(count)} 处引用指向此前未定义的 id；缺少这些值。`,
  'circular-references': ({ count }) => `有 ${formatNumber(count)} 处引用指向包含该引用自身的元素；缺少这些值。`,
  'stacks-left-out': ({ samples }) =>
    `这张表中的调用过多，无法全部显示；有 ${formatNumber(samples)} 个调用栈放不下，其采样按没有调用栈计算。请导出更短的时间段。`,
  'values-left-out': ({ count }) =>
    `文件定义的线程、镜像和文本超出能同时保留的数量；有 ${formatNumber(count)} 个未保留，引用它们的行缺少这些内容。请导出更短的时间段。`,
  'skipped-samples': ({ samples }) =>
    `跳过了 ${formatNumber(samples)} 个采样：权重无法读取，或表中的线程过多，无法全部显示。`,
  'deep-stacks': ({ stacks, levels }) =>
    `有 ${formatNumber(stacks)} 个调用栈超过 ${formatNumber(levels)} 层；最内层的调用未显示。`,
  'rows-left-out': ({ rows, kept }) => `表中只显示前 ${formatNumber(kept)} 行；其余 ${formatNumber(rows)} 行未显示。`,

  'truncated.report': () => '报告在此处被截断或损坏；此前的内容均已读取。',
  'truncated.thread': (p) =>
    `缓冲区被截断：线程 ${p.thread} 的 ${formatNumber(p.rows)} 行中缺少 ${formatNumber(p.missing)} 行。`,
  'truncated.buffer': () => '缓冲区被截断：缺少结束标记。',
  'truncated.item': ({ bytes, left }) =>
    `有一项应有 ${formatNumber(bytes)} 字节，但只剩 ${formatNumber(left)} 字节；缓冲区被截断或已损坏。`,
  'truncated.depth': () => '容器嵌套过深；其余已跳过。',
  'truncated.items': () => '缓冲区中的项过多；其余已跳过。',

  'damaged-json.end': () => 'JSON 被截断；已保留完整的部分。',
  'damaged-json.gap': () => '此处省略了部分 JSON；其后的内容已读取。',
  'damaged-json.bracket': () => '有一个右括号与左括号不匹配。',
  'damaged-json.key': () => '此处缺少 JSON 成员的键。',
  'damaged-json.colon': () => '此处 JSON 的键后缺少冒号。',
  'damaged-json.depth': () => 'JSON 嵌套过深；其余已跳过。',
  'damaged-json.value': () => '这不是 JSON 值。',
  'damaged-json.line': () => '这一行不是完整的 JSON 对象。',

  'repaired-plist': () => '已从属性列表（property list）中取出报告。',
  'repaired-ansi': () => '已去除终端颜色代码。',
  'repaired-printable': () => '已解码邮件正文（quoted-printable）。',
  'repaired-quotes': () => '已去除行首的引用标记（`> `）。',
  'repaired-fields': () => '挤在同一行的报告字段已各自分行。',
  'repaired-spacing': () => '已去除每两行之间的空行。',
  'repaired-fences': () => '已去除报告周围的代码围栏、标签或加粗标记。',
  'repaired-entities': () => '已解码 `&lt;` 之类的 HTML 实体。',
  'repaired-gaps': () => '已缩短超过 1,280 个的连续空白或空行。',
  'repaired-blanks': () => '已把不换行空格和零宽空格替换为普通空格。',
  'repaired-curly-quotes': () => '已把 JSON 中的弯引号替换为直引号。',
  'repaired-prefixes': () => '已去除行首的日志前缀。',
  'repaired-escapes': () => '整段文本是一个含 `\\n` 的字符串；已恢复换行。',
  'repaired-fragment': () => '文本从 JSON 报告的中间开始；已补上缺少的括号。',
  'repaired-document': () => '报告是 JSON 文档中的一个字符串；已将其取出，文档的其余部分已忽略。',
  'repaired-columns': () => '已合并按固定列宽折断的行。',
  'repaired-wraps': () => '已合并在 JSON 值内部折断的行。',
  'misread-digits': ({ count }) =>
    `有 ${formatNumber(count)} 行像是文字识别（OCR）的结果：数字被认成了字母，或缺少空格。已按相似的数字读取；请对照图片核对地址。`,
  'rows-laid-bare': () =>
    '调用栈的行夹在其他文本中（日志前缀、字符串、标记、表格或折断的行）。已先去除这些文本再读取。',
  'repaired-rows': () => '已合并折成两行的调用栈行。',
}
