/**
 * Words for the keys of Apple's reports: `key: word`, or `key: word | unit`, with the unit of its numbers. A key may begin with
 * the object around it (`memoryPages.active`). Meanings were not checked against XNU key by key.
 */
import { formatNumber } from '../numbers.ts'

const rows = `
absoluteTime: Ticks since the device started | ticks
active_count: Active | pages
address: Address
adjusted_memory_limit: Memory limit | megabytes
age: Ran for | ticks
app_name: App
app_version: App version
appBuildVersion: Build of the app
appVersion: App version
averageValue: Average
basePriority: Base priority
binaryImages: Images
bug_type: Type of the report | type
build: System
build_version: Build of the app
bundleID: Bundle identifier
bundleIdentifier: Bundle identifier
busyBufferCount: Busy buffers
coalition: Coalition
codeSigningMonitor: Code signing monitor
compressions: Pages compressed
compressor_page_count: Compressor | pages
compressorSize: Held by the compressor | pages
continuation: Continuation
copyOnWriteFaults: Copy-on-write faults
cow_faults: Copy-on-write faults
cpuTime: CPU time | seconds
crashReporterKey: Device key
csFlags: Code signing flags
csTrustLevel: Code signing trust
date: Date
decompressions: Pages decompressed
deviceType: Device | device
diagnostic: Diagnostic
dispatch_queue_label: Queue
exception: Exception
external_page_count: File backed | pages
fds: File descriptors
flags: Flags
free_count: Free | pages
frontmost: Frontmost | flag
frontmostPids: Frontmost processes
genCount: Generation
genCounter: Generation
hangDuration: Hang
id: Thread
idleDelta: Idle for
inactive_count: Inactive | pages
incident: Incident
incident_id: Incident
internal_page_count: Anonymous | pages
is_first_party: By Apple | flag
isTestFlightApp: TestFlight | flag
jetsamCoalition: Jetsam coalition
jitEndAddress: End of JIT code
jitStartAddress: Start of JIT code
kernel: Kernel
kext: Kernel extension
note: Note
end: End
start: Start
rangeSize: Size | bytes
zone: Zone
zoneFree: Free | bytes
zoneRange: Range
zoneSize: Size | bytes
killDelta: Ended after
largestProcess: Largest process
largestZone: Largest zone
largestZoneSize: Size of the largest zone | bytes
lastMadeRunnableTime: Last made runnable at | seconds
lastRunTime: Last ran at | seconds
lifetimeMax: Largest footprint | pages
lowPowerModeEnabled: Low power mode | flag
memory (MB): Memory | megabytes
memoryPages.active: Active memory | pages
memoryPages.anonymous: Anonymous memory | pages
memoryPages.fileBacked: File-backed memory | pages
memoryPages.free: Free memory | pages
memoryPages.inactive: Inactive memory | pages
memoryPages.purgeable: Purgeable memory | pages
memoryPages.speculative: Speculative memory | pages
memoryPages.throttled: Throttled memory | pages
memoryPages.wired: Wired memory | pages
memoryPressure: Memory pressure | flag
memoryStatus.pageSize: Page size | bytes
PanicLogLengthInBytes: Panic log | bytes
PanicRegionSizeInBytes: Room for the panic log | bytes
name: Name
notes: Notes
os_version: System
osVersion: System
pageFaults: Page faults
pageIns: Pages read in
pageins: Pages read in
pageouts: Pages written out
OtherLogLengthInBytes: Other logs | bytes
pages: Footprint | pages
pagesReclaimed: Pages reclaimed
pagesWanted: Pages wanted
pageSize: Page size | bytes
panicFlags: Panic flags
peakMemoryUsage: Peak memory
physicalPages: Physical pages
pid: Process ID
platformArchitecture: Architecture
priority: Priority
process: Process
procname: Process
product: Device | device
purgeable: Purgeable | pages
purgeable_count: Purgeable | pages
qosEffective: QoS
qosOverride: QoS override
qosRequested: QoS requested
rawFlags: Raw flags
reactivations: Pages reactivated
reason: Reason
regionFormat: Region
residentMemoryBytes: Resident memory | bytes
roots_installed: Roots installed
rpages: Footprint | pages
sampleCount: Samples
schedFlags: Scheduler flags
schedPriority: Priority
share_with_app_devs: Shared with app developers | flag
slice_uuid: UUID of the image
snapshotFlags: Flags of the snapshot
StackshotLengthInBytes: Stackshot | bytes
UsedSizeInBytes: Used | bytes
socId: Chip
socRevision: Chip revision
speculative_count: Speculative | pages
stackshot_duration_nsec: Duration | nanoseconds
stackshot_duration_outer_nsec: Duration with preparation | nanoseconds
stackshot_duration_prior_nsec: Duration of earlier tries | nanoseconds
stackshot_size_estimate: Size as estimated | bytes
stackshot_tasks_count: Processes
stackshot_threads_count: Threads
stackshot_tries: Tries
standardDeviation: Standard deviation
state: State
states: States
suspendCount: Times suspended
swapins: Pages swapped in
swapouts: Pages swapped out
system_usec: CPU time in the kernel | microseconds
systemTime: CPU time in the kernel | seconds
systemTimeTask: CPU time in the kernel | seconds
terminationReason: Termination
threads: Threads
throttled_count: Throttled | pages
timeDelta: Time since the last event
timesDidThrottle: Throttled others
timestamp: Date
timesThrottled: Times throttled
timeStampBegin: From
timeStampEnd: To
totalCPUTime: CPU time
totalSampledTime: Time sampled
tuning: Tuning
uncompressed: Compressed content | pages
user_usec: CPU time | microseconds
userTime: CPU time | seconds
userTimeTask: CPU time | seconds
uuid: UUID
version: Version
virtualMemoryRegionInfo: VM region
waitEvent: Waits for
waitInfo: Waits
wire_count: Wired | pages
writesCaused: Writes
zero_fill_count: Pages zero filled
zoneMapCap: Limit of the zone map | bytes
zoneMapSize: Size of the zone map | bytes
additionalDetails: Stackshot
memoryPressureDetails: Memory pressure
memoryStatus: Memory
postSampleVMStats: Memory after the sample
timeSinceBoot: Time since the start
animationMetrics: Animation
applicationExitMetrics: Exits
applicationLaunchMetrics: Launches
applicationResponsivenessMetrics: Responsiveness
applicationTimeMetrics: Time in use
backgroundExitData: Exits in the background
cellConditionTime: Signal strength
cellularConditionMetrics: Cellular signal
cpuMetrics: CPU
cumulativeAbnormalExitCount: Abnormal exits
cumulativeAppWatchdogExitCount: Ended by the watchdog
cumulativeBackgroundTaskAssertionTimeoutExitCount: Background task ran out of time
cumulativeBadAccessExitCount: Bad memory accesses
cumulativeCPUInstructions: Instructions
cumulativeCPUResourceLimitExitCount: Ended for CPU use
cumulativeCPUTime: CPU time
cumulativeGPUTime: GPU time
cumulativeIllegalInstructionExitCount: Illegal instructions
cumulativeLogicalWrites: Logical writes
cumulativeMemoryPressureExitCount: Ended for memory pressure
cumulativeMemoryResourceLimitExitCount: Ended for memory use
cumulativeNormalAppExitCount: Normal exits
cumulativeSuspendedWithLockedFileExitCount: Suspended with a locked file
diskIOMetrics: Disk
displayMetrics: Display
foregroundExitData: Exits in the foreground
gpuMetrics: GPU
histogrammedAppHangTime: Hangs
histogrammedApplicationResumeTime: Resume
histogrammedExtendedLaunch: Extended launch
histogrammedOptimizedTimeToFirstDrawKey: First draw, prewarmed
histogrammedSignpostDurations: Durations
histogrammedTimeToFirstDrawKey: Time to first draw
locationActivityMetrics: Location
memoryMetrics: Memory
metaData: About the app
networkTransferMetrics: Network
scrollHitchTimeRatio: Scroll hitches
signpostMetrics: Signposts
totalSignpostCount: Signposts
captureTime: Captured
coalitionID: Coalition ID
coalitionName: Coalition
bundleInfo.CFBundleIdentifier: Bundle identifier
bundleInfo.CFBundleShortVersionString: App version
bundleInfo.CFBundleVersion: Build of the app
cpuType: Architecture
faultingThread: Crashed thread
modelCode: Device | device
osVersion.build: System build
osVersion.isEmbedded: Embedded system | flag
osVersion.releaseType: Release type
osVersion.train: System version
parentPid: Parent process ID
parentProc: Parent process
platform: Platform | platform
procExitAbsTime: Device uptime at exit | ticks
procLaunch: Launched
procName: Process
procPath: Path
procRole: Role
procStartAbsTime: Device uptime at launch | ticks
responsiblePid: Responsible process ID
responsibleProc: Responsible process
sharedCache.base: Shared cache base | address
sharedCache.size: Size of the shared cache | bytes
sharedCache.uuid: UUID of the shared cache
sip: System Integrity Protection
sleepWakeUUID: Sleep/wake UUID
storeInfo.deviceIdentifierForVendor: Identifier for vendor
storeInfo.thirdParty: Third-party app | flag
threadTriggered.queue: Queue of the crashed thread
translated: Under Rosetta | flag
uptime: Uptime | seconds
userID: User ID
wakeTime: Time since wake | seconds
byPid: By process ID
byProc: By process
code: Code
codes: Codes
deployVersion: Deployment version
indicator: Indicator
isCorpse: Corpse | flag
namespace: Namespace
rawCodes: Raw codes
signal: Signal
stopped_instruction: Instruction at the stop
subtype: Subtype
termination: Termination
type: Type
`

