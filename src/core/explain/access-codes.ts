/** Codes of EXC_BAD_ACCESS: `mach/kern_return.h`, `mach/arm/exception.h`, `mach/i386/exception.h`. */
import type { Report } from '../model/report.ts'
import { isTranslated } from '../reading/subject.ts'

export const KERN = {
  invalidAddress: 1n,
  protection: 2n,
  memoryError: 10n,
  codeSigning: 50n,
} as const

export const ARM = {
  alignment: 0x101n,
  debug: 0x102n,
  stackAlignment: 0x103n,
  swap: 0x104n,
  pointerAuthentication: 0x105n,
  tagCheck: 0x106n,
  canonicalTag: 0x107n,
} as const

/** General protection fault of Intel processors: it says nothing of any address. */
export const I386_GENERAL_PROTECTION = 13n
/** A sanitizer's allocator found its quarantined memory used. */
export const QUARANTINE = 63_470n

const names: Readonly<Record<string, bigint>> = {
  KERN_INVALID_ADDRESS: KERN.invalidAddress,
  KERN_PROTECTION_FAILURE: KERN.protection,
  KERN_MEMORY_FAILURE: 9n,
  KERN_MEMORY_ERROR: KERN.memoryError,
  KERN_CODESIGN_ERROR: KERN.codeSigning,
  EXC_ARM_DA_ALIGN: ARM.alignment,
  EXC_ARM_DA_DEBUG: ARM.debug,
  EXC_ARM_SP_ALIGN: ARM.stackAlignment,
  EXC_ARM_SWP: ARM.swap,
  EXC_ARM_PAC_FAIL: ARM.pointerAuthentication,
  EXC_ARM_MTE_TAGCHECK_FAIL: ARM.tagCheck,
  EXC_ARM_MTE_CANONICAL_FAIL: ARM.canonicalTag,
  EXC_I386_GPFLT: I386_GENERAL_PROTECTION,
  // `si_code` of a signal, for reports without a Mach exception. The kernel gives BUS_ADRALN for every bus error, so it is left out.
  SEGV_MAPERR: KERN.invalidAddress,
  SEGV_ACCERR: KERN.protection,
  BUS_OBJERR: KERN.memoryError,
}

/** The name of a code; undefined for numbers that no header names. */
export function nameOfAccessCode(code: bigint): string | undefined {
  return Object.keys(names).find((name) => names[name] === code && !/^(?:SEGV|BUS)_/.test(name))
}

/** The code of a failed access as the report prints it: a signal's code is not the kernel's. */
export function accessWordOf({ exception }: Report): string | undefined {
  return /\b(?:SEGV|BUS)_[A-Z]+\b/.exec(`${exception?.subtype} ${exception?.codes} ${exception?.message}`)?.[0]
}

/** A word that the kernel gives for every SIGSEGV on Arm, whatever the fault was. Intel's kernel and Linux give it for protection. */
const SAME_FOR_ALL = 'SEGV_ACCERR'
const INTEL = /^(?:x86|i386|amd64)/i
const LINUX = /^(?:Android|Linux)\b/i

/** True if the word of a signal tells nothing of the fault: its writer is not known to be one that chooses it by the fault. */
function isWordOfAnyFault(word: string, { header, images, format, writtenFrom }: Report, isArm: boolean): boolean {
  if (word !== SAME_FOR_ALL || (writtenFrom ?? format) === 'tombstone' || LINUX.test(header.os ?? '')) return false
  return isArm || isTranslated(header) || !INTEL.test(header.arch ?? images[0]?.arch ?? '')
}

