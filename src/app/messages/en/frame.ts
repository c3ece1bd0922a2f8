/** One frame: its address, its slide, and how sure its name is. */
import { type Digits, formatPercent } from '../../../core/messages/numbers.ts'
import type { AskedImage } from '../../../worker/client.ts'
import type { Frame, ImageStatus } from '../../../core/model/report.ts'
import type { LanguageSource } from '../../../core/reading/language.ts'
import type { Rich } from '../rich.ts'

type SlideSource = NonNullable<ImageStatus['slideFrom']>

export const words = {
  thisSite: 'This site',
  /** Answer of the page's site about an image. */
  siteAnswers: {
    asking: 'asking',
    found: 'has it',
    absent: 'requested: nothing there',
    failed: 'requested: no answer',
    'found-before': 'not reached; had it before',
    'absent-before': 'not reached; had nothing before',
  } satisfies Record<AskedImage['answer'], string>,
  frame: 'Frame',
  title: (index: Digits) => `Frame ${index}`,
  theFrame: 'the frame',
  inlinedIntoNext: 'inlined',
  otherBuild: (uuids: readonly string[]) => `Only symbols from another build are open: ${uuids.join(', ')}.`,
  outsideImages: 'The address lies in no image that the report lists.',
  asPrinted: 'As the report prints it.',
  clearNames: 'Clear names from other reports',
  original: 'Original',
  showHints: 'Hints from the code',
  readingCode: 'Reading the code…',
  noHints: 'The code says nothing: it uses no text, and nothing near it has a name.',
  hintsFailed: 'The code could not be read.',
  scan: 'scan',
  open: (place: string) => `Open ${place}`,
  copy: (place: string) => `Copy ${place}`,

  foundBy: 'Found by',
  language: 'Language',
  languageFrom: {
    row: undefined,
    unit: 'the compile unit says so (DW_AT_language)',
    name: 'by the name of the function',
    file: 'by the name of the source file',
  } satisfies Record<LanguageSource, string | undefined>,
  offset: 'Offset',
  inFile: 'In the file',
  evidence: 'Evidence',
  crashAddress: 'crash address',
  kinds: {
    exact: 'address of an instruction (looked up unchanged)',
    return: 'return address (looked up at the call)',
    async: 'Swift continuation (looked up unchanged)',
    call: 'address of the call (looked up unchanged)',
  } satisfies Record<Frame['kind'], string>,
  slideFrom: {
    'load-address': 'the report gives the load address',
    'named-frames': 'inferred from frames that the report names',
    'call-sites': 'inferred from call sites',
    given: 'given by you',
  } satisfies Record<SlideSource, string>,
  offsetFormula: (image: string, source: string | undefined) =>
    `address − load address of ${image}${source === undefined ? '' : `; ${source}`}`,
  theImage: 'the image',
  fileFormula: '__TEXT address + offset: the address that atos and dwarfdump use',

  nats: (sum: string) => `${sum} nats`,
  percent: (value: number) => formatPercent(value / 100, 1),
  leastPercent: 'less than 0.1%',
  noOtherFits: 'no other fits',
  nextBest: (slide: string, share: string) => `the next best, ${slide}, has ${share}`,
  inferredLikely: (share: string, other: string) => `inferred, likely: ${share}; ${other}`,
  inferredUncertain: (share: string, other: string) => `inferred, uncertain: ${share}; ${other}`,
  slideFormula: 'load address − address for which the image was linked',
  slideDoubt: (slide: string, doubt: string): Rich => ['Slide ', { code: slide }, `, ${doubt}.`],
  hypothesis: (base: string, uuid: string, sum: string, evidence: string): Rich => [
    { code: base },
    ' of ',
    { code: uuid },
    `: ${sum} (${evidence})`,
  ],
  useSymbols: (uuid: string): Rich => ['Use ', { code: uuid }, ' anyway'],
} as const
