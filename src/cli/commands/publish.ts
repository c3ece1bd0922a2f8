/** `unslide publish`: symbol indexes in a folder that any web server serves, by the UUIDs of their images. */
import { storedFromIndex } from '../../core/engine/catalog/stored-index.ts'
import type { Engine, EngineEvent } from '../../core/engine-types.ts'
import { only } from '../../core/export/json-values.ts'
import { detailRank, type KnownImage } from '../../core/model/image.ts'
import { append } from '../../core/model/lists.ts'
import { problemFrom, type Problem } from '../../core/model/problem.ts'
import { INDEX_VERSION } from '../../core/symindex/index-file.ts'
import { readPageEnds } from '../../core/symindex/page-ends.ts'
import { isArchName } from '../../stores/site/layout.ts'
import type { PublishedIndex } from '../../stores/site/manifest.ts'
import {
  reasonOf,
  tellProblems,
  FileError,
  UsageError,
  showsProgress,
  writeError,
  writeNote,
  writeOut,
  type Command,
  type ExitCode,
} from '../command.ts'
import type { PublishedImageLine, PublishedLine, PublishedMapLine } from '../documents/files.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { beginWork } from '../start/work.ts'
import { readThreads } from './index-images.ts'
import { addSymbols, holdMaps, openPaths } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { publishErrors, publishWords } from '../messages/publish.ts'
import { collect, readKeepFile } from '../publish/collect.ts'
import { copyApp } from '../publish/copy-app.ts'
import { describeIndex } from '../publish/describe.ts'
import { PublishedFolder } from '../publish/folder.ts'
import { publishMaps } from '../publish/publish-maps.ts'
import { Repair } from '../publish/repair.ts'
import { brokenOf, tellVerified } from '../publish/verify-command.ts'
import { wholeIndex } from '../pipeline/whole-index.ts'

const MOST_DAYS = 36_500

export const publishCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'publish')
    const format = values.format ?? 'text'
    const threads = readThreads(values.threads)
    const tell = async (text: string | undefined, object: PublishedLine): Promise<void> => {
      if (format === 'json') await writeOut(`${JSON.stringify(object)}\n`)
      else if (text !== undefined) await writeOut(`${text}\n`)
    }
    const given = Object.keys(values).filter((name) => name !== 'format')
    if (values.verify !== undefined) {
      if (given.length > 1 || positionals.length > 0) throw new UsageError(publishErrors.verifyAlone)
      beginWork()
      return brokenOf(await tellVerified(await openPublished(values.verify), tell)) > 0 ? 1 : 0
    }
    if (values.repair !== undefined) {
      const isOther = given.some((name) => !['repair', 'map-name', 'threads', 'quiet', 'lang'].includes(name))
      if (isOther || positionals.length === 0) throw new UsageError(publishErrors.repairTakes)
      return repairFolder(
        await openPublished(values.repair),
        positionals,
        threads,
        readMapName(values['map-name']),
        tell,
      )
    }
    if (values.to === undefined || values.to === '') throw new UsageError(publishErrors.needsFolder)
    const mapName = readMapName(values['map-name'])
    const olderDays = readDays(values['remove-older'])
    const collects = olderDays !== undefined || values.keep !== undefined
    if (values['dry-run'] && !collects) throw new UsageError(publishErrors.dryRunAlone)
    if (positionals.length === 0 && !values.app && !collects) throw new UsageError(publishErrors.needsWork)
    const keep = values.keep === undefined ? undefined : await readKeepFile(values.keep)
    const folder = await PublishedFolder.open(values.to).catch((error: unknown) => {
      throw new FileError(errors.cannotWrite({ path: values.to ?? '', reason: reasonOf(error) }))
    })
    const done = positionals.length > 0 ? await publishAll(folder, positionals, { threads, mapName, tell }) : undefined
    if (done === 'nothing') return 2
    // Behind the symbols: a page that is there finds them.
    if (values.app) {
      const copied = await copyApp(folder.root)
      await tell(publishWords.app(copied), { app: copied })
    }
    if (collects) {
      const dryRun = values['dry-run'] === true
      const kept = keep && done ? new Set([...keep, ...done.uuids]) : keep
      const removed = await collect(folder, {
        olderDays,
        keep: kept,
        dryRun,
        onImage: async ({ uuid, manifest }) => {
          const { indexes = [], maps = [] } = manifest ?? {}
          const names = [...new Set([...indexes, ...maps].map(({ name }) => name))].join(', ')
          await tell(publishWords.removes({ uuid, names, dryRun }), { uuid, status: 'removed', dryRun })
        },
      })
      await tell(publishWords.removed({ ...removed, dryRun }), { removed: { ...removed, dryRun } })
    }
    return (done?.failed ?? 0) > 0 ? 1 : 0
  },
}

