/** A build of `tests/fixtures/unwind`: its files, and its stops according to emulator and debuggers. */
import { openAsBlob, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { openMachO } from '../../src/core/macho/open.ts'
import type { MachOImage } from '../../src/core/macho/image.ts'
import type { ImageUuid } from '../../src/core/model/image.ts'
import type { Program, Stop } from './stop-dumps.ts'

export interface ToldStop extends Stop {
  readonly lldb: readonly string[]
  readonly stackwalk: readonly (readonly [address: string, means: string])[]
}

export interface UnwindBuild {
  /** Ends in a slash. */
  readonly folder: string
  readonly stops: readonly ToldStop[]
  readonly program: Program
  readonly image: MachOImage
  readonly uuid: ImageUuid
}

export const unwindBuilds = ['arm64', 'x86_64-leaf', 'x86_64-bare'] as const

export async function openUnwindBuild(name: string): Promise<UnwindBuild> {
  const folder = fileURLToPath(new URL(`../fixtures/unwind/${name}/`, import.meta.url))
  const path = `${folder}program`
  const lines = gunzipSync(readFileSync(`${folder}stops.jsonl.gz`))
    .toString()
    .trim()
    .split('\n')
  const [image] = (await openMachO({ path, blob: await openAsBlob(path) })).images
  if (!image?.uuid) throw new Error(`${path} holds no image.`)
  const textSize = image.segments.find((segment) => segment.name === '__TEXT')?.size ?? 0
  return {
    folder,
    stops: lines.map((line) => JSON.parse(line) as ToldStop),
    program: { arch: name === 'arm64' ? 'arm64' : 'x86_64', bytes: readFileSync(path), textSize },
    image,
    uuid: image.uuid,
  }
}
