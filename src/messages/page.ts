/** Languages of the page. */
import { languageTag } from '../core/messages/message.ts'
import { languagesOf, loadLanguage, matchLanguage, offeredLanguages } from './load.ts'

const files = import.meta.glob('./*/{core,app,stores,worker}.ts', { import: 'texts' })

/** Tags of all languages, English first. */
const languages = languagesOf(files)

/** Those that the settings offer: the pseudo-locale is among them while the page is developed. */
export const offered = import.meta.env.DEV ? languages : offeredLanguages(languages)

/**
 * Sets the language of the page: a tag, or `system` for what the browser is set to. A language that does not exist is English. Rejects
 * if its texts cannot be loaded.
 */
export async function speak(asked: string): Promise<void> {
  const wanted = asked === 'system' ? navigator.languages : [asked]
  await loadLanguage(matchLanguage(wanted, languages), files)
  document.documentElement.lang = languageTag()
}