function readDays(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const days = /^\d+$/.test(given) ? Number(given) : Infinity
  if (days > MOST_DAYS) throw new UsageError(publishErrors.notDays({ given }))
  return days
}

function readMapName(given: string | undefined): string | undefined {
  if (given !== undefined && !/^[^/\s][^/\n]{0,199}$/.test(given)) throw new UsageError(publishErrors.badMapName)
  return given
}

const openPublished = (path: string): Promise<PublishedFolder> =>
  PublishedFolder.openThere(path).catch((error: unknown) => {
    throw new FileError(publishErrors.cannotVerify({ path, reason: reasonOf(error) }))
  })

/** Verifies the folder, publishes again what is broken and given, and looks again at what was broken. */
async function repairFolder(
  folder: PublishedFolder,
  paths: readonly string[],
  threads: number | undefined,
  mapName: string | undefined,
  tell: Tell,
): Promise<ExitCode> {
  const repair = new Repair()
  const before = await tellVerified(folder, tell, (file) => repair.add(file))
  const uuids = repair.uuids
  if (uuids.size > 0) {
    const done = await publishAll(folder, paths, { threads, mapName, tell, repair })
    if (done === 'nothing') writeNote(publishErrors.noneBroken)
  }
  // Whatever its age, no image goes.
  await collect(folder, { olderDays: Infinity, dryRun: false, onImage: async () => {} })
  const after = brokenOf(before) === 0 ? before : await tellVerified(folder, tell)
  return brokenOf(after) > 0 ? 1 : 0
}

type Tell = (text: string | undefined, object: PublishedLine) => Promise<void>

interface Work {
  readonly threads: number | undefined
  readonly mapName: string | undefined
  readonly tell: Tell
  /** Only what is broken is published. */
  readonly repair?: Repair
}

interface Done {
  readonly uuids: readonly KnownImage['uuid'][]
  /** Images and maps that were not published. */
  readonly failed: number
}

/** Publishes one image after the other: each is built with all threads, written and forgotten. */
async function publishAll(
  folder: PublishedFolder,
  paths: readonly string[],
  { threads, mapName, tell, repair }: Work,
): Promise<Done | 'nothing'> {
  const engine = createHost(threads)
  const hasMaps = holdMaps(await addSymbols(engine, paths))
  const maps = hasMaps
    ? await publishMaps(
        folder,
        await openPaths(paths),
        mapName,
        async (map) =>
          tell(
            publishWords.map(map),
            only<PublishedMapLine>({ map: map.name, uuid: map.uuid, status: map.status, bytes: map.bytes }),
          ),
        repair?.uuids,
      )
    : { uuids: [], left: 0 }
  const images = (await engine.images()).filter(
    ({ kind, uuid, arch }) => kind !== 'object' && (repair?.needs(uuid, arch) ?? true),
  )
  if (images.length === 0) {
    if (!hasMaps && !repair) writeError(publishErrors.noImage)
    return maps.uuids.length === 0 ? 'nothing' : { uuids: maps.uuids, failed: maps.left }
  }
  const counts = { published: 0, unchanged: 0, failed: 0 }
  for (const [at, image] of images.entries()) {
    const { name, arch, uuid } = image
    const started = performance.now()
    const problems: Problem[] = []
    const onEvent = showProgress(at + 1, images.length)
    const published = await publishOne(folder, engine, image, {
      problems,
      onEvent,
      isForced: repair?.needs(uuid, arch),
    })
    if (published) repair?.markDone(uuid, arch)
    if (showsProgress()) process.stderr.write('\r\x1b[K')
    tellProblems(problems)
    const seconds = (performance.now() - started) / 1000
    const status = published === undefined ? 'failed' : published.bytes === 0 ? 'unchanged' : 'published'
    counts[status]++
    const rate = published && published.source > 0 ? published.source / seconds : 0
    const text = publishWords[status]({ name, arch, uuid, bytes: published?.bytes ?? 0, seconds, rate })
    const milliseconds = Math.round(seconds * 1000)
    const figures = status === 'published' ? { bytes: published?.bytes, milliseconds } : {}
    await tell(text, only<PublishedImageLine>({ path: image.path, uuid, arch, name, status, ...figures }))
    await engine.forget([image])
  }
  writeNote(publishWords.done({ ...counts, folder: folder.root }))
  return { uuids: [...maps.uuids, ...images.map(({ uuid }) => uuid)], failed: counts.failed + maps.left }
}

