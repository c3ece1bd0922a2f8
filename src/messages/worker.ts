/** Languages of a worker. */
import { languagesOf, loadLanguage } from './load.ts'

const files = import.meta.glob('./*/{core,stores,worker}.ts', { import: 'texts' })

/** Tags of all languages, English first. */
export const languages: readonly string[] = languagesOf(files)

/** Sets the language of a worker to one of `languages`. Rejects if its texts cannot be loaded. */
export const setLanguage = (tag: string): Promise<void> => loadLanguage(tag, files)
