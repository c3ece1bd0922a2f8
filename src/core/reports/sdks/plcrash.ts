/**
 * PLCrashReporter's binary reports: `plcrash`, a version byte, then one protobuf message (`crash_report.proto` of the
 * PLCrashReporter sources; the numbers below are its field numbers). Many vendors keep crashes in it.
 */
import { offsetFrom, runtimeAddress } from '../../model/address.ts'
import { uuidFromBytes } from '../../model/image.ts'
import type { Arch } from '../../model/image.ts'
import { failure, success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Register, Report, ReportHeader, Thread } from '../../model/report.ts'
import { archOfCpu } from '../../model/architecture.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { versionText } from '../base/builds.ts'
import { machExceptionName } from '../base/mach-names.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { parseWireMessage } from './protobuf-message.ts'
import type { WireMessage } from './protobuf-message.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { formatMilliseconds } from '../base/timestamp.ts'
import { problem } from '../../messages/problems.ts'
import { fieldTexts } from '../../messages/labels.ts'

const MAGIC = 'plcrash'
const HEADER_SIZE = 8

const SYSTEMS = ['Mac OS X', 'iPhone OS', 'iPhone Simulator', 'Unknown', 'Apple tvOS']
/** The architecture field of writers older than the processor field. */
const OLD_ARCHES: readonly Arch[] = ['i386', 'x86_64', 'armv6', 'ppc', 'ppc64', 'armv7', 'arm64']

export const plcrashFormat: ReportFormat = {
  id: 'plcrash',
  label: 'PLCrashReporter report',
  sniff: sniffPlcrash,
  parse: parsePlcrash,
}

function sniffPlcrash({ bytes }: Sample): boolean {
  return MAGIC.split('').every((char, at) => bytes[at] === char.charCodeAt(0))
}

function parsePlcrash({ path, bytes }: ReportInput): Outcome<readonly Report[]> {
  const version = bytes[MAGIC.length]
  if (bytes.length <= HEADER_SIZE || version === undefined) {
    return failure(problem('empty-report', { kind: 'PLCrashReporter' }, { file: path }))
  }
  const message = parseWireMessage(bytes.subarray(HEADER_SIZE))
  const builder = new ReportBuilder(path)
  if (version !== 1) {
    const params = { kind: 'PLCrashReporter', version, known: 1 }
    builder.problem(problem('unknown-version', params, { offset: MAGIC.length }))
  }
  if (message.brokenAt !== undefined) {
    builder.problem(problem('truncated.report', {}, { offset: HEADER_SIZE + message.brokenAt }))
  }
  const machine =
    archOfProcessor(message.message(8)?.message(2)) ?? OLD_ARCHES[Number(message.message(1)?.number(3) ?? -1)]
  // The machine's processor is `hw.cputype`, i386 on every Intel Mac; the program's own image has the real architecture.
  const arch = archOfProcessor(message.messages(4)[0]?.message(5)) ?? archOfRegisters(message) ?? machine
  for (const image of message.messages(4)) addImage(builder, image, arch)

  const threads = message.messages(3).map((thread, position): Thread => {
    const registers = thread.messages(4).map(readRegister)
    return omitUndefined({
      id: Number(thread.number(1) ?? position),
      crashed: thread.number(3) === 1n,
      frames: builder.addStack(thread.messages(2).map(readFrame), 'thread'),
      registers: registers.length > 0 ? registers : undefined,
    })
  })
  const exception = message.message(5)
  const thrown = exception?.messages(3) ?? []
  const lastException = thrown.length > 0 ? { frames: builder.addStack(thrown.map(readFrame), 'return') } : undefined
  const custom = message.bytes(10)
  const report: Report = omitUndefined({
    format: plcrashFormat.id,
    label: plcrashFormat.label,
    file: path,
    text: '',
    textKind: 'none' as const,
    header: readHeader(message, arch),
    exception: readException(message),
    applicationInfo: [],
    threads,
    lastException,
    backtraces: [],
    callTrees: [],
    sections: custom ? [{ kind: 'text' as const, title: 'Custom data', text: new TextDecoder().decode(custom) }] : [],
    ...builder.finish(),
  })
  return success([report])
}