interface Published {
  /** Of the index; 0 where nothing was written. */
  readonly bytes: number
  /** Bytes of debug information that it was built from. */
  readonly source: number
}

interface Publishing {
  readonly problems: Problem[]
  readonly onEvent: (event: EngineEvent) => void
  /** Writes it whatever is there. */
  readonly isForced?: boolean | undefined
}

/** Undefined, with the reason in `problems`, where an image cannot be published. */
async function publishOne(
  folder: PublishedFolder,
  engine: Engine,
  image: KnownImage,
  { problems, onEvent, isForced = false }: Publishing,
): Promise<Published | undefined> {
  const { uuid, arch, name, detail } = image
  if (!isArchName(arch)) {
    writeError(publishErrors.notArch({ name, arch }))
    return undefined
  }
  try {
    const there = await folder.image(uuid)
    if (there.problem) problems.push({ ...there.problem, severity: 'note' })
    // A UUID is of one build, so what is there is as good, unless this file tells more.
    const isBetter = (other: PublishedIndex): boolean => !isForced && detailRank[other.detail] >= detailRank[detail]
    const isSame = (other: PublishedIndex): boolean => other.arch === arch && other.format === INDEX_VERSION
    const isThere = async (other: PublishedIndex | undefined): Promise<boolean> =>
      other !== undefined && isBetter(other) && (await folder.isWhole(uuid, other))
    if (await isThere(there.manifest?.indexes.find(isSame))) return { bytes: 0, source: 0 }
    let source = 0
    const bytes = await wholeIndex(engine, image, problems, (event) => {
      if (event.kind === 'indexing') source = event.totalBytes
      onEvent(event)
    })
    if (!bytes) return undefined
    const stored = await storedFromIndex(bytes, name)
    if (!stored.ok) {
      append(problems, stored.problems)
      return undefined
    }
    const described = await describeIndex(stored.value, bytes, await readPageEnds(bytes, name))
    // An index that was given as it is, of an older version: it is copied once.
    const copied = there.manifest?.indexes.find(
      ({ sha256, format }) => sha256 === described.index.sha256 && format === described.index.format,
    )
    if (await isThere(copied)) return { bytes: 0, source }
    const isListed = await folder.publish(uuid, described, isBetter)
    return { bytes: isListed ? bytes.size : 0, source }
  } catch (thrown) {
    problems.push({ ...problemFrom(thrown, name), message: reasonOf(thrown) })
    return undefined
  }
}

/** How far the build of an image is, on a terminal. */
function showProgress(at: number, of: number): (event: EngineEvent) => void {
  return (event) => {
    if (event.kind !== 'indexing' || !showsProgress()) return
    const percent = event.totalBytes > 0 ? Math.floor((100 * event.doneBytes) / event.totalBytes) : 0
    const { name, bytesPerSecond: rate } = event
    process.stderr.write(`\r\x1b[K${publishWords.progress({ at, of, name, percent, rate })}`)
  }
}
