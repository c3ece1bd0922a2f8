/** Problems with dumped processes (core files, minidumps) and with the call frame information that their stacks need. */
import { type Digits, plural } from '../../numbers.ts'

const offset = (at: number): string => `0x${at.toString(16)}`

export const dumpProblems = {
  'not-a-core': () => 'This Mach-O file is not a core file.',
  'unsupported-cpu': () => 'This core file is from a PowerPC process, which is not supported.',
  'unsupported-cpu.minidump': ({ processor }: { processor: Digits }) =>
    `This minidump is from a processor other than ARM and x86 (type ${processor}), which is not supported.`,
  'no-threads': () => 'This core file contains no thread that can be read.',
  'no-system-info': () => 'This minidump does not state its processor, so it cannot be read.',
  'no-registers': ({ thread }: { thread: Digits }) =>
    `The registers of thread ${thread} cannot be read; the thread is skipped.`,
  'unknown-thread-state': () => 'The registers of a thread are of an unknown kind; the thread is skipped.',
  'damaged-unwind-table': (p: { section: string; image: string; entries: number; first: number }) =>
    `The call frame information of ${p.image || 'an image'} (__${p.section}) is damaged: ${plural(p.entries, 'entry is', 'entries are')} skipped, the first at offset ${offset(p.first)}. Frames that need it are found by other means.`,

  'bad-pointer-encoding': ({ encoding }: { encoding: number }) =>
    `An address has the unsupported encoding ${offset(encoding)}.`,
  'bad-sleb.large': () => 'A variable-length number is too large.',
  'truncated-cfi': ({ bytes }: { bytes: number }) =>
    `An entry of ${plural(bytes, 'byte', 'bytes')} does not fit in its section.`,
  'truncated-cfi.augmentation': () => 'The augmentation data of an entry do not fit in the entry.',
  'no-common-entry': () => 'An FDE refers to a CIE that does not exist.',
  'cfi-version': ({ version }: { version: Digits }) => `A CIE has the unknown version ${version}.`,
  'cfi-address-size': ({ bytes }: { bytes: number }) =>
    `A CIE has addresses of an unsupported size (${plural(bytes, 'byte', 'bytes')}).`,
  'cfi-augmentation': ({ augmentation }: { augmentation: string }) =>
    `A CIE has the unknown augmentation “${augmentation}”.`,
  'cfi-too-large': ({ section }: { section: string }) =>
    `The section __${section} has too many entries, or too many damaged ones; the rest is skipped.`,
  'cfi-backwards': () => 'Call frame instructions move to a lower address.',
  'cfi-too-far': () => 'Call frame instructions move past the end of the image.',
  'cfi-too-long': () => 'There are too many call frame instructions.',
  'cfi-too-many-registers': () => 'Call frame instructions set rules for too many registers.',
  'cfi-restore': () => 'A CIE restores a register, which only an FDE can do.',
  'cfi-no-register': () => 'Call frame instructions change the CFA before they set its register.',
  'cfi-too-deep': () => 'DW_CFA_remember_state is nested too deeply.',
  'cfi-nothing-remembered': () => 'DW_CFA_restore_state has no DW_CFA_remember_state.',
  'cfi-unknown': ({ instruction }: { instruction: number }) =>
    `The call frame instruction ${offset(instruction)} is unknown.`,
  'cfi-set-loc': () => 'DW_CFA_set_loc has an address without a base.',
  'cfi-set-loc.relative': () => 'DW_CFA_set_loc has an address relative to itself.',
  'cfi-set-loc.outside': () => 'DW_CFA_set_loc has an address outside the image.',
} as const
