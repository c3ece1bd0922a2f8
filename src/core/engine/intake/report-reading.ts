/** Reads the reports of a file with help from the engine: code for unwinding dumps, and the fault of crashes. */
import type { OnBeginning, OpenOptions } from '../../engine-types.ts'
import type { OpenImageCode } from '../../memory/dump-report.ts'
import type { Outcome } from '../../model/problem.ts'
import { isInArchive, type Archive } from '../../model/provenance.ts'
import type { Report, SymbolicatedReport } from '../../model/report.ts'
import type { InputFile } from '../../ports.ts'
import type { SymbolLookup } from '../../resolve/symbol-lookup.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Harvest } from '../catalog/harvest.ts'
import type { ImageCodes } from '../names/image-code.ts'
import type { AtFault } from '../names/open-reports.ts'
import { readReports, type SymbolSink } from './intake.ts'

const loadFault = () => import('../frames/fault.ts')
type FindFault = Awaited<ReturnType<typeof loadFault>>['findFault']

/** Only crashes have a faulting instruction, and few other reports have registers. */
const hasMachine = ({ threads }: Report): boolean => threads.some(({ crashed, registers }) => crashed || registers)

export class ReportReading {
  readonly #catalog: Catalog
  readonly #codes: ImageCodes
  readonly #harvest: Harvest

  readonly #ofArchive: (archive: Archive) => SymbolSink

  constructor(catalog: Catalog, codes: ImageCodes, harvest: Harvest, ofArchive: (archive: Archive) => SymbolSink) {
    this.#ofArchive = ofArchive
    this.#catalog = catalog
    this.#codes = codes
    this.#harvest = harvest
  }

  /** Code and unwind tables of an image of a core file or minidump, if its binary or dSYM was given. */
  readonly openCode: OpenImageCode = async ({ uuid }) => {
    const known = uuid && (await this.#catalog.images()).find((image) => image.uuid === uuid)
    return known && this.#codes.unwinding(known)
  }

  /** Reads the reports of a file, and keeps the names that they carry for other reports where these may be shared. */
  async read(
    file: InputFile,
    { sharesNames }: OpenOptions = {},
    onBeginning?: OnBeginning,
  ): Promise<Outcome<readonly Report[]>> {
    const parsed = await readReports(file, this.openCode, onBeginning, this.#ofArchive)
    // Loads while the names are resolved.
    if (parsed.ok && parsed.value.some(hasMachine)) loadFault().catch(() => undefined)
    if (parsed.ok && sharesNames)
      this.#harvest.learnLater(parsed.value.filter(({ file: path }) => !isInArchive(path, file)))
    return parsed
  }

  /** The faulting instruction and the registers' values; undefined for reports without them. */
  async faultOf(
    symbolicated: SymbolicatedReport,
    names: SymbolLookup,
    file: InputFile,
    images: Parameters<FindFault>[3],
  ): Promise<AtFault | undefined> {
    if (!hasMachine(symbolicated.report)) return undefined
    const { findFault } = await loadFault()
    return findFault(symbolicated, names, file, images)
  }
}