/** Rows as pairs of a key and what `pick` takes of the rest. */
function byKey(pick: (word: string, unit: string | undefined) => string | undefined): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const row of rows.trim().split('\n')) {
    const [, key = '', word = '', unit] = /^(.+?): (.+?)(?: \| (\w+))?$/.exec(row) ?? []
    const picked = pick(word, unit)
    if (picked !== undefined) found[key] = picked
  }
  return found
}

/** The word for a key. */
export const keyWords = /* @__PURE__ */ byKey((word) => word)

/** What the numbers of a key count. The same in all languages. */
export const keyUnits = /* @__PURE__ */ byKey((_word, unit) => unit)

/** Words for values, and why a value has no other unit. */
export const keyTexts = {
  yes: 'yes',
  no: 'no',
  /** Apple's types of reports. */
  typeCrash: 'crash',
  typePanic: 'kernel panic',
  typeStackshot: 'stackshot',
  typeMemoryKill: 'memory kill',
  typed: ({ type, value }: { type: string; value: string }) => `${type} (${value})`,
  pages: ({ count }: { count: string }) => `${count} pages`,
  ticks: ({ count }: { count: string }) => `${count} ticks`,
  noPageSize: 'The report does not say how large a page is.',
  noTickRate: 'The report does not say how many ticks a second has.',
  ticksByReport: ({ count, rate }: { count: string; rate: number }) =>
    `${count} ticks, at ${formatNumber(rate)} MHz by the report’s own times`,
  ticksByDevice: ({ count, rate }: { count: string; rate: number }) =>
    `${count} ticks, at ${formatNumber(rate)} MHz as Apple’s mobile devices count`,
} as const
