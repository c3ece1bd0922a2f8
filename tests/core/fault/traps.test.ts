/** Traps as clang 19 compiles them (`-O1 -target arm64-apple-macos13`, `x86_64-apple-macos13`), and the facts about each. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { faultOf } from '../../../src/core/fault/fault.ts'
import { trapReason } from '../../../src/core/fault/trap-names.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { faultReading } from '../../../src/core/reading/fault.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { faultReport } from '../../support/fault-report.ts'

interface Trap {
  readonly cpu?: 'X86-64'
  /** The function's bytes up to its trap, and the trap. */
  readonly code: string
  readonly trap?: string
  readonly registers?: Readonly<Record<string, bigint>>
  /** Calls of the frame, innermost first, all but the last inlined. */
  readonly names?: readonly string[]
  readonly level?: 'exact' | 'likely' | 'doubtful'
  /** The function that the instruction before the trap calls. */
  readonly calls?: string
  /** Without the binary only the report's own bytes are there. */
  readonly isBare?: true
}
const PC = 0x1_0400_1000n

/** Codes of the statements, with a grade if not proved. */
async function toldOf(trap: Trap): Promise<{ readonly codes: readonly string[]; readonly told: readonly string[] }> {
  const { cpu, code, registers = {}, names = ['check'], level = 'exact', isBare, calls } = trap
  const own = Uint8Array.from(Buffer.from(code, 'hex'))
  const end = Uint8Array.from(Buffer.from(trap.trap ?? (cpu ? '0f0b' : '200020d4'), 'hex'))
  const text = faultReport({
    ...(cpu && { cpu, arch: 'x86_64' }),
    pc: PC,
    before: isBare ? code : '',
    at: isBare ? Buffer.from(end).toString('hex') : '',
    registers,
    type: 'EXC_BREAKPOINT',
    signal: 'SIGTRAP',
  })
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const parsed = await engine.parse({ path: 'Fault.ips', blob: new Blob([text]) })
  const report = parsed.ok ? parsed.value[0] : undefined
  if (!report) throw new Error('no report')
  const functionStart = imageOffset(0x1000 - own.length)
  const symbolicated: SymbolicatedReport = {
    report,
    images: [],
    explanations: [],
    resolutions: [
      {
        kind: 'resolved',
        grade: { level, evidence: [] },
        calls: names.map((name, at) => ({
          function: name,
          mangled: name,
          inlined: at < names.length - 1,
          source: 'dwarf',
          functionStart,
        })),
      },
    ],
  }
  const fault = await faultOf(symbolicated, {
    code: async (_, __, before) =>
      isBare ? undefined : { before: own.subarray(Math.max(0, own.length - before)), from: end },
    nameAt: async () => calls,
    dataAt: async () => undefined,
  })
  return {
    codes: (fault?.told ?? []).map(({ code: one, grade }) => (grade === undefined ? one : `${one} ${grade}`)),
    told: faultReading({ ...symbolicated, ...(fault && { fault }) })?.told ?? [],
  }
}

const flags = (bits: string): Readonly<Record<string, bigint>> => ({
  cpsr: ['n', 'z', 'c', 'v'].reduce((sum, bit, at) => (bits.includes(bit) ? sum | (1n << BigInt(31 - at)) : sum), 0n),
})
const CARRY = 1n
const OVERFLOW = 1n << 11n
const ZERO = 1n << 6n

