/** Parts of a report that are loaded once they are opened: Crash point, Images, Note, Timeline, Details. */
import type { TimelineEntry } from '../../../core/model/timeline.ts'
import { formatCount } from './quantities.ts'

export const words = {
  notePlaceholder: 'Your notes on this crash: a ticket, a suspicion, who looks into it.',
  noteKept: 'Saved automatically on this computer. Not shared unless you choose “with note”.',
  noteNotKept: 'The browser keeps nothing here: this note is gone when the page is left.',
  atTheEnd: '0 s',
  lasted: (duration: string) => `for ${duration}`,
  eventKinds: {
    launch: '',
    state: 'state',
    navigation: 'screen',
    user: 'user',
    network: 'network',
    log: 'log',
    error: 'error',
    measure: '',
    other: '',
    end: '',
  } satisfies Record<TimelineEntry['kind'], string>,
  termination: 'Termination',
  applicationInformation: 'Application information',
  header: 'Header',
  fieldGroups: {
    app: 'App',
    end: 'How it ended',
    process: 'Process',
    system: 'Device and system',
    report: 'Report',
    more: 'More',
  },
  allInstructions: (count: number) => `All ${formatCount(count, 'instruction')}`,
  allRegisters: (count: number) => `All ${formatCount(count, 'register')}`,
  fewerRows: 'Fewer',
  unnamed: 'without a name',
  allImages: (count: number) => `All ${formatCount(count, 'image')}, also those without frames`,
} as const
