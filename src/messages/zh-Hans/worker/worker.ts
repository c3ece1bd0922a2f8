/** Simplified Chinese of `worker/messages/en/worker.ts`. */
import type * as english from '../../../worker/messages/worker.ts'
import type { Whole } from '../../whole.ts'

export const worker: Whole<typeof english.worker> = {
  stopped: '工作已停止。已添加的内容都还在。',
  cannotStart:
    '浏览器不允许页面启动读取符号的 worker，可能是被扩展或策略禁止；近几年的 Chrome、Edge、Firefox 和 Safari 都允许。',
  cannotLoad: '无法加载本页面的一个组件。请在能访问本页面时重试；如果页面已有较新版本，请重新加载。',
  unreadable: 'worker 发来了无法读取的内容。',
  ended: '读取符号的 worker 意外结束，可能是内存不足。',
  indexerEnded: '一个读取符号的 worker 意外结束，或未能启动。',
  indexerUnreadable: '一个读取符号的 worker 发来了无法读取的内容。',
  noEngine: '无法加载符号引擎。请在能访问本页面时重试。',
  damagedEngine: '符号引擎的文件已损坏。请按住 Shift 键重新加载本页面，以便从网站重新获取。',
  noWasm: '浏览器无法运行 WebAssembly，而读取符号需要它。锁定模式会关闭 WebAssembly：请在锁定模式的设置中允许本页面。',
}
