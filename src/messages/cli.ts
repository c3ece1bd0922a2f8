/** Languages of the command line. */
import { languagesOf, loadLanguage } from './load.ts'

const files = import.meta.glob('./*/{core,cli,stores,lib}.ts', { import: 'texts' })

/** Tags of all languages, English first. */
export const languages: readonly string[] = languagesOf(files)

/** Sets the language of the command line to one of `languages`. Rejects if its texts cannot be loaded. */
export const setLanguage = (tag: string): Promise<void> => loadLanguage(tag, files)
