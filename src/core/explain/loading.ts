/** The dynamic linker could not start the program. */
import type { Rule } from './rule.ts'
import { explanation, quoted, type Seen } from './seen.ts'

/** The linker's text may run over several lines. */
const allWords = (seen: Seen): string => seen.words.join('\n')

export const loading: Rule = (seen) => {
  const words = allWords(seen)
  const isDyld = seen.report.termination?.namespace === 'DYLD'
  const from = /Referenced from:\s*(?:<[^>]*>\s*)?([^\n]{1,300})/.exec(words)?.[1]?.trim()
  const library = /Library (?:not loaded|missing): ?([^\n]{1,300})/i.exec(words)?.[1]?.trim()
  if (library !== undefined && library !== '') {
    const reason = /Reason: ([^\n]{1,400})/.exec(words)?.[1]?.trim()
    const name = library.slice(library.lastIndexOf('/') + 1)
    const signed = reason !== undefined && /code signature|Team IDs|mapping process/i.test(reason)
    const arch = reason !== undefined && /incompatible architecture|wrong architecture|mach-o, but/i.test(reason)
    return explanation(seen, {
      id: 'dyld-library-missing',
      title: `The program could not start: ${name} ${signed ? 'has a signature that it may not load' : arch ? 'is for another processor' : 'was not found'}`,
      evidence: `dyld: library not loaded: ${library}${from === undefined ? '' : `, referenced from ${from}`}${reason === undefined ? '' : `; reason ${quoted(reason)}`}`,
      meaning: 'A library that the program is linked to was not there, or could not be used, when it was started.',
      checks: signed
        ? ['Sign the library with the team of the program, or turn off library validation by entitlement.']
        : arch
          ? ['Build the library for the processor of this device.']
          : [
              'Is the framework set to “Embed & Sign” in the target?',
              'Do the program’s run paths (`LC_RPATH`) lead to where it is?',
              'Does this version of the system have it? If not, link it weakly.',
            ],
    })
  }
  const symbol =
    /Symbol not found: ?([^\n]{1,300})/i.exec(words)?.[1]?.trim() ??
    /Symbol missing[:\s]+([^\n]{1,300})/i.exec(words)?.[1]
  if (symbol !== undefined) {
    const where = /Expected in:\s*(?:<[^>]*>\s*)?([^\n]{1,300})/.exec(words)?.[1]?.trim()
    return explanation(seen, {
      id: 'dyld-symbol-missing',
      title: `The program could not start: the function ${symbol} is missing`,
      evidence: `dyld: symbol not found: ${symbol}${from === undefined ? '' : `, referenced from ${from}`}${where === undefined ? '' : `, expected in ${where}`}`,
      meaning: 'The library is there, but an older or other version than the one that the program was built with.',
      checks: [
        'Does this version of the system have that function? Check with `if #available` and link weakly.',
        'Were all frameworks built and embedded together?',
      ],
    })
  }
  if (!isDyld && !/dyld\d?: .*(?:launch|initializer|cannot)/i.test(words)) return undefined
  const reason =
    seen.report.termination?.reasons?.[0] ?? seen.report.termination?.indicator ?? seen.report.applicationInfo[0]
  return explanation(seen, {
    id: 'dyld',
    title: `The program could not start${reason === undefined ? '' : `: ${reason.split('\n')[0]?.slice(0, 140) ?? ''}`}`,
    evidence: reason === undefined ? 'the termination’s namespace is DYLD' : quoted(reason),
    meaning: 'The dynamic linker ended the process before its own code ran.',
    checks: ['The text names what was missing or refused.'],
  })
}
