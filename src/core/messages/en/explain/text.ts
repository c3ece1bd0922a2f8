/** The form of an explanation's words. */

export interface ExplanationText {
  /** One sentence for the headline. */
  readonly title: string
  readonly meaning: string
  /** The next checks. */
  readonly checks: readonly string[]
}

/** The function in which it happened; absent where it has no name that says something. */
export interface Where {
  readonly where?: string | undefined
  /** The user's function that called it, itself or through others; absent where it is the same. */
  readonly calledFrom?: string | undefined
}

/** `hasOwn`: the stack has a frame of the user's code. */
export interface Own {
  readonly hasOwn?: boolean | undefined
}

/** ` in CartView.total(of:)`, ` in objc_release (called from CartView.total(of:))`, or nothing. */
export const inFunction = ({ where, calledFrom }: Where): string =>
  (where === undefined ? '' : ` in ${where}`) + (calledFrom === undefined ? '' : ` (called from ${calledFrom})`)

/** Advice that several explanations give. */
export const advice = {
  divisor: 'Check the divisor before the division.',
  nullPointer: 'Which pointer on this line can be null, and why is it not checked?',
  fatalError: 'Look in the device log for `Fatal error:` at the time of the crash.',
} as const
