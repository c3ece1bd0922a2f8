/** Problems with files as such: archives, what a file holds, what can be done with it. */
import { formatNumber, plural } from '../../numbers.ts'

export const fileProblems = {
  truncated: ({ expected, left }: { expected: number; left: number }) =>
    `The data ends here; ${plural(expected, 'byte', 'bytes')} expected, ${formatNumber(left)} left.`,
  'truncated.stream': ({ missing }: { missing: number }) =>
    `The end of this file is missing: ${plural(missing, 'byte', 'bytes')}.`,
  'truncated.zip-entry': () => 'The end of this file is missing.',
  'truncated.mail': () => 'The end of this mail message is missing; its last part may be incomplete.',
  'truncated.pack': () => 'This pack is truncated: its directory is missing. Get the file again.',
  'truncated.index': () => 'This index is truncated: a part of it is missing. Get the file again.',
  'truncated.library': ({ member }: { member: string }) =>
    `The library ends inside its member ${member}; the file is truncated.`,
  'bad-uleb': () => 'A variable-length number does not end.',
  'bad-uleb.large': () => 'A variable-length number is too large.',
  'bad-sleb': () => 'A variable-length number does not end.',
  'bad-compressed-data': ({ unpacked }: { unpacked: number }) =>
    `The compressed data is damaged or truncated; ${plural(unpacked, 'byte', 'bytes')} could be decompressed.`,
  'bad-tar': () => 'The archive is damaged here; the rest cannot be read.',
  'unreadable-file': ({ reason }: { reason: string }) =>
    `The browser could not read this file (${reason}). It may have been moved or changed; choose it again. A page opened from disk may not be allowed to read files.`,
  'bad-zip': ({ reason }: { reason: string }) =>
    `The directory of this zip archive cannot be read (${reason}); the file is truncated or damaged.`,
  'bad-zip-entry': () =>
    'This entry is not where the directory of the zip archive says; the archive is truncated or damaged.',
  'encrypted-entry': () =>
    'This entry of the zip archive is encrypted; decompress it with its password and give the files.',
  'unsupported-compression': ({ method }: { method: string }) =>
    `This entry of the zip archive is compressed with ${method}, which is not supported; decompress it and give the files.`,
  'too-large.mail': ({ megabytes }: { megabytes: number }) =>
    `This mail message or base64 text is larger than ${formatNumber(megabytes)} MB; save what it holds as a file and give that.`,
  'too-large.entry': ({ gigabytes }: { gigabytes: number }) =>
    `This entry is larger than ${formatNumber(gigabytes)} GB; decompress the archive and give the file itself.`,
  'over-budget.inflated': () =>
    'This file decompresses to far more than files of its size do. It was read up to that point; the rest was left out.',
  'over-budget.entries': () =>
    'This archive holds far more files than archives of its size do. It was read up to that point; the rest was left out.',
  'over-budget.archives': () =>
    'This archive holds far more archives than its size allows. It was read up to that point; the rest was left out.',
  'over-budget.loaded': () =>
    'Parts of this file overlap or repeat, so that reading them takes far more memory than the file’s size allows. It was read up to that point; the rest was left out.',
  'over-budget.steps': () =>
    'A table of this file repeats itself far more often than its size allows. It was read up to that point; the rest was left out.',
  'over-budget.text': () =>
    'The names in this file are far longer together than its size allows. It was read up to that point; the rest was left out.',
  'wrong-size': ({ bytes, stated }: { bytes: number; stated: number }) =>
    `This entry has ${plural(bytes, 'byte', 'bytes')}, but its archive says ${formatNumber(stated)}; it is damaged. Get the archive again.`,
  'wrong-checksum': () =>
    'The CRC-32 checksum of this entry is wrong: it is damaged, and names from it may be wrong. Get the file again from its source.',
  'nested-too-deep.archive': ({ kind }: { kind: string }) =>
    `This ${kind} is nested too deeply in other archives; decompress it and give its files.`,
  'unsupported-archive': ({ kind }: { kind: string }) =>
    `Files of this kind (${kind}) are not read; decompress it and give what it holds.`,
  'empty-file': () => 'This file is empty: nothing was saved in it.',
  'no-report': () => 'No report was found in this file.',
  'not-a-report': () => 'This file holds symbols, not a report. Give it as symbols, and a crash report as the report.',
  'report-too-large': ({ megabytes, limit }: { megabytes: number; limit: number }) =>
    `This report has ${formatNumber(megabytes)} MB; at most ${formatNumber(limit)} MB can be read.`,
  'bad-report-line': () =>
    'This line is no report in JSON. Write the text of the report as a string, or as {"id": …, "report": "…"}.',
  'long-report-line': ({ limit }: { limit: number }) =>
    `This line has more than ${formatNumber(limit)} MB and was left out.`,
  'report-thread-ended': () =>
    'The thread that read this report ended, perhaps for lack of memory. The report was left out.',
  'not-open': () => 'This report is no longer open. Give its file again.',
  'no-source': ({ name, uuid }: { name: string; uuid: string }) =>
    `No file with the symbols of ${name} (${uuid}) was given.`,
  'already-indexed': ({ name, uuid }: { name: string; uuid: string }) => `${name} (${uuid}) is indexed already.`,
  'not-indexed': ({ image }: { image: string }) => `There is no index of ${image} to export.`,
  'internal-error': ({ reason }: { reason: string }) =>
    `Unslide failed unexpectedly while reading this file (${reason.replace(/\.$/, '')}). This is a fault in Unslide; report it with the file if you can share it.`,
  cancelled: () => 'Indexing was cancelled.',
  'cancelled.names': () => 'Looking up names was cancelled before all were found.',
  'cancelled.image': ({ name }: { name: string }) => `Indexing ${name} was cancelled; nothing of it was kept.`,
} as const