/** The code of a failed access: by its name where the report prints one, else its number. */
export function accessCodeOf(report: Report, isArm: boolean): bigint | undefined {
  const { exception } = report
  if (!exception) return undefined
  const { subtype = '', codes = '', message = '', rawCodes } = exception
  const words = `${subtype} ${codes} ${message}`
  const unknown = numberOf(/\bUNKNOWN_(0x[0-9a-f]{1,8})\b/i.exec(words)?.[1])
  if (unknown !== undefined) return unknown
  const name = /\b(?:KERN|EXC_ARM|EXC_I386|SEGV|BUS)_[A-Z_]+\b/.exec(words)?.[0]
  const isKnown = name !== undefined && Object.hasOwn(names, name) && !isWordOfAnyFault(name, report, isArm)
  if (isKnown) return names[name]
  if (/general protection/i.test(words)) return I386_GENERAL_PROTECTION
  if (!isArm && PRINTED_PROTECTION.test(words)) return I386_GENERAL_PROTECTION
  const first = rawCodes?.[0] ?? numberOf(/^\s*(0x[0-9a-f]{1,16})\s*,/i.exec(codes)?.[1]) ?? printedCode(codes)
  if (first === undefined || first === 0n) return undefined
  // The same number is KERN_POLICY_LIMIT or so of Arm, which no access gives.
  return first === I386_GENERAL_PROTECTION && isArm ? undefined : first
}

/** lldb's `code=1, address=0x10`: a number of base ten. */
const DEBUGGERS_CODE = /^code=(\d{1,3}), address=0x/

/** lldb and gdb print the code of an access as a number of base ten; 13 is the only one that takes the address away. */
const PRINTED_PROTECTION = /\bcode(?:=|: ?| )(?:13|0x0*d)\b|(?:^|\s)13 at address\b/i

function printedCode(codes: string): bigint | undefined {
  const code = numberOf(DEBUGGERS_CODE.exec(codes)?.[1])
  return code !== undefined && Object.values(names).includes(code) ? code : undefined
}

const numberOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text))

/** A signal that code sent, or of which its handler was told nothing: the address beside it means nothing. */
const NOT_TOLD = /\b(?:SEGV_NOOP|BUS_NOOP|SI_USER|SI_QUEUE|SI_TKILL)\b/

/** The kernel's own code is told to a handler of Mach exceptions, whatever that writes of the signal. */
const isNotTold = (line = ''): boolean => NOT_TOLD.test(line) && !/\bKERN_[A-Z]/.test(line)

/**
 * True for a signal without the kernel's code, on a thread that was inside a system call: such calls access no memory of the program
 * themselves, so the signal may have been sent, and a zero beside it is no address.
 */
const isInCall = ({ type = '' }: NonNullable<Report['exception']>, code: bigint | undefined, image?: string): boolean =>
  code === undefined && image === 'libsystem_kernel.dylib' && !type.startsWith('EXC_')

/** The address of a failed access; undefined where the report gives none, or one that means nothing. */
export function addressOf(
  report: Report,
  code: bigint | undefined,
  isArm: boolean,
  innermostImage?: string,
): bigint | undefined {
  const { exception } = report
  if (!exception || (code === I386_GENERAL_PROTECTION && !isArm)) return undefined
  const address = exception.address ?? addressInWords(exception)
  const isEmpty =
    isInCall(exception, code, innermostImage) ||
    (exception.rawCodes?.[0] === 0n && exception.rawCodes[1] === 0n) ||
    [exception.codes, exception.subtype, exception.message].some(isNotTold)
  return address === 0n && isEmpty ? undefined : address
}

function addressInWords({ subtype, codes, message, rawCodes }: NonNullable<Report['exception']>): bigint | undefined {
  const at = /\bat (0x[0-9a-f]{1,16})\b/i.exec(`${subtype ?? ''} ${codes ?? ''} ${message ?? ''}`)?.[1]
  if (at !== undefined) return numberOf(at)
  const [, first, second] = /(0x[0-9a-f]{1,16}),\s*(0x[0-9a-f]{1,16})\b/i.exec(codes ?? '') ?? []
  const code = rawCodes?.[0] ?? numberOf(first)
  // The second number is an address where the first is a code of an access; some writers put other numbers there.
  if (code === undefined || !Object.values(names).includes(code)) return undefined
  return rawCodes?.[1] ?? numberOf(second)
}
