/** Simplified Chinese of `core/messages/en/explain/namespaces.ts`. */
import { exitReasons } from '../exit-reasons.ts'

interface Namespace {
  /** The title without the report's own reason. */
  readonly title: string
  readonly meaning: string
  readonly codes?: Readonly<Record<number, string>>
}

const app = (who: string): Namespace => ({ title: '系统终止了 App', meaning: `${who}终止了它。` })

const namespaces: Readonly<Record<string, Namespace>> = {
  RUNNINGBOARD: app('管理 App 生命周期的 RunningBoard '),
  FRONTBOARD: app('管理屏幕上 App 的 FrontBoard '),
  SPRINGBOARD: app('管理屏幕上 App 的 SpringBoard '),
  ASSERTIOND: app('管理 App 生命周期的 assertiond '),
  BACKLIGHTSERVICES: app('负责屏幕常亮显示的服务'),
  WATCHKIT: app('WatchKit '),
  SANDBOX: { title: 'App 因违反沙盒规则被终止', meaning: 'App 做了其授权（entitlement）不允许的事。' },
  SECURITY: { title: '安全系统终止了进程', meaning: '该进程违反了安全策略的规则。' },
  ENDPOINTSECURITY: {
    title: '安全扩展终止了进程',
    meaning: '该进程是 Endpoint Security 的客户端，或者被这样的客户端拒绝。',
  },
  LIBXPC: {
    title: '进程被 XPC 终止',
    meaning: '某个服务违反了 XPC 的规则、已退出，或耗时过长。',
    codes: { 3: '启动耗时过长' },
  },
  LIBSYSTEM: {
    title: 'libSystem 或程序触发了故障',
    meaning: 'libSystem 遇到无法继续的状态，或者程序有意触发了故障。',
    codes: { 5: '程序有意触发' },
  },
  FOUNDATION: { title: 'Foundation 终止了进程', meaning: 'Foundation 遇到无法继续的状态。' },
  WATCHDOG: { title: '看门狗（watchdog）终止了进程', meaning: '该进程没有按要求上报状态。' },
  HANGTRACER: { title: '卡顿追踪器（hang tracer）终止了进程', meaning: '该进程长时间没有响应。' },
  COREANIMATION: { title: '渲染服务终止了 App', meaning: 'App 超出了渲染服务的上限，或违反了其规则。' },
  METAL: { title: 'Metal 终止了进程', meaning: '该进程超出了图形系统的上限，或违反了其规则。' },
  REALITYKIT: { title: 'RealityKit 终止了 App', meaning: '某个场景超出了系统为 RealityKit 设定的上限。' },
  PORT_SPACE: { title: '进程因 Mach 端口过多被终止', meaning: '该进程持有的端口数超出了单个进程的上限。' },
  EXEC: { title: '程序无法启动', meaning: '内核拒绝运行这个文件。', codes: exitReasons.exec },
  TCC: { title: 'App 因请求隐私数据被终止', meaning: '访问隐私数据需要在 Info.plist 中提供给用户看的说明文字。' },
  ROSETTA: { title: 'Rosetta 终止了进程', meaning: '经转译的程序无法继续运行。' },
  SKYWALK: { title: '网络系统终止了进程', meaning: '该进程违反了所用网络通道的规则。' },
  SETTINGS: { title: '设置更改后，系统终止了 App', meaning: '用户更改了这个 App 的某项权限，因此系统结束了它。' },
  WEBKIT: { title: 'WebKit 终止了进程', meaning: 'WebKit 结束了它自己的一个进程。' },
  REPORTCRASH: { title: '崩溃报告程序终止了进程', meaning: '系统的崩溃报告程序结束了该进程。' },
  TEST: { title: '测试终止了进程', meaning: '系统的一项测试结束了该进程。' },
  ANALYTICS: { title: '分析系统终止了进程', meaning: '系统为了生成报告而结束了该进程。' },
  OS_REASON_AUDIO: { title: '音频系统终止了进程', meaning: '该进程违反了音频系统的规则。' },
  OBJC: {
    title: 'Objective-C 运行时终止了进程',
    meaning: 'libobjc 遇到无法继续的状态，并在消息中说明原因。',
  },
  GUARD: {
    title: '进程因违规使用受保护的资源被终止',
    meaning: '资源（例如端口或文件）的所有者要求系统保护它。',
  },
  MTE_FAIL: {
    title: '进程因内存标签检查失败被终止',
    meaning: '指针的标签与它所访问的内存的标签不符。',
  },
  BLUETOOTH_CHIP: { title: '蓝牙系统终止了进程', meaning: '蓝牙芯片报告了错误。' },
}

/** The words on a namespace; undefined for unknown ones. */
export const namespaceWords = (name: string): Namespace | undefined =>
  Object.hasOwn(namespaces, name) ? namespaces[name] : undefined

export const linkerCodes: Readonly<Record<number, string>> = {
  1: '缺少某个库',
  2: '某个库属于其他架构',
  3: '某个库的版本不对',
  4: '缺少某个符号',
  5: '代码签名无效',
  6: '沙盒拒绝访问某个文件',
  7: '文件格式错误',
}
