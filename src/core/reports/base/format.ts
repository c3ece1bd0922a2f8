/** What a report format is. A new one is a file beside this and a line in `registry.ts`. */
import type { Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'

/** The first bytes of a file, as bytes and as text; enough to tell what it is. */
export interface Sample {
  /** Path as the user knows it. A hint for words only: content decides. */
  readonly path: string
  readonly bytes: Uint8Array
  /** `bytes` as UTF-8 (or UTF-16 with a byte order mark), tolerant; cut at 64 KiB. */
  readonly text: string
  /** The sample is the whole file. */
  readonly whole: boolean
}

/** A whole report file. */
export interface ReportInput {
  readonly path: string
  readonly bytes: Uint8Array
  /** `bytes` as text, decoded once and repaired of pasted damage (see `repair.ts`). */
  readonly text: string
}

export interface ReportFormat {
  /** Kebab-case and stable: it is part of the command line's JSON. */
  readonly id: string
  /** For people: `Crash report (.ips)`. */
  readonly label: string
  /** Its files are never pasted, so nothing in them is repaired; `sniff` looks at the bytes alone. */
  readonly verbatim?: true
  /** Whether this format claims the file. Exactly one format claims any report. */
  sniff(sample: Sample): boolean
  /** Never throws; keeps going past damage, loses no text, tells problems with their line. */
  parse(input: ReportInput): Outcome<readonly Report[]>
}
