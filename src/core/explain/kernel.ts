/** The system itself went down: kernel panics and forced resets. */
import type { Rule } from './rule.ts'
import { explainSaid, type SaidKind } from './said.ts'
import { explanation, quoted } from './seen.ts'

const panics: readonly SaidKind[] = [
  {
    pattern: /\bbtn_rst\b|forced reset/i,
    id: 'forced-reset',
    title: () => 'The user reset the device with its buttons',
    meaning:
      'The buttons were held until the device restarted, mostly because it did not answer. Nothing crashed by itself.',
    checks: ['Which process was busy or waited at that moment?'],
  },
  {
    pattern: /(?:userspace watchdog timeout|no (?:successful )?checkins? from) ?:?\s*([^\n]{0,120})/i,
    id: 'panic-watchdog',
    title: (match) => `The system restarted because a service did not answer: ${match[1] ?? ''}`,
    meaning: 'A process that the system cannot do without did not report for minutes.',
    checks: ['Read the threads of that service: what does it wait for?', 'Was the storage or the memory full?'],
  },
  {
    pattern: /initproc exited|launchd exited/i,
    id: 'panic-launchd',
    title: () => 'The system restarted because launchd, its first process, ended',
    meaning: 'Without launchd nothing can run.',
    checks: ['The report holds launchd’s own end: read that.'],
  },
  {
    pattern: /SError|machine check|AppleANS|NVMe|DCP|nand|ECC/,
    id: 'panic-hardware',
    title: () => 'The kernel panicked on an error of the hardware or its firmware',
    meaning: 'A part of the machine reported an error that the kernel cannot go on from.',
    checks: ['Does it come again with the same text? Then it is likely a fault of that part.'],
  },
  {
    pattern:
      /tag check fault|use.after.free|element modified after free|zone .{0,40}(?:corrupt|bound)|Kernel data abort|page fault|KERN_/i,
    id: 'panic-memory',
    title: () => 'The kernel panicked on a wrong access to memory',
    meaning: 'Code in the kernel used memory that was freed or is not its own.',
    checks: ['Which kernel extension is in the backtrace?', 'Was it the same code in earlier panics?'],
  },
]

export const kernel: Rule = (seen) => {
  const { exception } = seen.report
  if (exception?.type?.toLowerCase() !== 'panic' || exception.reason === undefined) return undefined
  const { reason } = exception
  const text = /panic\([^)]*\):\s*([^\n]{1,140})/.exec(reason)?.[1] ?? reason.split('\n')[0]?.slice(0, 140) ?? ''
  const evidence = quoted(reason)
  const known = explainSaid(seen, panics, reason, evidence)
  if (known) return known
  return explanation(seen, {
    id: 'panic',
    title: `The kernel panicked: ${text}`,
    evidence,
    meaning:
      'The kernel found that it cannot go on and stopped the machine. Programs cannot cause this without a fault in the kernel, an extension or the hardware.',
    checks: [
      'Compare with other panics: the same text points to one cause.',
      'Look for extensions of others in the backtrace.',
    ],
  })
}
