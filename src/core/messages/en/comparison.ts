/** Words on the comparison of two reports, A and B. */
import { type Digits, formatNumber, plural } from '../numbers.ts'

/** Terms of the facts that both reports may state. */
export const factTerms = {
  headline: 'What happened',
  exception: 'Exception',
  codes: 'Codes',
  thrown: 'Exception thrown',
  termination: 'Termination',
  process: 'Process',
  version: 'Version',
  system: 'System',
  device: 'Device',
  arch: 'Architecture',
  date: 'Date',
  launched: 'Launched',
  kind: 'Kind of report',
} as const

/** The word for the subject of both reports. */
export type Subject = 'crash' | 'problem'
interface About {
  readonly one: Subject
}
const several = { crash: 'crashes', problem: 'problems' } as const

export const verdicts = {
  copies: 'Both files contain the same report.',
  same: ({ one }: About) => `The same ${one}.`,
  unclear: ({ one }: About) => `It is unclear whether this is the same ${one}.`,
  sharedCode: ({ one }: About) => `Probably the same ${one}, in two programs that share the code.`,
  oneReason: ({ one }: About) => `Probably the same ${one}: the same place, but not both reports give a reason.`,
  near: ({ one }: About) => `Probably the same ${one}; check the differences below.`,
  otherPath: ({ one }: About) => `Probably the same ${one}, on another call path.`,
  pathUnknown: ({ one }: About) => `Probably the same ${one}; the call paths cannot be compared.`,
  different: ({ one }: About) => `Different ${several[one]}.`,
  otherEnd: ({ one }: About) => `Different ${several[one]}: they ended in different ways.`,
  otherPlace: ({ one }: About) => `Different ${several[one]}: they ended in the same way, but in different places.`,
  onePlace: ({ one }: About) => `Different ${several[one]} in the same function.`,
} as const

interface Pair {
  readonly a: string
  readonly b: string
}

export type Side = 'A' | 'B'

export const checks = {
  programs: ({ a, b }: Pair) => `Different programs: A is ${a}, B is ${b}.`,

  ends: ({ a, b }: Pair) => `A ended with ${a}, B with ${b}.`,
  meanings: ({ a, b }: Pair) => `A: ${a}. B: ${b}.`,
  oneCode: ({ codes, reworded }: { codes: string; reworded: boolean }) =>
    reworded ? `Both ended with ${codes}, but their messages differ.` : `Both ended with ${codes}.`,
  oneMeaning: ({ title, reworded }: { title: string; reworded: boolean }) =>
    reworded
      ? `Both ended in the same way (${title}), but their messages differ.`
      : `Both ended in the same way: ${title}.`,
  noReason: 'Neither report gives a reason.',
  oneReason: ({ side, reason }: { side: Side; reason: string }) => `Only ${side} gives a reason: ${reason}.`,
  otherReasons: ({ a, b }: Pair) => `The reasons cannot be compared. A: ${a}; B: ${b}.`,

  noStacks: 'Neither report has a stack.',
  noStack: ({ side }: { side: Side }) => `${side} has no stack to compare.`,
  noAppFrame: ({ side }: { side: Side }) => `The stack of ${side} has no function of the app.`,
  noNames: 'The function that failed has no name in either report. Add the dSYM to compare it.',
  noName: ({ side }: { side: Side }) => `The function that failed has no name in ${side}. Add the dSYM to compare it.`,
  places: ({ a, b }: Pair) => `A failed in ${a}, B in ${b}.`,
  systemStacks: ({ both, all }: { both: number; all: number }) =>
    `Neither stack has a function of the app; ${formatNumber(both)} of ${plural(all, 'call', 'calls')} ${both === 1 ? 'is' : 'are'} on both stacks.`,
  place: ({ name }: { name: string }) => `Both failed in ${name}.`,
  placeAt: ({ name, location }: { name: string; location: string }) => `Both failed in ${name}, at ${location}.`,
  lines: ({ name, a, b }: { name: string; a: Digits; b: Digits }) =>
    `Both failed in ${name}, but at line ${a} in A and line ${b} in B.`,
  linesOfBuild: ({ name, a, b }: { name: string; a: Digits; b: Digits }) =>
    `Both failed in ${name}, but at line ${a} in A and line ${b} in B of the same build.`,
  linesOfBuilds: ({ name, a, b }: { name: string; a: Digits; b: Digits }) =>
    `Both failed in ${name}, at line ${a} in A and line ${b} in B, which are from different builds.`,

  namesMissing: 'Some calls of the app have no names, so not all could be compared.',
  path: ({ calls, otherRounds }: { calls: number; otherRounds: boolean }) =>
    `Both stacks have the same ${calls === 1 ? 'call' : `${formatNumber(calls)} calls`} of the app${otherRounds ? ', repeated a different number of times' : ''}.`,
  paths: ({ both, a, b }: { both: number; a: number; b: number }) =>
    `Calls of the app: ${formatNumber(both)} on both stacks, ${formatNumber(a)} only in A, ${formatNumber(b)} only in B.`,
} as const
