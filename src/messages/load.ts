/** Loads the texts of a language: one file of its folder for each part of the program. */
import { languageTag } from '../core/messages/message.ts'
import type { PartTexts } from '../core/messages/translate.ts'

/** Files of languages, such as `./en-XA/core.ts`, by path, as `import.meta.glob` finds them. */
export type LanguageFiles = Readonly<Record<string, () => Promise<unknown>>>

/** A language made from English, for tests and development. */
export const PSEUDO = 'en-XA'

/** Tags that a person may choose: all but the pseudo-locale. */
export const offeredLanguages = (known: readonly string[]): readonly string[] => known.filter((tag) => tag !== PSEUDO)

const pathPattern = /^\.\/([^/]+)\/(\w+)\.ts$/

/** Tags of the languages with files, English first. */
export function languagesOf(files: LanguageFiles): readonly string[] {
  const tags = Object.keys(files).map((path) => pathPattern.exec(path)?.[1] ?? '')
  return ['en', ...new Set(tags.filter((tag) => tag !== '').sort())]
}

/** Sets the language of all texts. Parts that the language lacks are English. Rejects if a file cannot be loaded. */
export async function loadLanguage(tag: string, files: LanguageFiles): Promise<void> {
  if (tag === languageTag()) return
  const { takeLanguage } = await import('../core/messages/translate.ts')
  const parts = Object.entries(files).flatMap(([path, load]) => {
    const [, language, part = ''] = pathPattern.exec(path) ?? []
    return language === tag ? [load().then((texts) => [part, texts as PartTexts] as const)] : []
  })
  takeLanguage(tag, Object.fromEntries(await Promise.all(parts)))
}

/**
 * The language for what a person asks for, best first: the tag itself, or one of the same language and script. English where there is
 * none. The pseudo-locale only by its own tag.
 */
export function matchLanguage(wanted: readonly string[], known: readonly string[]): string {
  for (const tag of wanted) {
    const same = known.find((one) => one.toLowerCase() === tag.toLowerCase())
    const like = same ?? known.find((one) => one !== PSEUDO && scriptOf(one) === scriptOf(tag))
    if (like !== undefined) return like
  }
  return 'en'
}

/** `zh-CN` and `zh-Hans` as `zh-Hans`; empty for what is no tag. */
function scriptOf(tag: string): string {
  try {
    const { language, script = '' } = new Intl.Locale(tag).maximize()
    return [language, script].join('-')
  } catch {
    return ''
  }
}
