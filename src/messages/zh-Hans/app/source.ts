/** Simplified Chinese of `app/messages/en/source.ts`. */
import type * as english from '../../../app/messages/source.ts'
import type { Whole } from '../../whole.ts'
import { formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  title: '源代码',
  atFault: '崩溃点的代码行',
  folders: '源码文件夹',
  purpose: '选择构建所用的源码文件夹，每一帧就会显示对应的代码行。文件只在显示栈帧时在本机读取，绝不会被改动。',
  untilClosed: '页面关闭前可用',
  choose: '选择源码文件夹…',
  chooseLabel: '源码文件夹',
  orDrop: '也可以把文件夹拖到这里。',
  show: '显示源代码行…',
  looking: '正在查找代码行…',
  failed: '无法读取代码行。',
  listing: '正在列出文件',
  files: (count) => `${formatNumber(count)} 个文件`,
  partly: '只列出了一部分',
  asks: '需要浏览器再次授权',
  allow: (name) => `读取 ${name}`,
  lookAgain: '重新查找',
  forget: '移除',
  forgetFolder: (name) => `不再使用源码文件夹 ${name}`,
  use: (path) => `使用 ${path}`,
  linesOf: (place) => `${place} 附近的代码行`,
  noFolder: '浏览器不允许本页面读取该文件夹。请改用按钮选择。',
}
