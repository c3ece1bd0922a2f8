/** Plants values in the fields of a report that rules read, one way for each field, so that tests can be made from the rules. */
import { runtimeAddress } from '../../src/core/model/address.ts'
import type { MemoryError } from '../../src/core/model/memory-error.ts'
import type { Wait } from '../../src/core/model/wait.ts'
import type { ExceptionInfo, Register, Report, SymbolicatedReport } from '../../src/core/model/report.ts'
import type { NumberField, TextField } from '../../src/core/explain/fields.ts'
import { buildReport, makeFrames, system } from './report-builder.ts'

/** Parts of a made report: fields fill them in any order. */
export interface Draft {
  exception: { -readonly [Key in keyof ExceptionInfo]: ExceptionInfo[Key] }
  termination: { namespace?: string; code?: bigint; indicator?: string; byProcess?: string }
  info: string[]
  text?: string
  calls: string[]
  rounds: number
  registers: Map<string, bigint>
  fields: [string, string][]
  kind?: Report['kind']
  region: string[]
  innermostImage?: string
  base?: bigint
  trap?: string
  memoryError?: MemoryError
  hasThrownStack: boolean
  arch: string
  deadlock?: string
  mainWaitsFor?: string
  samples?: string
}

export const emptyDraft = (): Draft => ({
  exception: {},
  termination: {},
  info: [],
  calls: [],
  rounds: 0,
  registers: new Map(),
  fields: [],
  region: [],
  hasThrownStack: false,
  arch: 'arm64',
})

const ends: Readonly<Record<string, ExceptionInfo>> = {
  access: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' },
  raised: { type: 'EXC_CRASH', signal: 'SIGSEGV' },
  trap: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
  arithmetic: { type: 'EXC_ARITHMETIC', signal: 'SIGFPE' },
  abort: { type: 'EXC_CRASH', signal: 'SIGABRT' },
  killed: { type: 'EXC_CRASH', signal: 'SIGKILL' },
}

const esr = (draft: Draft, bits: bigint): void => {
  draft.registers.set('esr', (draft.registers.get('esr') ?? 0n) | bits)
}

