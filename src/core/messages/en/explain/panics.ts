/** Failures of the kernel, and resets of the whole device. */
import { fixed, type ExplanationText } from './text.ts'

/** Kernel panics that are recognised by their text. */
export const panics = {
  panic: (p: { text: string; hasOthers?: boolean | undefined }): ExplanationText => ({
    title: `Kernel panic: ${p.text}`,
    meaning:
      'The kernel could not continue and stopped the machine. Programs cannot cause this without a fault in the kernel, an extension, firmware or the hardware.',
    checks: [
      'Compare with other panics: the same text points to one cause.',
      ...(p.hasOthers ? ['Look for third-party extensions in the backtrace.'] : []),
    ],
  }),
  'forced-reset': fixed(
    'The user reset the device with its buttons',
    'The buttons were held until the device restarted, usually because it did not respond.',
    ['Which process was busy or waiting at that time?'],
  ),
  'panic-reset': (p: { subject: string }): ExplanationText => ({
    title: `The machine was reset: ${p.subject}`,
    meaning: 'The report has these words in the place of a kernel’s panic.',
    checks: ['Does it happen again with the same words? Is there a report of all processes from the time before?'],
  }),
  'panic-watchdog': (p: { subject: string }): ExplanationText => ({
    title: `The system restarted because a service did not respond: ${p.subject}`,
    meaning: 'A process that the system cannot run without did not check in in time.',
    checks: [
      'What does that service wait for? A report of all processes may show it.',
      'Was the storage or the memory full?',
    ],
  }),
  'panic-launchd': fixed(
    'The system restarted because launchd, its first process, exited',
    'Nothing can run without launchd.',
    ['The report contains how launchd ended: read that.'],
  ),
  'panic-hardware': fixed(
    'Kernel panic: hardware or firmware error',
    'A part of the machine reported an error, or did not answer, and the kernel could not continue.',
    ['Does it happen again with the same text? Then that part is probably faulty.'],
  ),
  'panic-null': (p: { address: string; offset: number }): ExplanationText => ({
    title: `Kernel panic: access at ${p.address}, ${p.offset === 0 ? 'a null pointer' : 'a null pointer and an offset'}`,
    meaning: 'Code in the kernel used an address in the first page, where nothing lies.',
    checks: ['Which pointer of that code can be null?', 'Was it the same code in earlier panics?'],
  }),
  'panic-memory': (p: { hasStack?: boolean | undefined }): ExplanationText => ({
    title: 'Kernel panic: invalid memory access',
    meaning: 'Code in the kernel used memory that was freed or that it does not own.',
    checks: [
      ...(p.hasStack ? ['Which kernel extension is in the backtrace?'] : []),
      'Was it the same code in earlier panics?',
    ],
  }),
} as const
