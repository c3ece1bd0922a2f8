/** Blanks between Chinese and Latin text. */
import type { Digits } from '../../core/messages/numbers.ts'

/** A text whose parts may be of either script: one blank where a Chinese character meets ASCII. */
export function spaced(texts: TemplateStringsArray, ...parts: readonly (string | Digits)[]): string {
  return texts.reduce((before, text, at) => joined(joined(before, String(parts[at - 1] ?? '')), text))
}

function joined(before: string, after: string): string {
  const meets =
    (/\p{sc=Han}$/u.test(before) && /^[!-~]/.test(after)) || (/[!-~]$/.test(before) && /^\p{sc=Han}/u.test(after))
  return meets ? `${before} ${after}` : before + after
}
