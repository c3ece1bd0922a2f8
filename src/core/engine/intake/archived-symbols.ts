/**
 * Symbols in archives. The person who made an archive with a report also chose its symbols. So they are marked, used last, for that report
 * alone, and not kept. Only the end of an archive shows whether it has a report: until then the files wait here.
 */
import type { FileOutcome } from '../../engine-types.ts'
import { fileKinds, indexFates, packFates } from '../../messages/files.ts'
import { problemFrom } from '../../model/problem.ts'
import { archiveOf, type Archive } from '../../model/provenance.ts'
import type { InputFile } from '../../ports.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { SymbolSink } from './intake.ts'

type Fate = keyof typeof indexFates | keyof typeof packFates

/** One thing that was found, to be handed to a sink. */
type Found = (sink: SymbolSink) => Promise<Fate | undefined>

interface Pending {
  /** Position of the file's outcome. */
  readonly at: number
  readonly found: readonly Found[]
}

/** A sink that records its input. */
export function noteTo(found: Found[]): Omit<SymbolSink, 'joinParts'> {
  const note = (give: (sink: SymbolSink) => Fate | Promise<Fate> | void): void =>
    void found.push(async (sink) => (await give(sink)) ?? undefined)
  return {
    addSource: (image) => note((sink) => sink.addSource(image)),
    addAid: (aid) => note((sink) => sink.addAid(aid)),
    addIndex: async (entry, bytes) => (note((sink) => sink.addIndex(entry, bytes)), 'kept'),
    addPack: (images) => (note((sink) => sink.addPack(images)), 'open'),
  }
}

/** The archive that a file of a walk lies in; undefined for a file outside archives. */
export function archiveOfFile(file: InputFile): Archive | undefined {
  const [archive, id] = [archiveOf(file), file.archive]
  return archive === undefined || id === undefined ? undefined : { archive, id }
}

export class ArchivedSymbols {
  /** By the id of the archive. */
  readonly #pending = new Map<string, { readonly archive: Archive; readonly pending: Pending[] }>()

  /** Notes what was found in a file, whose outcome is at this position. */
  note(file: InputFile, at: number, found: readonly Found[]): void {
    const archive = archiveOfFile(file)
    if (archive === undefined || found.length === 0) return
    const known = this.#pending.get(archive.id)
    if (known) known.pending.push({ at, found })
    else this.#pending.set(archive.id, { archive, pending: [{ at, found }] })
  }

  /** Hands all to the sink of its archive, and puts the results into the outcomes. */
  async hand(sinkOf: (archive: Archive) => SymbolSink, outcomes: FileOutcome[]): Promise<void> {
    for (const { archive, pending } of this.#pending.values()) {
      const sink = sinkOf(archive)
      for (const { at, found } of pending) {
        const outcome = outcomes[at]
        if (outcome) outcomes[at] = await handed(outcome, found, sink)
      }
    }
  }
}

async function handed(outcome: FileOutcome, found: readonly Found[], sink: SymbolSink): Promise<FileOutcome> {
  try {
    let told = outcome
    for (const give of found) {
      const fate = await give(sink)
      if (fate === undefined) continue
      const words = { ...indexFates, ...packFates }
      const subject = outcome.label.slice(0, outcome.label.length - words.kept.length)
      told = { ...outcome, label: subject + words[fate], ...(fate === 'asks' && { asks: true as const }) }
    }
    return told
  } catch (thrown) {
    const problems = [problemFrom(thrown, outcome.path)]
    return { ...outcome, kind: 'unreadable', label: fileKinds.unreadable, images: [], problems }
  }
}

/** Takes the symbols that came with a report: for that report alone. */
export function archiveSink(catalog: Catalog): (archive: Archive) => SymbolSink {
  return ({ archive, id }) => {
    const provenance = { origin: 'report-archive', archive, id } as const
    return {
      joinParts: (_, files) => files,
      addAid: () => {},
      addSource: (image) => catalog.addBrought(image, { provenance, from: image }),
      addIndex: async (entry, bytes) => {
        catalog.addBrought(entry.key, { provenance, from: { entry, bytes, path: `${archive}!${entry.name}` } })
        return 'brought'
      },
      addPack: (images) => {
        for (const image of images) catalog.addBrought(image, { provenance, from: image })
        return 'brought'
      },
    }
  }
}
