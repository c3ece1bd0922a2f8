/** Words on variables: why there is no value, and types without a name. */
import { type Digits, plural } from '../numbers.ts'

/** Words in place of a type. */
export const typeWords = {
  void: 'void',
  unnamed: (kind: string) => `(unnamed ${kind})`,
  anonymousNamespace: '(anonymous namespace)',
} as const

/** Why a variable has no value; shown in place of the value. */
export const unavailable = {
  optimisedOut: 'optimised out',
  noMemory: 'memory not in the report',
  noRegister: ({ register }: { register: string }) => `register ${register} is not known in this frame`,
  beyondRegister: 'its other bytes are not known',
  noFrameBase: 'the frame base is not known',
  noCaller: 'its value at the call is not known',
  threadLocal: 'thread-local storage is not in the report',
  damaged: 'its location is damaged',
  endless: 'its location does not end',
  unsupported: ({ operation }: { operation: string }) => `${operation} is not supported`,
  damagedType: 'its type is damaged',
  tooLarge: 'too large to be shown',
  synthetic: 'it points at a value that has no address',
  unknownVariant: ({ value }: { value: string }) => `its discriminant ${value} is of none of its variants`,
  noLayout: 'the debug information does not describe its layout',
  ownLayout: 'the text is in a form that only the Swift runtime reads',
  notLinked: 'its object file does not say where the linker put it',
} as const

/** Exports of reports. */
export const exportedVariables = {
  frame: ({ frame, name }: { frame: Digits; name: string }) => `Frame ${frame}, ${name}`,
  redacted: 'left out, since it may be private',
  more: ({ values }: { values: number }) => `${plural(values, 'more value', 'more values')} not shown`,
  moreFrames: ({ frames }: { frames: number }) =>
    `Variables of ${plural(frames, 'more frame', 'more frames')} are not shown.`,
} as const

/** Words on all variables of a frame. */
export const frameVariableWords = {
  title: 'Variables',
  none: 'no variables',
  inlined: '[inlined]',
  shadowed: '(hidden by an inner variable of its name)',
  /** Why there are none. */
  missing: {
    'no-image': 'The address is in no image whose place is known.',
    'no-file': 'Variables are read from the dSYM itself, and it is not open: indexes hold none. Add the dSYM.',
    'no-debug-info': 'The files of this image have no debug information of their own.',
    'no-object': 'The object file with this function is not open. Add the object files of the build, or their dSYM.',
    'no-scope': 'No function with debug information is at this address.',
    damaged: 'The debug information of this function is damaged.',
  },
  inferred: 'Where this image was loaded was inferred; the values are as sure as that.',
  /** Why values are missing, by what is known of the process. */
  known: {
    nothing: 'The report has no registers of this frame: most values are not known.',
    registers: 'The report has registers of this frame but no memory: what lies on the stack is not known.',
  },
} as const
