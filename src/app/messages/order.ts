/** The order of texts in the chosen language. */
import { languageTag } from '../../core/messages/message.ts'

let collator: readonly [tag: string, collator: Intl.Collator] | undefined

/** Orders texts. Numbers within them count as numbers: `Thread 9` before `Thread 10`. */
export function compareTexts(a: string, b: string): number {
  const tag = languageTag()
  if (collator?.[0] !== tag) collator = [tag, new Intl.Collator(tag, { numeric: true, sensitivity: 'base' })]
  return collator[1].compare(a, b)
}