/** How each field of words is planted. */
export const planters: { readonly [Name in TextField]: (draft: Draft, value: string) => void } & {
  readonly [Name in NumberField]: (draft: Draft, value: bigint) => void
} = {
  end: (draft, value) => void Object.assign(draft.exception, ends[value] ?? { type: 'EXC_SOFTWARE' }),
  type: (draft, value) => void (draft.exception.type = value),
  signal: (draft, value) => void (draft.exception.signal = value),
  exception: (draft, value) => {
    if (draft.exception.subtype === undefined) draft.exception.subtype = value
    else draft.exception.message = value
  },
  'vendor-type': (draft, value) => void (draft.exception.type = value),
  namespace: (draft, value) => void (draft.termination.namespace = value),
  by: (draft, value) => {
    if (value === 'other') draft.termination.byProcess = 'Supervisor [7]'
  },
  termination: (draft, value) => void (draft.termination.indicator = value),
  info: (draft, value) => void draft.info.push(value),
  linker: (draft, value) => {
    draft.termination.namespace = 'DYLD'
    draft.termination.indicator = value
  },
  thrown: (draft, value) => {
    const [, name = '', reason = ''] = /^([^:]*): ?([^]*)$/.exec(value) ?? []
    draft.exception.name = name
    draft.exception.reason = reason
  },
  'thrown-state': (draft, value) => {
    if (value !== 'reported') draft.exception.signal ??= 'SIGABRT'
    draft.exception.name ??= 'CartError'
    draft.exception.reason ??= 'empty'
  },
  'thrown-by': (draft, value) => {
    if (value === 'runtime') draft.exception.type = 'Java exception'
    draft.exception.name ??= 'CartError'
    draft.exception.reason ??= 'empty'
  },
  panic: (draft, value) => {
    draft.exception.type = 'panic'
    draft.exception.reason = value
  },
  kind: (draft, value) => void (draft.kind = value as NonNullable<Report['kind']>),
  survival: (draft, value) => {
    if (value === 'noted') draft.fields.push(['isNonFatal', '1'])
  },
  event: (draft, value) => void draft.fields.push(['Event', value]),
  note: (draft, value) => void draft.fields.push(['Note', value]),
  innermost: (draft, value) => void draft.calls.unshift(value),
  near: (draft, value) => void draft.calls.push(value),
  interrupted: (draft, value) => void draft.calls.push('_sigtramp', value),
  handler: (draft, value) => void draft.calls.push(value),
  'terminated-by': (draft, value) => void draft.calls.push('std::__terminate(void (*)())', value),
  'debugger-called': (draft, value) => void (draft.text = value),
  'innermost-image': (draft, value) => void (draft.innermostImage = value),
  region: (draft, value) => void draft.region.push(value),
  'memory-error': (draft, value) => {
    draft.memoryError = { detector: 'guard-allocator', ...draft.memoryError, errorType: value }
  },
  'memory-confidence': (draft, value) => {
    draft.memoryError = { detector: 'guard-allocator', ...draft.memoryError, confidence: value }
  },
  'signal-code': (draft, value) => void (draft.exception.codes = value),
  arithmetic: (draft, value) => {
    // Integers fault so on Intel alone.
    draft.arch = 'x86_64'
    draft.exception.codes = { division: 'EXC_I386_DIV', floating: 'EXC_I386_SSEEXTERR' }[value] ?? value
  },
  instruction: (draft, value) => void draft.fields.push(['stopped_instruction', value]),
  trap: (draft, value) => void (draft.trap = value),
  deadlock: (draft, value) => void (draft.deadlock = value),
  'main-waits-for': (draft, value) => void (draft.mainWaitsFor = value),
  samples: (draft, value) => void (draft.samples = value),
  'access-code': (draft, value) => {
    // A number of Intel processors.
    if (value === 13n) draft.arch = 'x86_64'
    draft.exception.rawCodes = [value, draft.exception.address ?? 0x1_2345_6780n]
  },
  'guard-type': (draft, value) => void (draft.exception.rawCodes = [value << 61n, 0n]),
  'limit-type': (draft, value) => void (draft.exception.rawCodes = [value << 61n, 0n]),
  address: (draft, value) => {
    draft.exception.address = runtimeAddress(value)
    draft.exception.rawCodes = [draft.exception.rawCodes?.[0] ?? 1n, value]
  },
  'termination-code': (draft, value) => void (draft.termination.code = value),
  'esr-class': (draft, value) => esr(draft, value << 26n),
  'at-system-call': (draft, value) => esr(draft, (value === 1n ? 0x15n : 0x24n) << 26n),
  brk: (draft, value) => esr(draft, (0x3cn << 26n) | value),
  'processor-abort': (draft, value) => esr(draft, (0x24n << 26n) | (value === 1n ? 7n : 0x21n)),
  'processor-trap': (draft, value) => {
    draft.arch = 'x86_64'
    draft.registers.set('trap', value)
  },
  pc: (draft, value) => {
    draft.registers.set('pc', value)
    draft.registers.set('sp', draft.registers.get('sp') ?? 0x2_0000_0000n)
  },
  'pc-at-fault': (draft, value) => {
    const at = draft.exception.address ?? 0x1_2345_6780n
    planters.address(draft, at)
    planters.pc(draft, value === 1n ? at : at + 4n)
  },
  receiver: (draft, value) => {
    draft.calls.unshift('objc_msgSend')
    draft.registers.set('x0', value)
  },
  'from-stack-pointer': (draft, value) => {
    const sp = 0x1_6d00_0000n
    draft.registers.set('sp', sp)
    planters.address(draft, sp - value)
  },
  'below-guard-end': (draft, value) => {
    const end = 0x1_bf80_0000n
    draft.region.push(`---> Stack  0000000180000000-00000001bf800000 [ 56.0M] ---/rwx SM=NUL`)
    planters.address(draft, end - value)
  },
  'kernel-fault': (draft, value) => void draft.fields.push(['Fault CR2', `0x${value.toString(16)}`]),
  rounds: (draft, value) => void (draft.rounds = Number(value)),
  depth: (draft, value) => {
    for (let at = 0; at < Number(value); at++) draft.calls.push(`level ${at}`)
  },
  'below-stack-pointer': (draft, value) => planters['from-stack-pointer'](draft, value),
  base: (draft, value) => void (draft.base = value),
  'zero-registers': (draft, value) => {
    for (let at = 9; at < 16; at++) draft.registers.set(`x${at}`, at - 9 < Number(value) ? 0n : 0x1_0200_0000n)
  },
  'thrown-stack': (draft, value) => void (draft.hasThrownStack = value === 1n),
}

