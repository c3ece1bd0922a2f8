/** Names of Mach exceptions (`mach/exception_types.h`) and signals (`sys/signal.h` of Darwin), for reports that carry numbers. */

const EXCEPTIONS: Readonly<Record<number, string>> = {
  1: 'EXC_BAD_ACCESS',
  2: 'EXC_BAD_INSTRUCTION',
  3: 'EXC_ARITHMETIC',
  4: 'EXC_EMULATION',
  5: 'EXC_SOFTWARE',
  6: 'EXC_BREAKPOINT',
  7: 'EXC_SYSCALL',
  8: 'EXC_MACH_SYSCALL',
  9: 'EXC_RPC_ALERT',
  10: 'EXC_CRASH',
  11: 'EXC_RESOURCE',
  12: 'EXC_GUARD',
  13: 'EXC_CORPSE_NOTIFY',
}

const SIGNALS: readonly string[] = [
  '',
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGEMT',
  'SIGFPE',
  'SIGKILL',
  'SIGBUS',
  'SIGSEGV',
  'SIGSYS',
  'SIGPIPE',
  'SIGALRM',
  'SIGTERM',
]

/** `EXC_BAD_ACCESS` for 1; `EXC_99` for a number without a name. */
export function machExceptionName(type: number | bigint): string {
  return EXCEPTIONS[Number(type)] ?? `EXC_${type}`
}

/** `SIGSEGV` for 11; `signal 30` for a number that no crash has. */
export function signalName(signal: number | bigint): string {
  return SIGNALS[Number(signal)] || `signal ${signal}`
}
