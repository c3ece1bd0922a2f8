/** Checks, without a dictionary, that English words agree with the counts before them. */

/** Words in an s that are singular, and verbs of one. */
const singular = /(?:ss|us|is)$|^(?:was|has|does|lies|goes|fits|kext’s)$/

/** The place before a count that is no share of another and no part of a ratio or a version. */
const before = '(?<!\\b(?:of|of its|and) )(?<![\\d.,:/×–-])\\b'
const ofOne = new RegExp(`${before}1 (?!s\\b)(?:of [\\d,]+ )?(?:[a-z]+ ){0,3}?(?:are|were|have|do)\\b`, 'g')
const ofMany = new RegExp(`${before}(?:0|2|21|1,000) (?:of [\\d,]+ )?(?:[a-z]+s )?(?:is|was|has|does)\\b`, 'g')
const nounOfOne = new RegExp(`${before}1 ([a-z]+s)\\b`, 'g')

/** Words that may follow a count without agreeing with it. */
const uncounted =
  /^(?:of|more|in|without|on|only|there|published|not|left|alike|the|zq\w+|written|unreadable|can|and|B|KB|MB|GB|MHz|s|ms|d|h|min)\b/

/** Places in a text where word and count do not agree. */
export function agreementFaults(text: string): readonly string[] {
  const nouns = [...text.matchAll(nounOfOne)]
    .filter(([, word = '']) => !singular.test(word) && !uncounted.test(word))
    .map(([found]) => found)
  return [...new Set([...nouns, ...(text.match(ofOne) ?? []), ...(text.match(ofMany) ?? [])])]
}

/** The words after a count that are the same for one and for two; undefined where they differ, or go with no count. */
export function sameWord(one: string, two: string): string | undefined {
  const phrases = (text: string, count: number): readonly string[] =>
    [...text.matchAll(new RegExp(`(?<![\\d.,:/])\\b${count} ([A-Za-z+-]+(?: [A-Za-z+-]+){0,4})`, 'g'))].map(
      ([, words = '']) => words,
    )
  const [all, others] = [phrases(one, 1), phrases(two, 2)]
  return all.length === others.length
    ? all.find((words, at) => words === others[at] && !uncounted.test(words))
    : undefined
}