/** The report of a draft. */
export function reportOf(draft: Draft): SymbolicatedReport {
  const frames = [
    ...draft.calls.map((name) => system(name)),
    ...Array.from({ length: draft.rounds }, () => system('Cart.count')),
  ]
  if (frames.length === 0) frames.push(system())
  const registers = [...draft.registers].map(([name, value]): Register => ({ name, value }))
  const has = (fields: object): boolean => Object.keys(fields).length > 0
  const isMain = draft.mainWaitsFor !== undefined && draft.mainWaitsFor !== ''
  const waits: readonly Wait[] = [
    ...(draft.deadlock === 'proved' ? [{ id: 1, text: 'lock', on: { id: 1 } }] : []),
    ...(draft.deadlock === 'likely' ? [{ id: 1, text: 'lock', on: { id: 1 }, isPartly: true as const }] : []),
    ...(isMain ? [{ id: 0, thread: 0, text: 'lock', on: { id: 7 } }] : []),
  ]
  const made = buildReport(frames, {
    registers,
    header: { process: 'Shop', arch: draft.arch, fields: draft.fields },
    applicationInfo: draft.info,
    ...(draft.text !== undefined && { text: draft.text, textKind: 'rows' as const }),
    ...(has(draft.exception) && { exception: draft.exception }),
    ...(has(draft.termination) && { termination: draft.termination }),
    ...(draft.kind && { kind: draft.kind }),
    ...(draft.memoryError && { memoryError: draft.memoryError }),
    sections: draft.region.length > 0 ? [{ kind: 'text', title: 'VM Region Info', text: draft.region.join('\n') }] : [],
    ...(waits.length > 0 && { waits }),
  })
  const images = made.report.images.map((image) =>
    image.index === 1 && draft.innermostImage !== undefined ? { ...image, name: draft.innermostImage } : image,
  )
  const [thread] = made.report.threads
  const report: Report = {
    ...made.report,
    images,
    ...(isMain && thread && { threads: [{ ...thread, name: 'main' }] }),
    ...(draft.hasThrownStack && { lastException: { frames: thread?.frames ?? [] } }),
    ...(draft.samples !== undefined && { callTrees: sampledTree(draft.samples === 'waiting') }),
  }
  const told = [
    ...(draft.base === undefined
      ? []
      : [
          {
            code: 'access',
            params: { registers: [`x8 is ${draft.base === 0n ? '0' : `0x${draft.base.toString(16)}`}`] },
          },
        ]),
    ...(draft.trap === undefined ? [] : [{ code: draft.trap, params: {} }]),
  ]
  const fault = { thread: 0, arch: 'arm64', from: 'report' as const, instructions: [], told }
  return { ...made, report, ...(told.length > 0 && { fault }) }
}

function sampledTree(isWaiting: boolean): Report['callTrees'] {
  const [frame] = makeFrames([{ symbol: { name: isWaiting ? '__psynch_mutexwait' : 'work' } }], 999)
  if (!frame) return []
  return [
    {
      title: 'Thread 0, main thread',
      weight: 'samples',
      roots: [{ frame, count: 100, children: [] }],
    },
  ]
}
