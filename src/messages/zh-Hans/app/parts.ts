/** Simplified Chinese of `app/messages/en/parts.ts`. */
import type * as english from '../../../app/messages/parts.ts'
import type { Whole } from '../../whole.ts'
import { afterHan, formatNumber } from './quantities.ts'

export const words: Whole<typeof english.words> = {
  notePlaceholder: '关于此崩溃的备注：工单、怀疑的原因、由谁跟进。',
  noteKept: '自动保存在本机。除非选择“含备注”，否则不会随报告分享。',
  noteNotKept: '浏览器未在此保存任何数据：离开页面后备注会丢失。',
  atTheEnd: '0 s',
  lasted: (duration) => `持续${afterHan(duration)}`,
  eventKinds: {
    launch: '',
    state: '状态',
    navigation: '界面',
    user: '用户',
    network: '网络',
    log: '日志',
    error: '错误',
    measure: '',
    other: '',
    end: '',
  },
  termination: '终止信息',
  applicationInformation: '应用程序信息',
  header: '报告头',
  fieldGroups: {
    app: 'App',
    end: '如何结束',
    process: '进程',
    system: '设备与系统',
    report: '报告',
    more: '其他',
  },
  allInstructions: (count) => `全部 ${formatNumber(count)} 条指令`,
  allRegisters: (count) => `全部 ${formatNumber(count)} 个寄存器`,
  fewerRows: '收起',
  unnamed: '没有名称',
  allImages: (count) => `全部 ${formatNumber(count)} 个镜像，包括没有栈帧的`,
}
