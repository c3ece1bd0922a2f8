/** The form of an explanation's words. */

export interface ExplanationText {
  /** One sentence for the headline. */
  readonly title: string
  readonly meaning: string
  /** The next checks. */
  readonly checks: readonly string[]
  /** More checks, each with what not every system has. */
  readonly needing?: Readonly<Partial<Record<Tool, string | undefined>>> | undefined
}

/** Needs of a check: a tool, a language or a library. */
export type Tool = 'addressSanitizer' | 'arc' | 'swift' | 'diffableDataSource'

/** The function in which it happened; absent where it has no name that says something. */
export interface Where {
  readonly where?: string | undefined
  /** The user's function that called it, itself or through others; absent where it is the same. */
  readonly calledFrom?: string | undefined
}

/** The report’s facts on an exceeded limit. */
export interface LimitFacts {
  readonly isFatal: boolean
  /** The text around the report says that the program crashed. */
  readonly isSaidEnded?: boolean | undefined
  readonly numbers?: string | undefined
  /** The numbers have more than the limit. */
  readonly hasMeasured?: boolean | undefined
  /** The report has a stack that counts samples or bytes. */
  readonly hasHeaviest?: boolean | undefined
}

/** `hasOwn`: the stack has a frame of the user's code. */
export interface Own {
  readonly hasOwn?: boolean | undefined
}

/** Facts that advice on a failed access may name. */
export interface AroundAccess {
  /** The innermost frame is of the user's code. */
  readonly isOwn?: boolean | undefined
  /** It has a source line. */
  readonly hasLine?: boolean | undefined
  /** Another thread ran the program's code, or waited in it for a lock. */
  readonly hasThreads?: boolean | undefined
  /** The innermost function takes an object. */
  readonly isObject?: boolean | undefined
  /** The innermost function does nothing for a null object. */
  readonly isNullSafe?: boolean | undefined
}

/** Facts that advice on an abort may name. */
export interface AroundAbort extends Own {
  /** A signal handler ran. */
  readonly isHandled?: boolean | undefined
  /** The report has words on the end. */
  readonly hasMessage?: boolean | undefined
}

/** Facts that advice on a trap may name. */
export interface AroundTrap {
  /** The stack of what ended is known. */
  readonly hasStack?: boolean | undefined
  /** The report has stacks at all. */
  readonly hasStacks?: boolean | undefined
  readonly isHandled?: boolean | undefined
  /** The innermost frame has no name. */
  readonly isUnnamed?: boolean | undefined
  /** Named frames of the system are innermost. */
  readonly hasSystem?: boolean | undefined
  /** Named frames are innermost, and nothing shows whose they are. */
  readonly hasLibrary?: boolean | undefined
  /** A call through an invalid pointer is possible. */
  readonly mayBeCall?: boolean | undefined
}

/** ` in CartView.total(of:)`, ` in objc_release (called from CartView.total(of:))`, or nothing. */
export const inFunction = ({ where, calledFrom }: Where): string =>
  (where === undefined ? '' : ` in ${where}`) + (calledFrom === undefined ? '' : ` (called from ${calledFrom})`)

/** The function of the next frame, where the innermost one is no code. */
export const nextFrame = ({ where }: Where): string => (where === undefined ? '' : ` (next frame: ${where})`)

/** Advice that several explanations give. */
export const advice = {
  divisor: 'Check the divisor before the division.',
  nullPointer: 'Which pointer on this line can be null, and why is it not checked?',
  nullSomewhere: 'Which pointer can be null there, and why is it not checked?',
  emptyObject:
    'A null object does no harm in this function, so the object was there and its memory holds nothing useful. Was it freed, or overwritten?',
  fatalError: 'Look in the console or the device log for `Fatal error:` at the time of the crash.',
} as const

/** Words without parameters. */
export const fixed = (title: string, meaning: string, checks: readonly string[]) => (): ExplanationText => ({
  title,
  meaning,
  checks,
})
