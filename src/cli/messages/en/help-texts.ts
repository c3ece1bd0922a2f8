/** The shape of what help says of a command, and texts that several commands share. */
import type { CommandName, commands } from '../../options/commands.ts'

type Data<N extends CommandName> = (typeof commands)[N]

export interface CommandText {
  /** In the list of commands. */
  readonly summary: string
  /** Behind `unslide COMMAND`. */
  readonly usage: readonly string[]
  /** Paragraphs. */
  readonly about: readonly string[]
  readonly arguments: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string>>
  /** Paragraphs behind the options. */
  readonly notes: readonly string[]
  /** The meaning of an exit code, where the command has it. */
  readonly exit: { readonly 0: string; readonly 1?: string; readonly 2: string }
  /** Behind `unslide`. */
  readonly examples: readonly [string, ...string[]]
}

/** The texts of some commands: one for each argument and option that they take. */
export type Help<N extends CommandName> = {
  readonly [K in N]: CommandText & {
    readonly arguments: Readonly<Record<Data<K>['arguments'][number]['name'], string>>
    readonly options: Readonly<Record<keyof Data<K>['options'], string>>
  }
}

/** Texts that several commands share. */
export const chooseText = 'chooses the image if the files contain several'
export const chooseArchText = 'chooses the image if the files contain several: arm64, arm64e, x86_64, …'
export const cacheText = 'as in symbolicate: keeps downloaded parts of symbols from https://… in DIR'
export const similarText =
  'another build of a stripped binary, with its symbols: functions with the same code get their names from it, as in symbolicate'
export const threadsText = 'threads that build an index, 1 to 64; as many as the machine has without it'
export const jobsText = 'threads, 1 to 64; as many as there are cores without it'
export const symbolsText = 'a dSYM, binary, .xcarchive, symbol index or pack, or a folder, zip or tar.gz of these'
export const folderText = 'with a folder (an existing one, or a path that ends in a slash) each image gets a file in it'
export const usageErrorText = 'an input could not be read, or wrong usage'
