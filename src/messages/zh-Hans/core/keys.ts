/** Simplified Chinese of `core/messages/en/keys.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/keys.ts'
import type { Whole } from '../../whole.ts'

/** `key: word`; units are the same in all languages. */
const rows = `
absoluteTime: 设备启动以来的 tick 数
active_count: 活跃
address: 地址
adjusted_memory_limit: 内存上限
age: 已运行
app_name: App
app_version: App 版本
appBuildVersion: App 构建号
appVersion: App 版本
averageValue: 平均值
basePriority: 基础优先级
binaryImages: 镜像
bug_type: 报告类型
build: 系统
build_version: App 构建号
bundleID: Bundle ID
bundleIdentifier: Bundle ID
busyBufferCount: 使用中的缓冲区
coalition: Coalition
codeSigningMonitor: 代码签名监控
compressions: 已压缩页数
compressor_page_count: 压缩器占用
compressorSize: 压缩器占用
continuation: Continuation
copyOnWriteFaults: 写时复制缺页次数
cow_faults: 写时复制缺页次数
cpuTime: CPU 时间
crashReporterKey: 设备标识
csFlags: 代码签名标志
csTrustLevel: 代码签名信任级别
date: 日期
decompressions: 已解压页数
deviceType: 设备
diagnostic: 诊断
dispatch_queue_label: 队列
exception: 异常
external_page_count: 文件映射
fds: 文件描述符
flags: 标志
free_count: 可用
frontmost: 前台
frontmostPids: 前台进程
genCount: 世代
genCounter: 世代
hangDuration: 卡顿
id: 线程
idleDelta: 空闲时长
inactive_count: 非活跃
incident: Incident
incident_id: Incident
internal_page_count: 匿名内存
is_first_party: Apple 自有
isTestFlightApp: TestFlight
jetsamCoalition: Jetsam coalition
jitEndAddress: JIT 代码结束地址
jitStartAddress: JIT 代码起始地址
kernel: 内核
kext: 内核扩展
note: 备注
end: 结束
start: 起始
rangeSize: 大小
zone: Zone
zoneFree: 空闲
zoneRange: 范围
zoneSize: 大小
killDelta: 结束前时长
largestProcess: 最大的进程
largestZone: 最大的 zone
largestZoneSize: 最大 zone 的大小
lastMadeRunnableTime: 上次变为可运行的时间
lastRunTime: 上次运行的时间
lifetimeMax: 占用峰值
lowPowerModeEnabled: 低电量模式
memory (MB): 内存
memoryPages.active: 活跃内存
memoryPages.anonymous: 匿名内存
memoryPages.fileBacked: 文件映射内存
memoryPages.free: 可用内存
memoryPages.inactive: 非活跃内存
memoryPages.purgeable: 可清除内存
memoryPages.speculative: 推测性内存
memoryPages.throttled: 受限内存
memoryPages.wired: 联动内存
memoryPressure: 内存压力
memoryStatus.pageSize: 页大小
PanicLogLengthInBytes: Panic 日志
PanicRegionSizeInBytes: Panic 日志可用空间
name: 名称
notes: 备注
os_version: 系统
osVersion: 系统
pageFaults: 缺页次数
pageIns: 调入页数
pageins: 调入页数
pageouts: 调出页数
OtherLogLengthInBytes: 其他日志
pages: 内存占用
pagesReclaimed: 已回收页数
pagesWanted: 需要的页数
pageSize: 页大小
panicFlags: Panic 标志
peakMemoryUsage: 内存峰值
physicalPages: 物理页
pid: 进程 ID
platformArchitecture: 架构
priority: 优先级
process: 进程
procname: 进程
product: 设备
purgeable: 可清除
purgeable_count: 可清除
qosEffective: QoS
qosOverride: QoS 覆盖值
qosRequested: QoS 请求值
rawFlags: 原始标志
reactivations: 重新激活页数
reason: 原因
regionFormat: 地区
residentMemoryBytes: 常驻内存
roots_installed: 已安装的 root
rpages: 内存占用
sampleCount: 采样数
schedFlags: 调度标志
schedPriority: 调度优先级
share_with_app_devs: 与 App 开发者共享
slice_uuid: 镜像的 UUID
snapshotFlags: 快照标志
StackshotLengthInBytes: Stackshot
UsedSizeInBytes: 已用
socId: 芯片
socRevision: 芯片修订版
speculative_count: 推测性
stackshot_duration_nsec: 时长
stackshot_duration_outer_nsec: 时长（含准备）
stackshot_duration_prior_nsec: 此前各次尝试的时长
stackshot_size_estimate: 预估大小
stackshot_tasks_count: 进程数
stackshot_threads_count: 线程数
stackshot_tries: 尝试次数
standardDeviation: 标准差
state: 状态
states: 状态
suspendCount: 挂起次数
swapins: 换入页数
swapouts: 换出页数
system_usec: 内核态 CPU 时间
systemTime: 内核态 CPU 时间
systemTimeTask: 内核态 CPU 时间
terminationReason: 终止原因
threads: 线程
throttled_count: 受限
timeDelta: 距上一事件的时间
timesDidThrottle: 限制其他进程的次数
timestamp: 日期
timesThrottled: 被限制的次数
timeStampBegin: 开始时间
timeStampEnd: 结束时间
totalCPUTime: CPU 时间
totalSampledTime: 采样时长
tuning: 调优
uncompressed: 压缩前大小
user_usec: CPU 时间
userTime: CPU 时间
userTimeTask: CPU 时间
uuid: UUID
version: 版本
virtualMemoryRegionInfo: 虚拟内存区域
waitEvent: 等待对象
waitInfo: 等待信息
wire_count: 联动
writesCaused: 写入
zero_fill_count: 零填充页数
zoneMapCap: Zone map 上限
zoneMapSize: Zone map 大小
additionalDetails: Stackshot
memoryPressureDetails: 内存压力
memoryStatus: 内存
postSampleVMStats: 采样后的内存
timeSinceBoot: 启动以来的时间
animationMetrics: 动画
applicationExitMetrics: 退出
applicationLaunchMetrics: 启动
applicationResponsivenessMetrics: 响应性
applicationTimeMetrics: 使用时长
backgroundExitData: 后台退出
cellConditionTime: 信号强度
cellularConditionMetrics: 蜂窝信号
cpuMetrics: CPU
cumulativeAbnormalExitCount: 异常退出
cumulativeAppWatchdogExitCount: 被看门狗终止
cumulativeBackgroundTaskAssertionTimeoutExitCount: 后台任务超时
cumulativeBadAccessExitCount: 非法内存访问
cumulativeCPUInstructions: 指令数
cumulativeCPUResourceLimitExitCount: 因 CPU 使用被终止
cumulativeCPUTime: CPU 时间
cumulativeGPUTime: GPU 时间
cumulativeIllegalInstructionExitCount: 非法指令
cumulativeLogicalWrites: 逻辑写入量
cumulativeMemoryPressureExitCount: 因内存压力被终止
cumulativeMemoryResourceLimitExitCount: 因内存使用被终止
cumulativeNormalAppExitCount: 正常退出
cumulativeSuspendedWithLockedFileExitCount: 挂起时仍锁定文件
diskIOMetrics: 磁盘
displayMetrics: 显示
foregroundExitData: 前台退出
gpuMetrics: GPU
histogrammedAppHangTime: 卡顿
histogrammedApplicationResumeTime: 恢复
histogrammedExtendedLaunch: 扩展启动
histogrammedOptimizedTimeToFirstDrawKey: 首次绘制（已预热）
histogrammedSignpostDurations: 时长
histogrammedTimeToFirstDrawKey: 首次绘制时间
locationActivityMetrics: 定位
memoryMetrics: 内存
metaData: App 信息
networkTransferMetrics: 网络
scrollHitchTimeRatio: 滚动掉帧
signpostMetrics: Signpost
totalSignpostCount: Signpost 数
captureTime: 采集时间
coalitionID: Coalition ID
coalitionName: Coalition
bundleInfo.CFBundleIdentifier: Bundle ID
bundleInfo.CFBundleShortVersionString: App 版本
bundleInfo.CFBundleVersion: App 构建号
cpuType: 架构
faultingThread: 崩溃线程
modelCode: 设备
osVersion.build: 系统构建号
osVersion.isEmbedded: 嵌入式系统
osVersion.releaseType: 发布类型
osVersion.train: 系统版本
parentPid: 父进程 ID
parentProc: 父进程
platform: 平台
procExitAbsTime: 进程退出时的开机时长
procLaunch: 启动时间
procName: 进程
procPath: 路径
procRole: 角色
procStartAbsTime: 进程启动时的开机时长
responsiblePid: 负责进程 ID
responsibleProc: 负责进程
sharedCache.base: 共享缓存基址
sharedCache.size: 共享缓存大小
sharedCache.uuid: 共享缓存 UUID
sip: 系统完整性保护
sleepWakeUUID: 睡眠/唤醒 UUID
storeInfo.deviceIdentifierForVendor: 供应商标识符（IDFV）
storeInfo.thirdParty: 第三方 App
threadTriggered.queue: 崩溃线程的队列
translated: 在 Rosetta 下运行
uptime: 开机时长
userID: 用户 ID
wakeTime: 唤醒后时长
byPid: 终止者的进程 ID
byProc: 终止者
code: 代码
codes: 代码
deployVersion: 部署版本
indicator: 说明
isCorpse: Corpse 进程
namespace: 命名空间
rawCodes: 原始代码
stopped_instruction: 停止处的指令
signal: 信号
subtype: 子类型
termination: 终止
type: 类型
`

export const keyWords: Whole<typeof english.keyWords> = Object.fromEntries(
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const end = row.indexOf(': ')
      return [row.slice(0, end), row.slice(end + 2)]
    }),
)

export const keyTexts: Whole<typeof english.keyTexts> = {
  yes: '是',
  no: '否',
  typeCrash: '崩溃',
  typePanic: '内核崩溃（panic）',
  typeStackshot: 'stackshot',
  typeMemoryKill: '内存终止',
  typed: ({ type, value }) => `${type}（${value}）`,
  pages: ({ count }) => `${count} 页`,
  ticks: ({ count }) => `${count} 个 tick`,
  noPageSize: '报告没有说明一页有多大。',
  noTickRate: '报告没有说明每秒有多少个 tick。',
  ticksByReport: ({ count, rate }) => `${count} 个 tick，按报告自身的时间推算为 ${formatNumber(rate)} MHz`,
  ticksByDevice: ({ count, rate }) => `${count} 个 tick，按 Apple 移动设备的 ${formatNumber(rate)} MHz 计算`,
}
