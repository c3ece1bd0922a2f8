/** Where the corpus of real reports, binaries and names lies, if it is on this machine. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

/** Absolute path of the corpus with a slash at its end; undefined where there is none. */
export const corpus: string | undefined = existsSync(folder) ? folder : undefined
