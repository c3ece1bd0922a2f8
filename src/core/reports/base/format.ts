/** The interface of a report format. A new format is a file in its family's folder and a line in `registry.ts`. */
import type { OpenImageCode } from '../../memory/dump-report.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import type { InputFile } from '../../ports.ts'

/** The first bytes of a file, as bytes and as text; enough to choose its format. */
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

interface NamedFormat {
  /** Kebab-case and stable: it is part of the command line's JSON. */
  readonly id: string
  /** For people: `Crash report (.ips)`. */
  readonly label: string
  /** True if this format claims the file. Exactly one format claims any report. */
  sniff(sample: Sample): boolean
}

/** A format whose files are read whole, as text or bytes. */
export interface ReportFormat extends NamedFormat {
  /** Its files are never pasted, so nothing in them is repaired; `sniff` looks at the bytes alone. */
  readonly verbatim?: true
  /** The beginning of a file, cut behind a line, is a report of its format, too. */
  readonly readsBeginnings?: true
  /** Never throws. Reads past damage, loses no text, and reports problems with their line. */
  parse(input: ReportInput): Outcome<readonly Report[]>
}

/**
 * A format whose files may have any size and are read in place: a dump of memory, whose stacks are still to be unwound, or a table that
 * is read as a stream. `sniff` looks at the bytes alone.
 */
export interface DumpFormat extends NamedFormat {
  /**
   * Reads the file. `openCode` opens the code of its images where the user has it: unwind tables find callers that have no
   * frame pointer. Never rejects for what the file holds.
   */
  open(file: InputFile, openCode?: OpenImageCode): Promise<Outcome<Report>>
}
