/**
 * Symbols in archives. Whoever made an archive with a report chose the symbols in it, too, so they are taken as that report's: marked, used
 * last, for no other report, and not kept. Whether an archive holds a report shows at its end; until then it is noted what was found.
 */
import type { FileOutcome } from '../../engine-types.ts'
import { fileKinds, indexFates, packFates } from '../../messages/files.ts'
import { problemFrom } from '../../model/problem.ts'
import { archiveOf } from '../../model/provenance.ts'
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

export class ArchivedSymbols {
  readonly #pending = new Map<string, Pending[]>()

  /** Notes what was found in the file with this path, whose outcome is at this position. */
  note(path: string, at: number, found: readonly Found[]): void {
    const archive = archiveOf(path)
    if (archive === undefined || found.length === 0) return
    const known = this.#pending.get(archive)
    if (known) known.push({ at, found })
    else this.#pending.set(archive, [{ at, found }])
  }

  /** Hands all to the sink of its archive, and tells in the outcomes what became of it. */
  async hand(sinkOf: (archive: string) => SymbolSink, outcomes: FileOutcome[]): Promise<void> {
    for (const [archive, pending] of this.#pending) {
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
export function archiveSink(catalog: Catalog): (archive: string) => SymbolSink {
  return (archive) => {
    const provenance = { origin: 'report-archive', archive } as const
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
