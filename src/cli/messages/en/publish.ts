/** Texts of `unslide publish`. */
import { type Digits, formatNumber, formatPercent, plural } from '../../../core/messages/numbers.ts'
import { formatBytes, formatSeconds } from '../../../core/messages/quantities.ts'

export const publishErrors = {
  needsFolder: 'publish needs --to DIR: the folder that a web server serves.',
  needsWork: 'publish needs at least one PATH, --app, --remove-older DAYS or --keep FILE.',
  notDays: ({ given }: { given: string }) => `--remove-older takes days from 0 to 36500, not "${given}".`,
  dryRunAlone: '--dry-run goes with --remove-older or --keep.',
  verifyAlone: '--verify takes a folder alone: no PATH, and of the other options only --format.',
  repairTakes: '--repair takes at least one PATH, and of the other options only --map-name, --threads and --format.',
  cannotVerify: ({ path, reason }: { path: string; reason: string }) =>
    `${path} cannot be read as a folder that “unslide publish” wrote: ${reason}`,
  noneBroken: 'None of the given files has an image or a map that is damaged there.',
  noUuid: ({ path }: { path: string }) => `${path} holds no UUID: --keep takes a file with one UUID a line.`,
  notUuidLine: ({ path, line, text }: { path: string; line: Digits; text: string }) =>
    `${path}:${line}: "${text}" is not a UUID. Nothing was removed.`,
  noImage: 'No image to publish was found. Give a dSYM, a binary, an .xcarchive, or a folder or archive of these.',
  mapWithoutId: ({ path, kind }: { path: string; kind: 'script-map' | 'line-map' | 'name-map' }) =>
    `${path}: this map has no debug id${kind === 'name-map' ? ', as none of its kind has' : ''}, and published maps are found by it. ${
      {
        'script-map': 'Let the build put a debug id into bundle and map, publish the map with --map-name NAME',
        'line-map': 'Publish it with --map-name and the name of its image, such as UnityFramework',
        'name-map': 'Publish it with --map-name App',
      }[kind]
    }, or give it after --symbols with each report.`,
  badMapName: '--map-name takes the name of a bundle or image, up to 200 characters without a slash.',
  mapNameTaken: ({ path }: { path: string }) =>
    `${path}: --map-name names one map, and another one without a debug id was given before this one.`,
  swapped: ({ path }: { path: string }) =>
    `${path} is no longer the folder that it was when publishing began, or a link took its place. Nothing more was written there.`,
  notFolder: ({ path }: { path: string }) => `${path} is a link or a file where a folder must be. Nothing was written.`,
  notArch: ({ name, arch }: { name: string; arch: string }) =>
    `${name}: "${arch}" is no architecture that can be published.`,
  locked: ({ path }: { path: string }) => `${path} is held by another program. Delete it if none is running.`,
  noApp: ({ path }: { path: string }) =>
    `The built page is not at ${path}. Run npm run build:app there, or copy the page of a release into the folder.`,
} as const

interface Counts {
  readonly published: number
  readonly unchanged: number
  readonly failed: number
}

/** A file that was verified. */
interface Checked {
  readonly path: string
  readonly arch?: string
  readonly state: 'whole' | 'missing' | 'truncated' | 'damaged' | 'left-over'
  readonly bytes: number
  readonly blocks?: number
  readonly damagedBlocks?: number
  readonly firstDamaged?: readonly Digits[]
  readonly field?: string
  readonly reason?: string
}

interface VerifiedCounts {
  readonly files: number
  readonly blocks: number
  readonly missing: number
  readonly truncated: number
  readonly damaged: number
  readonly leftOver: number
}

export const publishWords = {
  published: (p: { name: string; arch: string; uuid: string; bytes: number; seconds: number; rate: number }) =>
    `${p.name} ${p.arch} ${p.uuid}: published, ${formatBytes(p.bytes)} in ${formatSeconds(p.seconds, 1)}${p.rate > 0 ? `, ${formatBytes(p.rate)} of debug information a second` : ''}`,
  unchanged: (p: { name: string; arch: string; uuid: string }) => `${p.name} ${p.arch} ${p.uuid}: there already`,
  failed: (p: { name: string; arch: string; uuid: string }) => `${p.name} ${p.arch} ${p.uuid}: not published`,
  map: ({ name, uuid, status }: { name: string; uuid: string; status: 'published' | 'unchanged' | 'failed' }) =>
    `${name} ${uuid}: ${{ published: 'published', unchanged: 'there already', failed: 'not published' }[status]}`,
  done: ({ published, unchanged, failed, folder }: Counts & { folder: string }) =>
    `${plural(published + unchanged + failed, 'image', 'images')} in ${folder}: ${formatNumber(published)} published, ${formatNumber(unchanged)} there already${failed > 0 ? `, ${formatNumber(failed)} not published` : ''}.`,
  progress: (p: { at: number; of: number; name: string; percent: number; rate: number }) =>
    `${formatNumber(p.at)}/${formatNumber(p.of)} ${p.name}: ${formatPercent(p.percent / 100)}, ${formatBytes(p.rate)}/s`,
  app: ({ files, written }: { files: number; written: number }) =>
    `App: ${plural(files, 'file', 'files')}, ${formatNumber(written)} written.`,
  verified: (file: Checked) => {
    const where = file.arch === undefined ? file.path : `${file.path} (${file.arch})`
    if (file.state === 'missing') return `${where}: missing`
    if (file.state === 'truncated') return `${where}: truncated, only ${formatBytes(file.bytes)} are there`
    if (file.state === 'left-over') return `${where}: left over, no manifest lists it`
    if (file.reason !== undefined) return `${where}: damaged. ${file.reason}`
    if (file.field !== undefined) return `${where}: damaged, it contradicts its manifest (${file.field})`
    const { damagedBlocks = 0, firstDamaged = [] } = file
    if (damagedBlocks === 0) return `${where}: damaged`
    const more = damagedBlocks > firstDamaged.length ? ', …' : ''
    return `${where}: damaged, ${formatNumber(damagedBlocks)} of ${plural(file.blocks ?? 0, 'block', 'blocks')} (${firstDamaged.join(', ')}${more})`
  },
  verifiedAll: (p: VerifiedCounts) =>
    `${plural(p.files, 'file', 'files')} and ${plural(p.blocks, 'block', 'blocks')} verified. Missing: ${formatNumber(p.missing)}, truncated: ${formatNumber(p.truncated)}, damaged: ${formatNumber(p.damaged)}, left over: ${formatNumber(p.leftOver)}.`,
  removed: (p: { images: number; files: number; bytes: number; dryRun: boolean }) =>
    `${p.dryRun ? 'Would remove' : 'Removed'} ${plural(p.images, 'image', 'images')} and ${plural(p.files, 'leftover file', 'leftover files')}, ${formatBytes(p.bytes)}.`,
  removes: ({ uuid, names, dryRun }: { uuid: string; names: string; dryRun: boolean }) =>
    `${uuid}${names === '' ? '' : ` (${names})`}: ${dryRun ? 'would be removed' : 'removed'}`,
} as const
