/** Source lines beside frames: the file, or why there is none. */
import { type Digits, formatNumber, plural } from '../numbers.ts'

/** Comparison of a file with the one that was built. */
type Check = 'same' | 'changed' | 'unknown'

export const sourceWords = {
  title: 'Source',
  thisLine: 'this line',
  embedded: 'from the debug information',
  quoted: {
    same: 'as the source map of this build quotes it',
    unknown: 'as a source map quotes it that may be of another build',
  },
  several: ({ paths, count }: { paths: readonly string[]; count: number }) =>
    `${plural(count, 'file fits', 'files fit')} equally: ${paths.join(', ')}${count > paths.length ? ' …' : ''}`,
} as const

/** Words on the file of an excerpt. */
export const sourceChecks: Readonly<Record<Check, string>> = {
  same: 'the file as it was built',
  changed: 'this file has changed since the build',
  unknown: 'not known whether this file has changed since the build',
}

/** Words on a file that only its name ties to the frame. */
export const sourceNameOnly: Readonly<Record<Check, string>> = {
  same: sourceChecks.same,
  changed: 'this file has changed since the build, or is another of that name',
  unknown: 'only the name of this file fits; not known whether it is the one that was built',
}

/** Why there are no lines, each without its full stop. */
export const sourceReasons = {
  'no-line': () => 'the debug information names no line',
  'not-there': ({ name }: { name: string }) => `no file ${name} in the source folders`,
  'only-report': ({ file }: { file: string }) =>
    `only the report names ${file}, and no debug information of a matching image`,
  'no-source-name': ({ file }: { file: string }) => `${file} is not called as a source file is`,
  hidden: ({ path }: { path: string }) => `${path} is hidden`,
  ignored: ({ path }: { path: string }) => `${path} is ignored by Git (.gitignore)`,
  link: ({ path }: { path: string }) => `${path} is a symbolic link`,
  unreadable: ({ path }: { path: string }) => `${path} cannot be read`,
  'too-large': ({ path, megabytes }: { path: string; megabytes: number }) =>
    `${path} has more than ${formatNumber(megabytes)} MB: not read`,
  binary: ({ path }: { path: string }) => `${path} is not text`,
  'line-behind': ({ path, line, lines }: { path: string; line: Digits; lines: number }) =>
    `${path} has ${plural(lines, 'line', 'lines')}, so none is number ${line}`,
  'line-behind-changed': ({ path, line, lines }: { path: string; line: Digits; lines: number }) =>
    `${path} has ${plural(lines, 'line', 'lines')}, so none is number ${line}; it has changed since the build`,
} as const
