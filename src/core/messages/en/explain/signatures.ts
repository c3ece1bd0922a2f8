/** Signatures that do not match: those of code, and those in pointers. */
import { exitReasons } from '../exit-reasons.ts'
import { inFunction, type ExplanationText, type Where } from './text.ts'

/** Why a signature does not match. */
const signatureText = ({ isPossible, isData }: { isPossible?: boolean | undefined; isData?: boolean | undefined }) =>
  isPossible
    ? `If it did not match: the pointer was overwritten, belongs to a freed object, or was ${isData ? 'used with a signature still in it' : 'cast to another function type'}.`
    : `It did not match: the pointer${isData ? ', which is one to data, was overwritten or belongs to a freed object' : ' was overwritten, belongs to a freed object, or was cast to another function type'}.`

export const signatures = {
  'code-signing': (p: {
    number?: number | undefined
    reason?: string | undefined
    hasRun?: boolean | undefined
    /** The page is of a file, and of no generated code. */
    isOfFile?: boolean | undefined
  }): ExplanationText => {
    const isLaunch = p.number === 4
    const told = p.reason ?? exitReasons.codeSigning[p.number ?? 0]
    return {
      title: isLaunch
        ? 'The system refused to launch the program: launch constraint violation'
        : `The system terminated the program because of a code signature${told === undefined ? '' : `: ${told}`}`,
      meaning: isLaunch
        ? 'The program, or one of its helpers, was started in a way that its signature does not allow.'
        : p.number === 2
          ? `A page in memory does not match the signature. The file may have been changed after signing or replaced while it ran${p.isOfFile ? '' : ', or the code generated without the required entitlement'}.`
          : 'The system checked the signature of the program, of a library or of a page in memory, and did not accept it.',
      checks: isLaunch
        ? ['Who starts the program, and do its launch constraints allow that?']
        : [
            'Run `codesign --verify --deep --strict --verbose=2` on the program, its bundle and the libraries that it loads.',
            ...(p.hasRun
              ? [
                  'Was an update installed over the running program?',
                  ...(p.isOfFile ? [] : ['Code generated at run time needs MAP_JIT and the allow-jit entitlement.']),
                ]
              : []),
          ],
    }
  },
  'pointer-authentication': (
    p: Where & { isPossible?: boolean | undefined; isData?: boolean | undefined; isUnsigned?: boolean | undefined },
  ): ExplanationText => ({
    title: `${p.isPossible ? 'The report says: possible pointer authentication failure' : 'Pointer authentication failed'}${inFunction(p)}`,
    meaning: p.isUnsigned
      ? 'The upper bits of the address are set, as in a signed pointer. This program is arm64 and signs no pointers: the pointer was probably overwritten, or it belongs to a freed object.'
      : `On arm64e the upper bits of code pointers and some data pointers hold a signature. ${signatureText(p)}`,
    checks: [
      p.isData
        ? p.isPossible
          ? 'Where does the pointer come from that is read or written there?'
          : 'Look for an object that was freed or overwritten: its class and its table of methods are such pointers.'
        : 'Look for a call through a freed object, or a function pointer cast to another type.',
    ],
    needing: { addressSanitizer: 'Address Sanitizer finds most overwritten pointers.' },
  }),
} as const
