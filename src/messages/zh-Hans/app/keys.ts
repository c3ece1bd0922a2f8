/** Simplified Chinese of `app/messages/en/keys.ts`. */
import type * as english from '../../../app/messages/keys.ts'
import type { Whole } from '../../whole.ts'

export const words: Whole<typeof english.words> = {
  title: '快捷键',
  help: [
    '把报告、dSYM 和文件夹拖入或粘贴到页面任意位置。文件只在本浏览器中读取，绝不上传：',
    { link: '了解如何验证', href: '#/privacy' },
    '。',
  ],
  groups: { page: '全局', find: '查找', report: '报告', frames: '栈帧与线程' },
  does: {
    palette: '按名称跳转到任意报告、线程、函数、镜像、寄存器、详细信息或设置，或执行任意命令',
    find: '在报告的此部分中查找；再按一次使用浏览器自带的查找',
    nextHit: '下一个结果',
    previousHit: '上一个结果',
    nextFrame: '下一帧',
    previousFrame: '上一帧',
    firstFrame: '第一帧',
    lastFrame: '最后一帧',
    pageDown: '向下翻一屏',
    pageUp: '向上翻一屏',
    nextThread: '下一个线程',
    previousThread: '上一个线程',
    details: '栈帧详细信息',
    fault: '崩溃点的指令和寄存器',
    tab: '切换报告的各部分；在调用树中切换显示形式',
    system: '展开或折叠系统帧',
    names: '切换名称：简写、完整、修饰名',
    original: '在栈帧旁显示原文',
    copyFrame: '复制栈帧',
    copyReport: '复制报告',
    share: '分享报告',
    goReports: '前往报告列表',
    goLibrary: '前往符号库',
    goTools: '前往工具',
    close: '关闭报告上层打开的内容',
    help: '显示此列表',
  },
}