test.each<[string, Trap, readonly string[]]>([
  // adds w0, w0, w1; b.hs; ret
  ['an unsigned addition', { code: '0000012b42000054c0035fd6', registers: flags('c') }, ['trap-general', 'overflow']],
  ['an addition that fits', { code: '0000012b42000054c0035fd6', registers: flags('') }, ['trap-general']],
  // subs x0, x0, x1; b.lo; ret
  [
    'an unsigned subtraction',
    { code: '000001eb43000054c0035fd6', registers: flags('n') },
    ['trap-general', 'overflow'],
  ],
  // mul x0, x0, x1; smulh x8, x8, x1; cmp x8, x0, asr #63; b.ne; ret
  [
    'a multiplication',
    { code: '007c019b087d419b1ffd80eb41000054c0035fd6', registers: flags('') },
    ['trap-general', 'overflow'],
  ],
  // umulh x8, x0, x1; cmp xzr, x8; b.ne; mul x0, x0, x1; ret
  [
    'an unsigned multiplication',
    { code: '087cc19bff0308eb61000054007c019bc0035fd6', registers: flags('') },
    ['trap-general', 'overflow'],
  ],
  // smull x0, w0, w1; cmp x0, w0, sxtw; b.ne; ret
  [
    'a multiplication of 32 bits',
    { code: '007c219b1fc020eb41000054c0035fd6', registers: flags('') },
    ['trap-general', 'overflow'],
  ],
  // cmp x2, x1; b.hs; ldr x0, [x0, x2, lsl #3]; ret
  [
    'an index',
    { code: '5f0001eb62000054007862f8c0035fd6', registers: { ...flags('c'), x1: 3n, x2: 7n } },
    ['trap-general', 'arrival-compare', 'index-check possible'],
  ],
  [
    'an index whose registers say otherwise',
    { code: '5f0001eb62000054007862f8c0035fd6', registers: { ...flags('c'), x1: 9n, x2: 7n } },
    ['trap-general'],
  ],
  // cbz x0; ldr x0, [x0]; ret
  ['a null pointer', { code: '600000b4000040f9c0035fd6', registers: { x0: 0n } }, ['trap-general', 'arrival-zero']],
  ['a pointer that is not null', { code: '600000b4000040f9c0035fd6', registers: { x0: 1n } }, ['trap-general']],
  ['a register that is not in the report', { code: '600000b4000040f9c0035fd6', registers: {} }, ['trap-general']],
  // tbz w1, #0; ret
  ['a bit', { code: '41000036c0035fd6', registers: { x1: 0x1_0000_0002n } }, ['trap-general', 'arrival-bit']],
  // cbz x0; cbz x1; ret
  [
    'two ways, one taken',
    { code: '600000b4410000b4c0035fd6', registers: { x0: 1n, x1: 0n } },
    ['trap-general', 'arrival-zero'],
  ],
  ['two ways that both fit', { code: '600000b4410000b4c0035fd6', registers: { x0: 0n, x1: 0n } }, ['trap-general']],
  // cbz x0; b to the trap
  [
    'a way that asks nothing',
    { code: '4000 00b4 01000014'.replaceAll(' ', ''), registers: { x0: 0n } },
    ['trap-general'],
  ],
  // cmp x2, x1; b.lo past the trap
  [
    'a branch past the trap',
    { code: '5f0001eb43000054', registers: { ...flags('c'), x1: 3n, x2: 3n } },
    ['trap-general', 'arrival-compare', 'index-check possible'],
  ],
  [
    'only the report’s bytes',
    { code: '600000b4000040f9c0035fd6', registers: { x0: 0n }, isBare: true },
    ['trap-general', 'arrival-zero likely'],
  ],
  // pushq %rbp; movq %rsp, %rbp; addl %esi, %edi; jb; movl %edi, %eax; popq %rbp; retq
  [
    'an unsigned addition of x86',
    { cpu: 'X86-64', code: '554889e501f7720489f85dc3', registers: { rflags: CARRY } },
    ['trap-general', 'overflow'],
  ],
  // imulq %rsi, %rdi; jo; movq %rdi, %rax; popq %rbp; retq
  [
    'a multiplication of x86',
    { cpu: 'X86-64', code: '480faffe70054889f85dc3', registers: { rflags: OVERFLOW } },
    ['trap-general', 'overflow'],
  ],
  // cmpq %rsi, %rdx; jae; movq (%rdi,%rdx,8), %rax; popq %rbp; retq
  [
    'an index of x86',
    { cpu: 'X86-64', code: '4839f27306488b04d75dc3', registers: { rflags: 0n, rdx: 7n, rsi: 3n } },
    ['trap-general', 'arrival-compare', 'index-check possible'],
  ],
  // testq %rdi, %rdi; je; movq (%rdi), %rax; popq %rbp; retq
  [
    'a null pointer of x86',
    { cpu: 'X86-64', code: '4885ff7405488b075dc3', registers: { rflags: ZERO, rdi: 0n } },
    ['trap-general', 'arrival-zero'],
  ],
])('how the program came to a trap: %s', async (_, trap, codes) => {
  expect((await toldOf(trap)).codes).toEqual(codes)
})

