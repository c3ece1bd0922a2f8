/** `unslide completions`: what a shell needs to complete commands, options, their values and paths. */
import { UsageError, writeOut, type Command, type ExitCode } from '../command.ts'
import { createHost } from '../start/host.ts'
import { addSilently } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { readOptions } from '../options/read.ts'
import { shells } from '../options/shells.ts'

/** The word that requests UUIDs; no shell has this name. */
const UUIDS = 'uuids'

export const completionsCommand: Command = {
  async run(args) {
    const [shell = '', ...others] = readOptions(args, 'completions').positionals
    if (shell === UUIDS) return listUuids(others)
    const make = shells.get(shell)
    if (!make || others.length > 0) throw new UsageError(errors.shells({ known: [...shells.keys()].join(', ') }))
    await writeOut(make())
    return 0
  },
}

/** The UUIDs of the images at these paths; what holds none, or cannot be read, gives none. */
async function listUuids(paths: readonly string[]): Promise<ExitCode> {
  const engine = createHost()
  await addSilently(engine, paths)
  const uuids = new Set((await engine.images()).map(({ uuid }) => uuid))
  await writeOut([...uuids].map((uuid) => `${uuid}\n`).join(''))
  return 0
}
