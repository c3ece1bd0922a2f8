/**
 * Every origin has another name for one function of one build. For two origins that meet this gives the name that each host must show. The
 * order comes from the table of `docs/provenance.md`, not from the program.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Origin } from '../../src/core/model/provenance.ts'
import { forgedIndex } from './forged-index.ts'
import { buildMachO, codeSection } from './macho-builder.ts'
import { buildTar } from './tar-builder.ts'

const UUID = '11111111222233334444555555555555'
const LIBRARY = 'libforged.dylib'
const TEXT = 0x100000000n

/** The name that an origin gives to the function. */
export const nameOf = (origin: Origin): string => `from_${origin.replaceAll('-', '_')}`

/** Rows of the table: the weaker origins, and if each name is marked. */
const rows = new Map(
  [
    ...readFileSync('docs/provenance.md', 'utf8').matchAll(
      /^\| `([a-z-]+)`[^|]*\|[^|]*\| ([^|]*)\| ([^|]*)\|[^|]*\|$/gm,
    ),
  ].map(([, origin = '', before = '', marked = '']) => [
    origin as Origin,
    { before, isMarked: marked.trim() === 'yes' },
  ]),
)

export interface OriginPair {
  readonly origins: readonly [Origin, Origin]
  /** The name that is shown. */
  readonly shown: string
  /** The name that is not. */
  readonly hidden: string
  /** The words beside a marked name; undefined where the name has no mark. */
  readonly mark: RegExp | undefined
}

const marks: Partial<Record<Origin, RegExp>> = {
  'report-archive': /from symbols that came with the report in/,
  'other-report': /other reports of the same build/,
}

/** Every pair of origins that can meet in a host, in either order of the two. */
export function originPairs(present: readonly Origin[]): readonly OriginPair[] {
  return present.flatMap((one, at) =>
    present.slice(at + 1).map((other): OriginPair => {
      const goesFirst = rows.get(one)?.before.includes(`\`${other}\``) ?? false
      const [first, last] = goesFirst ? [one, other] : [other, one]
      const mark = rows.get(first)?.isMarked ? marks[first] : undefined
      return { origins: [one, other], shown: nameOf(first), hidden: nameOf(last), mark }
    }),
  )
}

/** Marks of other origins than that of the shown name. */
export const otherMarks = ({ mark }: OriginPair): readonly RegExp[] =>
  Object.values(marks).filter((one) => one !== mark)

/** A report of the function; `name` where it prints one. */
function crash(pid: number, name?: string): string {
  return `Process:             Trailmap [${pid}]
Code Type:           ARM-64
OS Version:          iPhone OS 17.0 (21A329)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Thread 0 Crashed:
0   ${LIBRARY}               \t0x0000000104001010 ${name === undefined ? '0x104000000 + 4112' : `${name} + 16`}

Binary Images:
0x104000000 - 0x10400ffff ${LIBRARY} arm64  <${UUID}> /usr/lib/${LIBRARY}
`
}

const library = (name: string): Uint8Array<ArrayBuffer> =>
  buildMachO({
    fileType: 6,
    uuid: UUID,
    textAddress: TEXT,
    sections: [codeSection(0x10000)],
    symbols: [{ name: `_${name}`, address: TEXT + 0x1000n, section: 1 }],
  })

const index = async (name: string): Promise<Uint8Array> =>
  new Uint8Array(
    await (await forgedIndex({ uuid: UUID, names: [[0x1000, name]], claims: 2, library: LIBRARY })).arrayBuffer(),
  )

/** Paths of the files of a pair; each is there only where its origin takes part. */
export interface OriginFiles {
  /** A report, or an archive with one. */
  readonly report: string
  readonly localFile?: string
  readonly userImport?: string
  /** To be published. */
  readonly published?: string
  readonly others: readonly string[]
}

/** Writes the files of a pair into a folder. */
export async function writeOrigins(folder: string, { origins }: OriginPair): Promise<OriginFiles> {
  const has = (origin: Origin): boolean => origins.includes(origin)
  const put = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const report = crash(1, has('this-report') ? nameOf('this-report') : undefined)
  const archived = async (): Promise<Uint8Array> =>
    buildTar([
      { path: 'forged.unslide-index', content: await index(nameOf('report-archive')) },
      { path: 'crash.crash', content: report },
    ])
  return {
    report: has('report-archive') ? put('crash.tar', await archived()) : put('crash.crash', report),
    ...(has('local-file') && { localFile: put(LIBRARY, library(nameOf('local-file'))) }),
    ...(has('user-import') && { userImport: put('given.unslide-index', await index(nameOf('user-import'))) }),
    ...(has('site') && { published: put('published.dylib', library(nameOf('site'))) }),
    others: has('other-report')
      ? [2, 3].map((pid) => put(`other-${pid}.crash`, crash(pid, nameOf('other-report'))))
      : [],
  }
}
