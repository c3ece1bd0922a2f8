/** Simplified Chinese of `cli/messages/en/manual.ts`. */
import type * as english from '../../../cli/messages/manual.ts'
import type { Whole } from '../../whole.ts'

export const manual: Whole<typeof english.manual> = {
  name: '名称',
  summary: '在本机用 dSYM 把 Apple 崩溃报告变得可读',
  synopsis: '概要',
  usage: 'COMMAND … | --help | help COMMAND | --version',
  description: '描述',
  about:
    '根据 dSYM、二进制文件和其他符号文件，为 Apple 各系统的崩溃报告补全函数名、文件和行号。不会上传任何内容。结果写到标准输出，消息和进度写到标准错误。',
  common: '所有命令通用的选项',
  exit: '退出状态',
  source: ({ version }) => `Unslide ${version}`,
}
