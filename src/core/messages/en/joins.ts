/** How texts follow one another, and small words between them. */
import { ownWords } from '../message.ts'

export const joined = {
  /** Facts of equal weight. */
  facts: (texts: readonly string[]) => texts.join('; '),
  /** Parts of a list in a sentence or a cell. */
  list: (texts: readonly string[]) => texts.join(', '),
  /** Names that are listed: of images, of languages. */
  names: (texts: readonly string[]) => texts.join(', '),
  /** What stands behind a heading that ends in a colon. */
  behind: (heading: string, text: string) => `${heading} ${text}`,
  /** A word and what it says. */
  labelled: (label: string, text: string) => `${label}: ${text}`,
  /** A text and a remark on it. */
  aside: (text: string, remark: string) => `${text} (${remark})`,
  /** A sentence of a fact. Names of instructions at its start stay as they are: only a word of ours gets a capital. */
  sentence: (fact: string) =>
    `${/^(error|a|an|the) /.test(fact) ? fact.charAt(0).toUpperCase() + fact.slice(1) : fact}.`,
  /** A title as a sentence, which may end in full stops already. */
  closed: (title: string) => `${title}.`.replace(/(?<!\.)\.+$/, '.'),
} as const

/** Grades of a name or a conclusion, as words beside it. In texts that programs read, the mark `[likely]` stays as it is. */
export const gradeNames = {
  exact: 'exact',
  proved: 'proved',
  likely: 'likely',
  possible: 'possible',
  doubtful: 'doubtful',
} as const

/** Marks of a thread's heading: it crashed, or the report is about it. */
export const threadMarks = { crashed: 'crashed', attributed: 'attributed' } as const

/** What a kind of report or file is called, from its name in English. Reports keep the English one. */
export const labelText = (label: string): string => ownWords(label)
