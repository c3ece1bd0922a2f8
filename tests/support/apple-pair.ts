/** One end of a program as the system writes it, as `.ips` and as text. */

export interface MadeEnd {
  readonly type?: string
  readonly signal?: string | undefined
  readonly codes?: readonly [bigint, bigint]
  readonly subtype?: string
  readonly message?: string
  /** The note that nothing was ended. */
  readonly note?: 'isNonFatal' | 'isSimulated'
  readonly termination?: {
    readonly namespace: string
    readonly code: bigint
    readonly indicator?: string
    readonly details?: readonly string[]
    readonly by?: readonly [process: string, pid: number]
  }
  /** Minutes since its launch. */
  readonly ran?: number
  readonly calls?: readonly string[]
}

const NOTES = {
  isNonFatal: 'NON-FATAL CONDITION (this is NOT a crash)',
  isSimulated: 'SIMULATED (this is NOT a crash)',
} as const
const BASE = 0x1_e000_0000
const STEP = 0x1000
const UUID = '21111111-2222-3333-4444-555555555555'
const PATH = '/private/var/containers/Bundle/Application/X/Kiosk.app/Kiosk'
const hex = (value: bigint | number): string => `0x${value.toString(16).padStart(16, '0')}`

function timesOf({ ran = 5 }: MadeEnd) {
  const minute = (at: number): string => `2024-05-06 07:${String(at).padStart(2, '0')}:20.1000 +0100`
  return { launched: minute(30 - ran), date: minute(30) }
}

/** The report in JSON, with its first line. */
export function asIps(end: MadeEnd): string {
  const { type, signal, codes = [0n, 0n], subtype, message, note, termination, calls = ['mach_msg2_trap'] } = end
  const { launched, date } = timesOf(end)
  const body = {
    pid: 41,
    procName: 'Kiosk',
    procPath: PATH,
    captureTime: date,
    procLaunch: launched,
    modelCode: 'iPhone14,2',
    cpuType: 'ARM-64',
    osVersion: { train: 'iPhone OS 18.5', build: '22F76', releaseType: 'User' },
    bundleInfo: { CFBundleIdentifier: 'example.kiosk' },
    exception: type && {
      type,
      signal,
      subtype,
      message,
      codes: codes.map(hex).join(', '),
      rawCodes: codes.map((code) => `${code}n`),
    },
    ...(note && { [note]: 1 }),
    termination: termination && {
      namespace: termination.namespace,
      code: `${termination.code}n`,
      flags: 0,
      indicator: termination.indicator,
      details: termination.details,
      byProc: termination.by?.[0],
      byPid: termination.by?.[1],
    },
    faultingThread: 0,
    threads: [
      {
        id: 1,
        triggered: true,
        frames: calls.map((symbol, at) => ({ imageIndex: 0, imageOffset: (at + 1) * STEP, symbol, symbolLocation: 8 })),
      },
    ],
    usedImages: [
      {
        base: BASE,
        size: 0x10_0000,
        uuid: UUID,
        arch: 'arm64',
        name: 'libsystem_kernel.dylib',
        path: '/usr/lib/system/libsystem_kernel.dylib',
      },
    ],
  }
  const head = { app_name: 'Kiosk', bug_type: '309', os_version: 'iPhone OS 18.5 (22F76)', timestamp: date }
  // Numbers of JSON have any size.
  return `${JSON.stringify(head)}\n${JSON.stringify(body, undefined, 1).replace(/"(-?\d+)n"/g, '$1')}`
}

/** The same report as text. */
export function asText(end: MadeEnd): string {
  const { type, signal, codes = [0n, 0n], subtype, message, note, termination, calls = ['mach_msg2_trap'] } = end
  const { launched, date } = timesOf(end)
  const field = (key: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`${key}: ${value}`]
  const reason =
    termination &&
    [
      `${termination.namespace} ${termination.code} ${termination.indicator ?? ''}`.trim(),
      ...(termination.details ?? []),
    ].join('\n')
  return [
    'Hardware Model:      iPhone14,2',
    'Process:             Kiosk [41]',
    `Path:                ${PATH}`,
    'Identifier:          example.kiosk',
    'Code Type:           ARM-64 (Native)',
    `Date/Time:           ${date}`,
    `Launch Time:         ${launched}`,
    'OS Version:          iPhone OS 18.5 (22F76)',
    'Report Version:      104',
    '',
    ...field('Exception Type', type && `${type}${signal === undefined ? '' : ` (${signal})`}`),
    ...field('Exception Subtype', subtype),
    ...field('Exception Message', message),
    ...field('Exception Codes', type && codes.map(hex).join(', ')),
    ...field('Exception Note', note && NOTES[note]),
    ...field('Termination Reason', reason),
    ...field('Terminating Process', termination?.by && `${termination.by[0]} [${termination.by[1]}]`),
    'Triggered by Thread:  0',
    '',
    'Thread 0 Crashed:',
    ...calls.map((call, at) => `${at}   libsystem_kernel.dylib  \t${hex(BASE + (at + 1) * STEP)} ${call} + 8`),
    '',
    'Binary Images:',
    `${hex(BASE)} - ${hex(BASE + 0xf_ffff)} libsystem_kernel.dylib arm64  <${UUID.replaceAll('-', '')}> /usr/lib/system/libsystem_kernel.dylib`,
    '',
  ].join('\n')
}