test.each<[string, Trap, readonly string[]]>([
  ['UBSan', { code: '', trap: '40a22ad4' }, ['trap-sanitizer']],
  ['-fbounds-safety', { code: '', trap: '20a32ad4' }, ['trap-bounds-safety']],
  ['UBSan of x86', { cpu: 'X86-64', code: '', trap: '670fb94012' }, ['trap-sanitizer']],
  ['a number of the program’s own', { code: '', trap: '600020d4' }, ['trap-other']],
  ['zeros', { code: '', trap: '00000000' }, ['trap-undefined']],
  // autia x16, x17; mov x17, x16; xpaci x17; cmp x16, x17; b.eq
  [
    'a signature that was checked',
    { code: '3012c1daf10310aaf143c1da1f0211eb40000054', trap: '008e38d4', isBare: true },
    ['trap-signature'],
  ],
  ['the number of a signature alone', { code: 'c0035fd6', trap: '008e38d4' }, ['trap-signature likely']],
  ['the number that WebKit has, too', { code: 'c0035fd6', trap: '208e38d4' }, ['trap-signature-or-webkit possible']],
  ['the next number', { code: 'c0035fd6', trap: '808e38d4' }, ['trap-other']],
])('what a trap is: %s', async (_, trap, codes) => {
  expect((await toldOf(trap)).codes).toEqual(codes)
})

test.each<[string, Partial<Trap>, readonly string[]]>([
  ['Swift', { names: ['Swift runtime failure: arithmetic overflow', 'Shelf.add(_:)'] }, ['trap-reason']],
  ['clang', { names: ['__clang_trap_msg$libc++$vector[] index out of bounds', 'pick(int)'] }, ['trap-reason']],
  ['a function that is called so', { names: ['Swift runtime failure: arithmetic overflow'] }, ['trap-general']],
  ['an assertion', { names: ['Swift._assertionFailure(_:_:file:line:flags:)'] }, ['trap-function']],
  ['an inlined abort', { names: ['abort', 'main'] }, ['trap-function']],
  ['a pure virtual function', { names: ['__cxa_pure_virtual'] }, ['trap-function']],
  ['a likely name', { names: ['abort', 'main'], level: 'likely' }, ['trap-function likely']],
  ['a doubtful name', { names: ['abort', 'main'], level: 'doubtful' }, ['trap-function possible']],
  ['a name that only begins so', { names: ['abortTransfer', 'main'] }, ['trap-general']],
  // bl
  ['a call before it', { code: '04000094', calls: '__stack_chk_fail' }, ['trap-general', 'trap-behind-call likely']],
  ['another call before it', { code: '04000094', calls: 'sum' }, ['trap-general']],
])('what names say of a trap: %s', async (_, trap, codes) => {
  expect((await toldOf({ code: 'c0035fd6', ...trap })).codes).toEqual(codes)
})

test('sentences have what they rest on', async () => {
  const { told } = await toldOf({
    code: '5f0001eb62000054007862f8c0035fd6',
    registers: { ...flags('c'), x1: 3n, x2: 7n },
  })
  expect(told.slice(1)).toEqual([
    'b.hs 0x104001000 at 0x104000ff4 came here after cmp x2, x1, where x2 is 0x7 and x1 is 0x3.',
    'cmp x2, x1 compares without sign before a trap, as the check of an index or a size does (possible).',
  ])
  const { told: bounds } = await toldOf({ code: '', trap: '40a22ad4' })
  expect(bounds).toEqual(['brk #0x5512 is a trap of UndefinedBehaviorSanitizer: an index is out of bounds.'])
})

test('a text with the mark of clang in it is kept whole', () => {
  expect(trapReason('__clang_trap_msg$Bounds check failed$costs $3')).toBe('Bounds check failed: costs $3')
  expect(trapReason('__clang_trap_msg$')).toBeUndefined()
})
