/** Guarded resources that other code touched (EXC_GUARD). */
import { inFunction, type ExplanationText, type Where } from './text.ts'

interface Stacked {
  readonly hasStack?: boolean | undefined
}

const innermostCall = ({ hasStack = true }: Stacked): string =>
  hasStack ? 'Which call is at the innermost frame?' : 'There is no stack here. A whole report shows the call.'

/** Guarded resources. `text`: what the system says was done to it. */
type Guarded = Where & Stacked & { text?: string | undefined; use?: PortUse | undefined }

/** The operation on a guarded port. */
const portUses = {
  release: 'Look for a port that is deallocated twice, or passed on after it was released.',
  handler: 'Which code sets a handler of Mach exceptions here? Crash reporters and debuggers do.',
  guard: 'Which code sets or removes the guard of this port? It has to give the guard that the port has.',
} as const
export type PortUse = keyof typeof portUses

const guarded =
  (title: string, meaning: string, checks: readonly string[] | ((p: Guarded) => readonly string[])) =>
  (p: Guarded): ExplanationText => ({
    title: title + inFunction(p) + (p.text === undefined ? '' : `: ${p.text}`),
    meaning,
    checks: typeof checks === 'function' ? checks(p) : checks,
  })

export const guards = {
  'guard-file-descriptor': guarded(
    'A guarded file descriptor was closed or used',
    'The descriptor is guarded. The program closed, duplicated or changed it, which the guard does not allow.',
    ['Look for a `close` of a descriptor that was closed before: the number may belong to another file by then.'],
  ),
  'guard-mach-port': guarded(
    'Misuse of a guarded Mach port',
    'The program did with a port, or with a right to it, what its guard does not allow.',
    (p) => [p.use === undefined ? innermostCall(p) : portUses[p.use]],
  ),
  'guard-vnode': guarded(
    'A guarded file was changed',
    'A file that its owner guards, often a database in use, was renamed, deleted, linked or written by other code.',
    ['Is a database moved or deleted while it is open?'],
  ),
  'guard-memory': guarded(
    'Misuse of virtual memory',
    'The program did with a range of memory what the kernel does not allow, such as giving back memory that is not mapped.',
    ['Look for a wrong address or size in munmap or vm_deallocate.'],
  ),
  'guard-tag': guarded(
    'Memory tag check failed, and the program went on',
    'The tag in a pointer is not the tag of the memory at its address (memory tagging, MTE). In soft mode the system only reports it.',
    ['Look at the stacks that allocated and freed the memory, where the report has them.'],
  ),
  'guard-user': guarded(
    'A library reported a broken rule through a guard',
    'A library of the system raised this itself; the numbers are its own.',
    ['The library’s frame in the stack shows which rule it is.'],
  ),
  'guard-rejected-call': guarded(
    'A system call was refused',
    'The process is not allowed to make this system call or Mach trap.',
    (p) => [innermostCall(p)],
  ),
  guard: (p: Where & Stacked & { text?: string | undefined }): ExplanationText => ({
    title: `Misuse of a guarded resource${inFunction(p)}${p.text === undefined ? '' : `: ${p.text}`}`,
    meaning: 'The owner of a resource asked the system to guard it, and other code touched it.',
    checks: [p.text === undefined ? innermostCall(p) : 'The message names the resource and what was done to it.'],
  }),
} as const
