/** Meaning of each key, for the list of keys. */
import type { KeyGroup } from '../../key-groups.ts'
import type { Rich } from '../rich.ts'

export const words = {
  title: 'Keys',
  help: [
    'Drop or paste reports, dSYMs and folders anywhere on this page. They are read in this browser and never uploaded: ',
    { link: 'see how to check that', href: '#/privacy' },
    '.',
  ] satisfies Rich,
  groups: { page: 'Everywhere', find: 'Find', report: 'Report', frames: 'Frames and threads' } satisfies Record<
    KeyGroup,
    string
  >,
  does: {
    palette: 'go to any report, thread, function, image, register, detail or setting, or do any command, by its name',
    find: 'find in this part of the report; once more: the browser’s own search',
    nextHit: 'next hit',
    previousHit: 'previous hit',
    nextFrame: 'next frame',
    previousFrame: 'previous frame',
    firstFrame: 'first frame',
    lastFrame: 'last frame',
    pageDown: 'a screen of frames down',
    pageUp: 'a screen of frames up',
    nextThread: 'next thread',
    previousThread: 'previous thread',
    details: 'details of the frame',
    fault: 'crash point: its instructions and registers',
    tab: 'parts of the report; in the call tree, its forms',
    system: 'show or fold system frames',
    names: 'names: simplified, full, mangled',
    original: 'original text beside the frames',
    copyFrame: 'copy the frame',
    copyReport: 'copy the report',
    share: 'share the report',
    goReports: 'go to the reports',
    goLibrary: 'go to the library',
    goTools: 'go to the tools',
    close: 'close what is open over the report',
    help: 'this list',
  },
} as const
