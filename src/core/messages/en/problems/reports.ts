/** Problems with reports: what could not be read in them, and what was repaired before they were read. */
import { type Digits, formatList, formatNumber, plural } from '../../numbers.ts'

/** Parts of a report whose rows may be unreadable. */
const parts = {
  stack: 'a stack',
  images: 'the list of images',
  callGraph: 'the call graph',
  callTree: 'the call tree',
} as const

export const reportProblems = {
  'unknown-report': () =>
    'This text has no report, stack or error that is known. Give a crash log, a call stack or another report, complete and unchanged.',
  'unknown-report.blank': () => 'This text is blank.',
  'unknown-report.bytes': () => 'This file is neither text nor of a known binary format.',
  'unknown-report.json': ({ keys }: { keys: readonly string[] }) =>
    `This JSON is of no known kind of report. Its first keys are ${formatList(keys)}. Give the whole file.`,
  'unknown-report.error': ({ line, text }: { line: Digits; text: string }) =>
    `Line ${line} names an error, but this text has no stack of a known form: “${text}”. Give the rows of the stack, too, or the whole report.`,
  'encoded-spindump': () =>
    'This spindump is in its binary form. Write it as text on a Mac: spindump -i FILE -o report.txt',
  'encoded-tombstone': () =>
    'This Android tombstone is in its binary form (.pb), which is not read. Give the text beside it, without .pb, or the lines of logcat.',
  'not-json': ({ kind }: { kind: string }) => `This ${kind} is not valid JSON.`,
  'empty-report': ({ kind }: { kind: string }) => `This ${kind} file contains no report.`,
  'empty-graph': () => 'The call graph is empty: no call of the process was sampled.',
  'no-event': ({ kind }: { kind: string }) => `This ${kind} contains no event with a stack.`,
  'unknown-version': ({ kind, version, known }: { kind: string; version: Digits; known: Digits }) =>
    `This file has version ${version} of the ${kind} format; version ${known} is supported. Parts of it may be missing.`,

  'unreadable-row': ({ part, line, text }: { part: keyof typeof parts; line: Digits; text: string }) =>
    `Line ${line}, in ${parts[part]}, could not be read: ${text}`,
  'unreadable-rows': ({ count, lines }: { count: number; lines: readonly string[] }) =>
    `${plural(count, 'line', 'lines')} could not be read; the first are lines ${lines.join(', ')}.`,
  'lost-rows': ({ count, line, text }: { count: number; line: Digits; text: string }) =>
    `${plural(count, 'line looks', 'lines look')} like a stack row and could not be read. The first is line ${line}: ${text}`,
  'lost-rows.all': ({ count, line, text }: { count: number; line: Digits; text: string }) =>
    `No stack could be read from this text, although ${plural(count, 'line holds', 'lines hold')} addresses. The first is line ${line}: ${text}`,
  'misprinted-row': ({ line }: { line: Digits }) =>
    `The address in line ${line} is not a number, or contradicts the load address and the offset of its image. A digit may be wrong, so this row gets no name.`,
  'calls-left-out': ({ calls }: { calls: number }) =>
    `The profile has more than ${plural(calls, 'call', 'calls')}; the others are left out. Record a shorter time.`,
  'deep-tree': ({ levels }: { levels: number }) =>
    `A call tree has more than ${plural(levels, 'level', 'levels')}; deeper calls are left out. The report’s text has them.`,
  'flat-graph': () =>
    'The call graph lost the blanks at the start of its rows. Who calls whom is worked out from the samples of each row, and may be wrong.',
  'unreadable-record': () => 'The size of this thread record does not match its rows; the thread is skipped.',
  'damaged-line': () => 'This line could not be read.',
  'cut-row': ({ line }: { line: Digits }) => `Line ${line} ends inside an address, so nothing can be said of that row.`,
  'other-message': ({ text }: { text: string }) =>
    `This message may belong to another crash or exit than the stack: “${text}”.`,
  'truncated-list': () => 'The list of addresses is truncated here; its last address is skipped.',
  'missing-images.cut': () =>
    'The list of images ("usedImages") of this part of a report, which its frames refer to, is cut off. Copy the rest of it, too.',
  'missing-images': () =>
    'This part of a report has no list of images ("usedImages"), which its frames refer to. Copy that list, too.',
  'image-without-base': ({ image }: { image: string }) => `The record of ${image} has no load address.`,
  'skipped-frames': ({ frames, thread }: { frames: number; thread: string }) =>
    `The crash reporter left out ${plural(frames, 'frame', 'frames')} of thread ${thread}.`,
  'unread-frames': ({ frames, thread }: { frames: number; thread: string }) =>
    `${plural(frames, 'frame', 'frames')} of thread ${thread} could not be read.`,
  'too-many-samples': ({ samples }: { samples: number }) =>
    `This profile is too large; ${plural(samples, 'sample was', 'samples were')} skipped.`,

  'malformed-xml': ({ count, first }: { count: number; first: string }) =>
    `The XML of this file is damaged in ${plural(count, 'place', 'places')}; everything else was read. The first fault: ${first}`,
  'xml-entities': () =>
    'The file has a document type definition (DTD). Exports of xctrace have none; entities that it defines are not expanded.',
  'xml-too-damaged': ({ faults }: { faults: number }) =>
    `The XML of this file has more than ${plural(faults, 'fault', 'faults')}; it was read up to there. Export the table again.`,
  'xml-too-deep': ({ levels }: { levels: number }) =>
    `Elements of the file are nested more than ${plural(levels, 'level', 'levels')} deep. Exports of xctrace are not; the file was read up to there.`,
  'xml-run-too-long': ({ megabytes }: { megabytes: number }) =>
    `A text or a tag of the file is longer than ${formatNumber(megabytes)} MB. No text or tag in an export of xctrace is; the file was read up to there.`,
  'truncated.xml': () => 'The file ends in the middle of its XML; everything before was read. Export the table again.',
  'dangling-references': ({ count }: { count: number }) =>
    `${plural(count, 'reference leads', 'references lead')} to an id that the file defines nowhere before; those values are missing.`,
  'circular-references': ({ count }: { count: number }) =>
    `${plural(count, 'reference leads', 'references lead')} to an element that holds the reference itself; those values are missing.`,
  'stacks-left-out': ({ samples }: { samples: number }) =>
    `The table has more calls than can be shown; ${plural(samples, 'stack', 'stacks')} found no room, and their samples count as samples without a stack. Export a shorter time.`,
  'values-left-out': ({ count }: { count: number }) =>
    `The file defines more threads, images and texts than are kept at once; ${plural(count, 'was', 'were')} left out. Rows that refer to them are shown without these values. Export a shorter time.`,
  'skipped-samples': ({ samples }: { samples: number }) =>
    `${plural(samples, 'sample was', 'samples were')} skipped: the weight could not be read, or the table has more threads than can be shown.`,
  'deep-stacks': ({ stacks, levels }: { stacks: number; levels: number }) =>
    `${plural(stacks, 'stack has', 'stacks have')} more than ${plural(levels, 'call', 'calls')}; the innermost are left out.`,
  'rows-left-out': ({ rows, kept }: { rows: number; kept: number }) =>
    `Only the first ${plural(kept, 'row', 'rows')} of a table can be shown; ${plural(rows, 'row is', 'rows are')} left out.`,

  'truncated.report': () => 'The report is truncated or damaged here; everything before was read.',
  'truncated.thread': ({ missing, rows, thread }: { missing: number; rows: number; thread: Digits }) =>
    `The buffer is truncated: ${formatNumber(missing)} of ${plural(rows, 'row', 'rows')} of thread ${thread} ${missing === 1 ? 'is' : 'are'} missing.`,
  'truncated.buffer': () => 'The buffer is truncated: its end marker is missing.',
  'truncated.item': ({ bytes, left }: { bytes: number; left: number }) =>
    `An item should have ${plural(bytes, 'byte', 'bytes')}, but ${plural(left, 'is', 'are')} left; the buffer is truncated or damaged.`,
  'truncated.depth': () => 'Containers are nested too deeply; the rest is skipped.',
  'truncated.items': () => 'The buffer has too many items; the rest is skipped.',

  'damaged-json.end': () => 'The JSON is truncated; what was complete is kept.',
  'damaged-json.gap': () => 'Parts of the JSON were left out here; what follows was read.',
  'damaged-json.bracket': () => 'A closing bracket does not match its opening bracket.',
  'damaged-json.key': () => 'The key of a JSON member is missing here.',
  'damaged-json.colon': () => 'The colon after a JSON key is missing here.',
  'damaged-json.depth': () => 'The JSON is nested too deeply; the rest is skipped.',
  'damaged-json.value': () => 'This is not a JSON value.',
  'damaged-json.line': () => 'This line is not a complete JSON object.',

  'repaired-plist': () => 'The report was taken out of a property list.',
  'repaired-ansi': () => 'Terminal colour codes were removed.',
  'repaired-printable': () => 'The text of a mail was decoded (quoted-printable).',
  'repaired-quotes': () => 'Quote marks (`> `) at the start of lines were removed.',
  'repaired-fields': () => 'Fields of a report that shared one line got lines of their own.',
  'repaired-spacing': () => 'Blank lines between all lines were removed.',
  'repaired-fences': () => 'Code fences, tags or bold marks around the report were removed.',
  'repaired-entities': () => 'HTML entities such as `&lt;` were decoded.',
  'repaired-gaps': () => 'Runs of more than 1,280 blanks or empty lines were shortened.',
  'repaired-blanks': () => 'Non-breaking and zero-width spaces were replaced by plain spaces.',
  'repaired-curly-quotes': () => 'Curly quotes in JSON were replaced by straight quotes.',
  'repaired-prefixes': () => 'Log prefixes at the start of lines were removed.',
  'repaired-escapes': () => 'The text was one string with `\\n` in it; its line breaks were restored.',
  'repaired-fragment': () => 'The text begins inside a JSON report; the missing bracket was added.',
  'repaired-document': () =>
    'The report was a string inside a JSON document; it was extracted, and the rest of the document is ignored.',
  'repaired-columns': () => 'Lines that were wrapped at a fixed column were joined.',
  'repaired-wraps': () => 'Lines that were wrapped inside JSON values were joined.',
  'misread-digits': ({ count }: { count: number }) =>
    `${plural(count, 'row has', 'rows have')} letters in place of digits, or lack blanks, as happens in text recognition (OCR). The letters were read as the digits that they look like; compare the addresses with the picture.`,
  'rows-laid-bare': () =>
    'Stack rows were inside other text (log prefixes, strings, markup, a table or wrapped lines). That text was removed before the rows were read.',
  'repaired-rows': () => 'Stack rows that were wrapped over two lines were joined.',
} as const
