/** Words of people around a pasted piece of a report. They are no evidence of a tool, and are marked as theirs. */
import { sectionTitles } from '../messages/section-titles.ts'
import type { Report } from '../model/report.ts'

const MOST = 20_000

const isAround = (title: string): boolean =>
  title === sectionTitles.otherText || title === sectionTitles.aroundStacks || title === sectionTitles.aroundReport

const wordsAround = ({ sections }: Report): string =>
  sections
    .flatMap((section) => (section.kind === 'text' && isAround(section.title) ? section.text : []))
    .join('\n')
    .slice(0, MOST)

const CRASH = /\bcrash(?:es|ed|ing)?\b/i
const NO_CRASH = /(?:\bnot?|n['’]t|\bnever|\bno longer|\bwithout)\b[^.\n]{0,30}\bcrash/i

const linesOfCrash = (report: Report): readonly string[] =>
  wordsAround(report)
    .split('\n')
    .filter((line) => CRASH.test(line) && !NO_CRASH.test(line))

/** True if a sentence around the report says that the program crashes. */
export const isSaidToCrash = (report: Report): boolean =>
  linesOfCrash(report).some((line) =>
    /\b(?:app|application|program|game|it)\b[^.\n]{0,60}\bcrash(?:es|ed|ing)\b/i.test(line),
  )

/** The code that a sentence on the crash names; undefined where there is none, or more than one. */
export function codeSaidAround(report: Report): string | undefined {
  const codes = linesOfCrash(report).flatMap((line) =>
    [...line.matchAll(/\b(?:EXC_[A-Z]{2,12}(?:_[A-Z]{2,12})?|SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|KILL))\b/g)].map(
      ([code]) => code,
    ),
  )
  const [code, ...others] = new Set(codes)
  return others.length === 0 ? code : undefined
}
