/** Source lines beside a frame, and the folders that they come from. */
import { formatCount } from './quantities.ts'

export const words = {
  title: 'Source',
  atFault: 'Line at the crash point',
  folders: 'Source folders',
  purpose:
    'Choose the folder with the sources of your builds: each frame then shows its lines. Files are read on this machine when a frame is shown, and never changed.',
  untilClosed: 'until this page is closed',
  choose: 'Choose a source folder…',
  chooseLabel: 'Source folder',
  orDrop: 'Or drop the folder here.',
  show: 'Show source lines…',
  looking: 'Looking for the lines…',
  failed: 'The lines could not be read.',
  listing: 'being listed',
  files: (count: number) => formatCount(count, 'file'),
  partly: 'only a part was listed',
  asks: 'needs the browser’s permission again',
  allow: (name: string) => `Read ${name}`,
  lookAgain: 'Look again',
  forget: 'Forget',
  forgetFolder: (name: string) => `Forget the source folder ${name}`,
  use: (path: string) => `Use ${path}`,
  linesOf: (place: string) => `Lines around ${place}`,
  noFolder: 'The browser does not let this page read that folder. Choose it with the button instead.',
} as const
