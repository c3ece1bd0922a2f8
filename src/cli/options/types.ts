/** Arguments and options of a command, as data. Parsing, help, completions and the manual use them. */

/** Kind of value, for shells that complete it. */
export type ValueKind = 'path' | 'file' | 'folder' | 'uuid' | 'arch' | 'other'

export interface Option {
  /** The value's name in help, such as `PATH`; absent for a switch. */
  readonly value?: string
  /** `other` where it is absent. */
  readonly kind?: ValueKind
  /** The only values. */
  readonly choices?: readonly [string, ...string[]]
  readonly short?: string
  /** An older name, which is still read. */
  readonly alias?: string
  readonly repeated?: true
  /** Paths after the option belong to it until the next option: `--symbols A B`. */
  readonly spread?: true
  /** A value may begin with a minus. */
  readonly signed?: true
}

export type Options = Readonly<Record<string, Option>>

export interface Argument {
  readonly name: string
  readonly kind?: ValueKind
  readonly choices?: readonly [string, ...string[]]
  readonly repeated?: true
}

export interface CommandData {
  readonly arguments: readonly Argument[]
  readonly options: Options
  /** Reads the symbols of large files, so that a thread is started for them. */
  readonly builds?: true
}

/** The value of an option: a switch is true, a choice one of its words, everything else a text. */
type Value<O extends Option> = O extends { readonly choices: readonly (infer C)[] }
  ? C
  : O extends { readonly value: string }
    ? string
    : true

export type Values<O extends Options> = {
  readonly [K in keyof O]?:
    (O[K] extends { readonly repeated: true } ? readonly Value<O[K]>[] : Value<O[K]>) | undefined
}
