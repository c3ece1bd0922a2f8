/** Simplified Chinese of `core/messages/en/source.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/source.ts'
import type { Whole } from '../../whole.ts'

export const sourceWords: Whole<typeof english.sourceWords> = {
  title: '源代码',
  thisLine: '这一行',
  embedded: '来自调试信息',
  quoted: {
    same: '引自这个构建的 source map',
    unknown: '引自一个 source map，它可能属于另一个构建',
  },
  several: ({ paths, count }) =>
    `有 ${formatNumber(count)} 个文件同样符合：${paths.join('、')}${count > paths.length ? ' 等' : ''}`,
}

export const sourceChecks: Whole<typeof english.sourceChecks> = {
  same: '与构建时的文件相同',
  changed: '这个文件在构建之后已改动',
  unknown: '不清楚这个文件在构建之后是否有改动',
}

export const sourceNameOnly: Whole<typeof english.sourceNameOnly> = {
  same: '与构建时的文件相同',
  changed: '这个文件在构建之后已改动，或是另一个同名文件',
  unknown: '只有文件名相符；不清楚它是否就是构建时的文件',
}

export const sourceReasons: Whole<typeof english.sourceReasons> = {
  'no-line': () => '调试信息没有给出行号',
  'not-there': ({ name }) => `源码文件夹中没有文件 ${name}`,
  'only-report': ({ file }) => `只有报告提到 ${file}，没有匹配镜像的调试信息`,
  'no-source-name': ({ file }) => `${file} 不是源文件的名称`,
  hidden: ({ path }) => `${path} 是隐藏文件`,
  ignored: ({ path }) => `${path} 被 Git 忽略（.gitignore）`,
  link: ({ path }) => `${path} 是符号链接`,
  unreadable: ({ path }) => `无法读取 ${path}`,
  'too-large': ({ path, megabytes }) => `${path} 超过 ${formatNumber(megabytes)} MB：未读取`,
  binary: ({ path }) => `${path} 不是文本`,
  'line-behind': ({ path, line, lines }) => `${path} 只有 ${formatNumber(lines)} 行，没有第 ${line} 行`,
  'line-behind-changed': ({ path, line, lines }) =>
    `${path} 只有 ${formatNumber(lines)} 行，没有第 ${line} 行；它在构建之后已改动`,
}
