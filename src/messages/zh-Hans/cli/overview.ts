/** Simplified Chinese of `cli/messages/en/overview.ts`. */
import type * as english from '../../../cli/messages/overview.ts'
import type { Whole } from '../../whole.ts'

export const overview: Whole<typeof english.overview> = {
  about: 'Unslide 在本机符号化 Apple 崩溃报告，不会上传任何内容。',
  usage: 'unslide COMMAND …',
  commands: '命令：',
  help: '显示此列表，或某个命令的选项和示例',
  footer: '运行 unslide help COMMAND 可查看命令的选项和示例。',
}

export const commonHelp: Whole<typeof english.commonHelp> = {
  help: '显示此帮助',
  version: '显示名称和版本',
  quiet: '标准错误只输出错误，不输出说明和进度，也不提示缺少什么',
  'no-color': '在终端中标题不加粗；环境变量 NO_COLOR 有同样作用',
  lang: '消息和文本输出的语言，例如 zh-Hans；也可由环境变量 LC_ALL、LC_MESSAGES 和 LANG 决定。JSON 始终为英文',
}

export const helpWords: Whole<typeof english.helpWords> = {
  usage: '用法：',
  arguments: '参数：',
  options: '选项：',
  common: '所有命令通用的选项：',
  exits: '退出码：',
  examples: () => '示例：',
  alsoRepeated: (text) => `${/[。）]$/.test(text) ? text : `${text}。`}可重复指定。`,
  exit: { 0: '完成', 1: '输入有效，但缺少某些内容', 2: '输入无法读取，或用法错误' },
}
