/** Every end that the system names, as `.ips` and as text: both say the same, and a note that nothing ended silences the rest. */
import { expect, test } from 'vitest'
import { asIps, asText, type MadeEnd } from '../../support/apple-pair.ts'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

/** End, headline and statements. The labels of the two formats differ, so they are left out. */
function said(text: string) {
  const { end, headline, stated } = first(text)
  return { end, title: headline.title, code: headline.code, told: headline.told, stated }
}

const killed = { type: 'EXC_CRASH', signal: 'SIGKILL' } as const
const NAMESPACES =
  'JETSAM SIGNAL CODESIGNING HANGTRACER TEST DYLD LIBXPC OBJC EXEC FRONTBOARD TCC REPORTCRASH COREANIMATION AGGREGATED RUNNINGBOARD SKYWALK SETTINGS LIBSYSTEM FOUNDATION WATCHDOG METAL WATCHKIT GUARD ANALYTICS SANDBOX SECURITY ENDPOINTSECURITY PAC_EXCEPTION BLUETOOTH_CHIP PORT_SPACE WEBKIT BACKLIGHTSERVICES ROSETTA OS_REASON_AUDIO REALITYKIT MTE_FAIL SPRINGBOARD ASSERTIOND <0x2a> <NO_NS>'.split(
    ' ',
  )
const CODES = [0n, 1n, 2n, 3n, 5n, 7n, 9n, 0x8badf00dn, 0xdead10ccn, 0xc00010ffn, 0xc51bad02n]

const inNamespace = (namespace: string): readonly MadeEnd[] => [
  ...CODES.map((code): MadeEnd => ({ ...killed, termination: { namespace, code } })),
  {
    ...killed,
    termination: {
      namespace,
      code: 2n,
      indicator: 'Some words',
      details: ['a detail of it'],
      by: ['runningboardd', 9],
    },
  },
]

const sameIn = (end: MadeEnd): void => expect(said(asText(end))).toEqual(said(asIps(end)))

test.each(NAMESPACES)('both forms of a termination by %s say the same', (namespace) => {
  inNamespace(namespace).forEach(sameIn)
})

const signals = [
  'SIGSEGV',
  'SIGBUS',
  'SIGKILL',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGABRT',
  'SIGQUIT',
  'SIGTERM',
  'SIGSYS',
  'SIGPIPE',
  'SIGKILL - CODESIGNING',
  undefined,
]
const types = [
  'EXC_BAD_ACCESS',
  'EXC_BAD_INSTRUCTION',
  'EXC_ARITHMETIC',
  'EXC_BREAKPOINT',
  'EXC_CRASH',
  'EXC_SYSCALL',
  'EXC_SOFTWARE',
  'EXC_EMULATION',
  'EXC_GUARD',
  'EXC_RESOURCE',
  'EXC_CORPSE_NOTIFY',
]
const codePairs = [
  [0n, 0n],
  [1n, 0n],
  [1n, 0x18n],
  [2n, 0x1_2345_6000n],
  [50n, 0x1_0400_0000n],
  [0x101n, 7n],
  [0x106n, 0x0b00_0001_2345_6780n],
] as const

test.each(types)('both forms of %s say the same', (type) => {
  for (const signal of signals)
    for (const codes of codePairs)
      for (const termination of [
        undefined,
        { namespace: 'SIGNAL', code: 9n, indicator: 'x: 1', by: ['exc handler', 41] } as const,
      ])
        sameIn({ type, signal, codes, ...(termination && { termination }) })
})

const spent = (event: string, seconds: string): string =>
  `${event} watchdog transgression: application<example.kiosk>:41 exhausted real (wall clock) time allowance of ${seconds} seconds`

test.each([
  [spent('scene-create', '19.97'), 0, 'to launch'],
  [spent('scene-create', '19.97'), 5, 'to create a scene'],
  [spent('scene-update', '10.00'), 5, 'to update its screen'],
  [spent('process-launch', '20.00'), 0, 'to launch'],
  [spent('process-exit', '5.00'), 5, 'to quit'],
  ['example.kiosk failed to scene-create after 20.00s', 0, 'to launch'],
  ['example.kiosk failed to terminate gracefully after 5.0s', 5, 'to quit'],
  ['[example.kiosk:41] background task watchdog transgression', 5, 'to finish its background work'],
])('the stage of a watchdog: %s after %i minutes', (words, ran, stage) => {
  const end: MadeEnd = { ...killed, ran, termination: { namespace: 'FRONTBOARD', code: 0x8badf00dn, details: [words] } }
  sameIn(end)
  expect(first(asText(end)).headline.title).toBe(`The app took too long ${stage}`)
})

