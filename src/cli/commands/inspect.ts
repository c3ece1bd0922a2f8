/** `unslide inspect`: what files hold. */
import { joined } from '../../core/messages/joins.ts'
import { padEndTo } from '../../core/model/text-width.ts'
import type { ImageInspection } from '../../core/engine-types.ts'
import { visibleLine } from '../../core/model/visible-text.ts'
import { UsageError, writeError, writeOut, tellProblems, type Command } from '../command.ts'
import type { InspectedDocument } from '../documents/files.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { openPaths } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'

export const inspectCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'inspect')
    const format = values.format ?? 'text'
    if (positionals.length === 0) throw new UsageError(errors.needsPath({ command: 'inspect' }))
    const engine = createHost()
    const { images, problems } = await engine.inspect(await openPaths(positionals))
    if (format === 'json') {
      await writeOut(`${JSON.stringify({ images, problems } satisfies InspectedDocument, null, 2)}\n`)
    } else {
      for (const image of images) await writeOut(describe(image))
      tellProblems(problems)
    }
    // A map of hidden names has no image, and all that can be said of it is said.
    const isDescribed = problems.length > 0 && problems.every(({ severity }) => severity === 'note')
    if (images.length > 0 || isDescribed) return 0
    writeError(errors.noImageAt({ paths: positionals.join(', ') }))
    return 2
  },
}

const countsOf = (types: readonly { readonly fields: readonly string[] }[]) => ({
  types: types.length,
  fields: types.reduce((sum, { fields }) => sum + fields.length, 0),
})

function describe(image: ImageInspection): string {
  const { platform, minimumOs, sdk } = image
  const versions = joined.names(image.dwarf.map(String))
  const rows: readonly (readonly [string, string | undefined])[] = [
    [results.path, image.path],
    [results.uuid, image.uuid ?? results.none],
    [
      results.platform,
      joined.list([platform, minimumOs, sdk && results.sdk({ version: sdk })].flatMap((text) => text || [])),
    ],
    [results.dwarf, versions === '' ? results.none : results.dwarfVersions({ versions, units: image.units })],
    [results.functions, image.functions > 0 ? results.functionStarts({ count: image.functions }) : undefined],
    [results.symbols, image.symbols > 0 ? results.symbolEntries({ count: image.symbols }) : undefined],
    [results.objects, image.objects.length > 0 ? results.objectPaths({ paths: image.objects }) : undefined],
    [results.languages, joined.names(image.languages)],
    [results.swift, image.swiftTypes && results.swiftTypes(countsOf(image.swiftTypes))],
    [results.producers, joined.facts(image.producers)],
    [results.encrypted, image.encrypted ? results.encryptedCode : undefined],
  ]
  const sections = Object.entries(image.sections)
    .filter(([, size]) => size > 0)
    .map(([name, size]) => `  ${name.padEnd(24)} ${String(size).padStart(12)}`)
  const facts = rows.flatMap(([label, value]) => (value ? [`  ${padEndTo(label, 10)} ${value}`] : []))
  const lines = [`${image.name} (${image.arch}, ${image.kind})`, ...facts, ...sections]
  return [...lines.map(visibleLine), ''].join('\n') + '\n'
}
