/** The page about privacy. */
import type { AskedImage } from '../../../worker/client.ts'
import { formatBytes, formatCount } from './quantities.ts'
import type { Rich } from '../rich.ts'

const reads: Rich = [
  'This page reads reports and symbols in this browser. There is no server that could receive them: the page is a set of static files.',
]
const site: Rich = [
  'The site that this page came from may have symbols beside it (',
  { code: 'unslide publish' },
  '). The page requests them only if you switch that on in Settings. Then, for images in your reports that have no symbols here, it requests ',
  { code: 'symbols/<UUID>/…' },
  ' below its own address: the image’s UUID, and parts of its symbol index. Who runs the site can see these requests, and so which functions a report may name. The report itself, its file and its names never leave this browser.',
]
const kept: Rich = [
  'This browser’s storage holds the indexes of your symbols, your settings, and the folders to remember. It also holds function names that reports printed (they name other reports of the same build), and parts of symbols published on this page’s site. Open reports are kept, so that loading the page again loses none; a report goes when you close it. The history keeps the headline, version, system and device of each report, and your notes. It keeps the file only if you want that. Settings can switch off both. The ',
  { link: 'library', href: '#/library' },
  ' deletes any of these, or everything.',
]
const network: Rich = [
  { strong: 'Watch the network.' },
  ' Open the Network panel of your browser’s developer tools and drop a report. The page requests nothing but its own files. With symbols of this site switched on, it also requests the parts listed above. The count at the top right shows the same.',
]
const breakOut: Rich = [
  { strong: 'Try to send something.' },
  ' Type ',
  { code: "fetch('https://example.com')" },
  ' into the console. The browser refuses, because the page’s Content-Security-Policy allows no connection to another place. The policy is in the page’s source. Browsers apply no policy to WebRTC, so the page removes it before anything else runs: ',
  { code: 'RTCPeerConnection' },
  ' is undefined here.',
]
const links: Rich = [
  'A link made under Share carries the report after the ',
  { code: '#' },
  '. Browsers do not send that part to any server. Whoever has the link has the report.',
]
const offlineFile: Rich = [
  { strong: 'Go offline.' },
  ' This page is a file on your disk. Switch the network off: everything still works.',
]
const offlineSite: Rich = [
  { strong: 'Go offline.' },
  ' Load this page once, switch the network off, reload it and drop a report. Everything still works.',
]

const oneFile: Rich = [
  { link: 'Download this app as one file', href: './unslide.html', download: 'unslide.html' },
  ': for a machine without a network, or to pass on. Open it from disk and drop files on it. In Chrome and Edge you can also drop folders; elsewhere “Open a folder…” reads them. Its storage is separate from this page’s.',
]

const answers: Record<AskedImage['answer'], string> = {
  asking: 'requesting',
  found: 'found',
  absent: 'nothing there',
  failed: 'no answer',
  'found-before': 'not reached; found before',
  'absent-before': 'not reached; nothing there before',
}

export const words = {
  title: 'Privacy',
  heading: 'Nothing leaves this machine',
  headingAsked: 'No report leaves this machine',
  reads,
  siteHeading: 'Symbols of this site',
  site,
  siteAsked: ({ isOn, requests, bytes }: { isOn: boolean; requests: number; bytes: number }) =>
    `${isOn ? 'Switched on' : 'Switched off'}. ${requests === 0 ? 'No requests in this visit.' : `In this visit: ${formatCount(requests, 'request')}, ${formatBytes(bytes)} read.`}`,
  siteNotReached:
    'This site could not be reached. Names come from parts of its symbols that this browser kept; other parts are missing. Load the page again to retry.',
  siteImages: 'Images requested from this site',
  askedImage: ({ name, answer, requests }: { name: string | undefined } & Omit<AskedImage, 'uuid'>) =>
    [name, answers[answer], formatCount(requests, 'request')].filter(Boolean).join(' · '),
  keptHeading: 'Kept in this browser',
  kept,
  checkHeading: 'How to check that',
  offlineFile,
  offlineSite,
  network,
  breakOut,
  linksHeading: 'Links',
  links,
  oneFileHeading: 'Without a site',
  oneFile,
} as const