const guard = (type: bigint, flavor: bigint): readonly [bigint, bigint] => [
  (type << 61n) | (flavor << 32n) | 5n,
  0x1234n,
]
const guards = [
  [1n, 'guard-mach-port', 'GUARD_TYPE_MACH_PORT'],
  [2n, 'guard-file-descriptor', 'GUARD_TYPE_FD'],
  [3n, 'guard-user', 'GUARD_TYPE_USER'],
  [4n, 'guard-vnode', 'GUARD_TYPE_VN'],
  [5n, 'guard-memory', 'GUARD_TYPE_VIRT_MEMORY'],
  [6n, 'guard-rejected-call', 'GUARD_TYPE_REJECTED_SC'],
] as const

test.each(guards)('a guard of type %i is known by its number and by its word', (type, code, subtype) => {
  for (const flavor of [1n, 2n, 8n, 0x40n]) {
    const bare: MadeEnd = {
      type: 'EXC_GUARD',
      codes: guard(type, flavor),
      termination: { namespace: 'GUARD', code: flavor },
    }
    for (const end of [bare, { ...bare, subtype, message: 'words on it' }]) {
      sameIn(end)
      expect(first(asText(end)).headline.code).toBe(code)
    }
  }
})

test.each([
  [1n, 0x10_0001n, undefined, 'non-fatal'],
  [1n, 0x40_0000n, undefined, 'non-fatal'],
  [5n, 0x10_00c8n, undefined, 'non-fatal'],
  [1n, 0x8_0000n, undefined, 'crash'],
  [5n, 0xc8n, undefined, 'crash'],
  [2n, 0x10_0001n, undefined, 'crash'],
  [1n, 0x10_0001n, { namespace: 'GUARD', code: 1n }, 'crash'],
])('type %i and flavor %i of a guard: whether the program went on', (type, flavor, termination, ended) => {
  const end: MadeEnd = { type: 'EXC_GUARD', codes: guard(type, flavor), ...(termination && { termination }) }
  sameIn(end)
  expect(first(asText(end)).end).toBe(ended)
})

test.each([
  [1n, 'resource-cpu', 'CPU'],
  [2n, 'resource-wakeups', 'WAKEUPS'],
  [3n, 'resource-memory', 'MEMORY'],
  [4n, 'resource-disk', 'IO'],
  [5n, 'resource-threads', 'THREADS'],
  [6n, 'resource-ports', 'PORTS'],
])('a limit of type %i is known by its number and by its word', (type, code, subtype) => {
  const bare: MadeEnd = { type: 'EXC_RESOURCE', codes: [type << 61n, 0n] }
  for (const end of [bare, { ...bare, subtype, message: '(Limit 80%) Observed 89% over 60 seconds' }]) {
    sameIn(end)
    expect(first(asText(end)).headline.code).toBe(code)
    expect(first(asText(end)).words).toContain('does not mean that the process was terminated')
    const fatal: MadeEnd = { ...end, termination: { namespace: 'RUNNINGBOARD', code: 3n } }
    expect(first(asText(fatal)).words).toContain('was terminated for it')
    expect(first(asText({ ...fatal, note: 'isNonFatal' })).words).not.toContain('was terminated for it')
  }
})

const ENDED =
  /\b(?:terminated|killed|ended) (?:the|it|for)\b|\bwas (?:terminated|killed)\b|\btook too long for the system\b.*terminated/

test.each(['FRONTBOARD', 'RUNNINGBOARD', 'SPRINGBOARD', 'WATCHDOG', 'SANDBOX', 'LIBXPC', 'METAL', '<0x2a>'])(
  'where the report notes that it is of no crash, nothing says that %s ended the program',
  (namespace) => {
    for (const note of ['isSimulated', 'isNonFatal'] as const)
      for (const end of inNamespace(namespace).map((one): MadeEnd => ({ ...one, note }))) {
        sameIn(end)
        const { words, end: ended } = first(asText(end))
        expect(ENDED.exec(words)?.[0]).toBeUndefined()
        expect(['non-fatal', 'hang']).toContain(ended)
      }
  },
)

test.each([
  [2n, 'it used more memory than its high-water mark', true],
  [3n, 'the system ran short of a kernel resource', false],
  [7n, 'it used more memory than this process may', true],
  [8n, 'the disk was full', false],
  [9n, 'it was idle and memory was needed', true],
])('a memory kill by number %i', (code, reason, isMemory) => {
  const end: MadeEnd = { ...killed, termination: { namespace: 'JETSAM', code } }
  sameIn(end)
  const { title } = first(asIps(end)).headline
  expect(title).toBe(`Kiosk was terminated${isMemory ? ' for memory' : ''}: ${reason}`)
  expect(first(asIps(end)).words).not.toContain('memory pages of your app')
})

test('the word of a memory kill goes before its number', () => {
  const termination = { namespace: 'JETSAM', code: 1n, indicator: 'per-process-limit' }
  expect(first(asText({ ...killed, termination })).headline.title).toContain('used more memory than this process may')
})
