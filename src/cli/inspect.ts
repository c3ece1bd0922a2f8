/** `unslide inspect`: what files hold. */
import type { ImageInspection } from '../core/engine-types.ts'
import { chooseFormat, readOptions, UsageError, writeError, writeOut, writeProblems, type Command } from './command.ts'
import { createHost } from './host.ts'
import { openPaths } from './input-files.ts'

const help = `Usage: unslide inspect PATH… [--format text|json]

Tells what files hold: images, architectures, UUIDs, kinds, DWARF versions, section sizes, counts.
PATH is a dSYM, a binary, a framework, an .xcarchive, a folder, a zip or a tar.gz of any of them.

Example: unslide inspect App.dSYM
`

export const inspectCommand: Command = {
  help,
  async run(args) {
    const { values, positionals } = readOptions(args, { format: { type: 'string' } })
    const format = chooseFormat(values.format, ['text', 'json'])
    if (positionals.length === 0) throw new UsageError('inspect needs at least one PATH.')
    const engine = createHost()
    const { images, problems } = await engine.inspect(await openPaths(positionals))
    if (format === 'json') {
      await writeOut(`${JSON.stringify({ images, problems }, null, 2)}\n`)
    } else {
      for (const image of images) await writeOut(describe(image))
      writeProblems(problems)
    }
    if (images.length > 0) return 0
    writeError(
      `${positionals.join(', ')}: no Mach-O image was found here. Give a dSYM, a binary, or a folder or archive of these.`,
    )
    return 2
  },
}

function describe(image: ImageInspection): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['path', image.path],
    ['UUID', image.uuid ?? 'none'],
    ['platform', [image.platform, image.minimumOs, image.sdk && `SDK ${image.sdk}`].filter(Boolean).join(', ')],
    ['DWARF', image.dwarf.length > 0 ? `version ${image.dwarf.join(', ')}; ${image.units} units` : 'none'],
    ['functions', image.functions > 0 ? `${image.functions} function starts` : undefined],
    ['symbols', image.symbols > 0 ? `${image.symbols} entries` : undefined],
    ['languages', image.languages.join(', ')],
    ['producers', image.producers.join('; ')],
    ['encrypted', image.encrypted ? 'yes: its code cannot be read' : undefined],
  ]
  const sections = Object.entries(image.sections)
    .filter(([, size]) => size > 0)
    .map(([name, size]) => `  ${name.padEnd(24)} ${String(size).padStart(12)}`)
  const facts = rows.flatMap(([label, value]) => (value ? [`  ${label.padEnd(10)} ${value}`] : []))
  return [`${image.name} (${image.arch}, ${image.kind})`, ...facts, ...sections, ''].join('\n') + '\n'
}
