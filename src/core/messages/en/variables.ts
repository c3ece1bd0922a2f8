/** What is said of variables: why there is no value, and types without a name. */

/** Words that stand for a type. */
export const typeWords = {
  void: 'void',
  unnamed: (kind: string) => `(unnamed ${kind})`,
  anonymousNamespace: '(anonymous namespace)',
} as const

/** Why a variable has no value; each stands by itself, where the value would be. */
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
} as const
