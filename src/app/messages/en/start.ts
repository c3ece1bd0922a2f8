/** The start page, and what became of each file. */
import type { Digits } from '../../../core/messages/numbers.ts'
import { formatDate } from '../../../core/messages/numbers.ts'
import { firstAndMore, formatCount, formatNumber } from './quantities.ts'

export const words = {
  heading: 'Drop a crash report and its dSYM here, in any order.',
  /** Where nothing can be dropped. */
  headingByTouch: 'Open a crash report and its dSYM, in any order.',
  haveSymbols: (names: readonly string[]) =>
    `Now open a crash report, or drop it: the symbols of ${firstAndMore(names)} are ready.`,
  lead: 'Unslide fills in functions, inlined calls, files and lines. It all happens in this browser; nothing is uploaded.',
  chooseFiles: 'Choose files',
  openFiles: 'Open files…',
  chooseFolder: 'Choose a folder',
  openFolder: 'Open a folder…',
  paste: 'Paste',
  sample: 'Try the sample',
  clipboardEmpty: 'The clipboard holds no text.',
  clipboardBlocked: 'The browser blocked reading the clipboard. Press Ctrl+V or ⌘V instead.',
  dropHere: 'Files or folders, anywhere on this page',
  preview: 'Preview of the sample',
  before: 'In the report',
  after: 'With its dSYM',
  recent: 'Recent reports',
  allRecent: 'All in the history',
  when: (at: number) => formatDate(at, { dateStyle: 'medium', timeZone: 'UTC' }),
  reports: 'Reports',
  reportKinds: '.ips and .crash, spindump, sample, MetricKit, and exports of crash services',
  symbols: 'Symbols',
  symbolKinds: 'dSYMs, .xcarchives, apps, frameworks and libraries, and folders, zip and tar archives of them',
  kept: 'Kept from before',
  keptImages: (count: number) => `symbols of ${formatCount(count, 'image')}`,
  /** Follows `keptImages`, which is a link. */
  keptUse: (count: number) => `. Reports of ${count === 1 ? 'this build' : 'these builds'} need no dSYM again.`,

  files: (count: number) => `${formatCount(count, 'file')} read`,
  fileOutcomes: {
    symbols: 'symbols',
    report: 'report',
    index: 'index',
    ignored: 'skipped',
    unreadable: 'unreadable',
  },
  nothing: {
    searched:
      'There is no report and no symbols in these files. Give a crash report (.ips, .crash) or a dSYM, or a folder or archive that holds them.',
    unread: 'No report and no symbols were found, and not everything could be read. The list below says what and why.',
  },
  /** The crashed stack of the sample, as `public/sample/Trailmap.ips` has it and as its dSYM names it. */
  sampleRows: [
    { at: 'Trailmap + 17580', name: 'trackSamples', place: 'route.c:6' },
    { at: 'Trailmap + 17324', name: 'trail::ElevationChart::plot', place: 'chart.cpp:8' },
    { at: 'Trailmap + 16436', name: '-[TMElevationView plotRoute:]', place: 'TMElevationView.mm:10' },
    { at: 'Trailmap + 16852', name: 'block in -[TMRouteController showRouteNamed:]', place: 'TMRouteController.m:19' },
  ],
  atLine: (line: Digits) => `(line ${line})`,
  atByte: (offset: Digits) => `(at byte ${offset})`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  skipped: (count: number) => `${formatCount(count, 'other file')} without reports or symbols skipped.`,
} as const
