/** The whole index of an image: made now, or as it was given. */
import type { Engine, OnEvent } from '../../core/engine-types.ts'
import type { KnownImage } from '../../core/model/image.ts'
import { append } from '../../core/model/lists.ts'
import type { Problem } from '../../core/model/problem.ts'
import { showsProgress } from '../command.ts'
import { results } from '../messages/results.ts'

/** The index of an image; undefined for none. Adds problems to `problems`. */
export async function wholeIndex(
  engine: Engine,
  image: KnownImage,
  problems: Problem[],
  onEvent?: OnEvent,
): Promise<Blob | undefined> {
  if (image.pack === undefined) {
    const [built] = await engine.index([image], onEvent)
    const told = built?.problems.filter(({ code }) => code !== 'already-indexed') ?? []
    append(problems, told)
  }
  const exported = await engine.exportIndex(image)
  if (!exported.ok)
    append(
      problems,
      exported.problems.filter(({ code }) => code !== 'not-indexed'),
    )
  return exported.ok ? exported.value.blob : undefined
}

/** How many images are done, on a terminal alone. */
export function showImage(name: string, done: number, total: number): void {
  if (showsProgress()) process.stderr.write(`\r\x1b[K${results.packing({ name, done, total })}`)
}

/** Takes the line of `showImage` away. */
export function hideImage(): void {
  if (showsProgress()) process.stderr.write('\r\x1b[K')
}