/** Registers have other names in 64-bit Intel code. */
function archOfRegisters(message: WireMessage): Arch | undefined {
  const names = message.messages(3).flatMap((thread) => thread.messages(4).map((register) => register.string(1)))
  return names.includes('rip') ? 'x86_64' : names.includes('eip') ? 'i386' : undefined
}

function archOfProcessor(processor: WireMessage | undefined): Arch | undefined {
  // Encoding 1 is Mach's numbers; there is no other.
  if (processor?.number(1) !== 1n) return undefined
  return archOfCpu(Number(processor.number(2) ?? 0n), Number(processor.number(3) ?? 0n))
}

function addImage(builder: ReportBuilder, image: WireMessage, arch: Arch | undefined): void {
  const path = image.string(3)
  const uuid = uuidFromBytes(image.bytes(4) ?? new Uint8Array())
  const loadAddress = image.number(1)
  builder.addImage(
    omitUndefined({
      name: fileName(path ?? ''),
      path,
      uuid,
      arch: archOfProcessor(image.message(5)) ?? arch,
      loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
      size: Number(image.number(2) ?? 0n),
      origin: originOfPath(path),
    }),
  )
}

function readFrame(frame: WireMessage): FrameRow {
  const address = frame.number(3)
  const symbol = frame.message(6)
  const name = symbol?.string(1)
  const start = symbol?.number(2)
  const offset = offsetFrom(start, address)
  return { address, symbol: name === undefined ? undefined : omitUndefined({ name, offset }) }
}

function readRegister(register: WireMessage): Register {
  return { name: register.string(1) ?? '', value: register.number(2) ?? 0n }
}

function readException(message: WireMessage): ExceptionInfo {
  const signal = message.message(6)
  const mach = signal?.message(4)
  const thrown = message.message(5)
  const address = signal?.number(3)
  const type = mach?.number(1)
  const rawCodes = mach?.numbers(2) ?? []
  return omitUndefined({
    type: type === undefined ? undefined : machExceptionName(type),
    signal: signal?.string(1),
    codes: signal?.string(2),
    rawCodes: rawCodes.length > 0 ? rawCodes : undefined,
    address: address === undefined ? undefined : runtimeAddress(address),
    name: thrown?.string(1),
    reason: thrown?.string(2),
  })
}

function readHeader(message: WireMessage, arch: Arch | undefined): ReportHeader {
  const system = message.message(1)
  const app = message.message(2)
  const process = message.message(7)
  const machine = message.message(8)
  const info = message.message(9)
  const build = system?.string(5)
  const os = [SYSTEMS[Number(system?.number(1) ?? 3n)] ?? 'Unknown', system?.string(2), build && `(${build})`]
    .filter(Boolean)
    .join(' ')
  const path = process?.string(3)
  const parentName = process?.string(4)
  const values = {
    incident: uuidFromBytes(info?.bytes(2) ?? new Uint8Array()),
    device: machine?.string(1),
    process: process?.string(1) ?? (path && fileName(path)),
    path,
    bundleId: app?.string(1),
    version: versionText(app?.string(3) || undefined, app?.string(2)),
    parent: parentName && `${parentName} [${process?.number(5) ?? '?'}]`,
    date: formatMilliseconds((system?.number(4) ?? 0n) * 1000n),
    launched: formatMilliseconds((process?.number(7) ?? 0n) * 1000n),
    os,
    arch,
  }
  const pid = process?.number(2)
  const fields: (readonly [string, string])[] = [
    ['Incident Identifier', values.incident ?? ''],
    ['Hardware Model', values.device ?? ''],
    ['Process', `${values.process ?? '???'} [${pid ?? '?'}]`],
    ['Path', values.path ?? ''],
    ['Identifier', values.bundleId ?? ''],
    ['Version', values.version ?? ''],
    ['Code Type', `${arch ?? '???'}${process?.number(6) === 0n ? ' (Translated)' : ''}`],
    ['Parent Process', values.parent ?? ''],
    ['Date/Time', values.date ?? ''],
    ['Launch Time', values.launched ?? ''],
    ['OS Version', os],
    ['Processors', machine ? `${machine.number(3) ?? '?'} (${machine.number(4) ?? '?'} logical)` : ''],
    [fieldTexts.requestedByUser, info?.number(1) === 1n ? 'yes' : ''],
  ]
  return omitUndefined({
    ...values,
    pid: pid === undefined ? undefined : Number(pid),
    fields: fields.filter(([, value]) => value !== ''),
  })
}
