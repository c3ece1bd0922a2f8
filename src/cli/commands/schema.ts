/** `unslide schema`: the JSON Schemas of what the other commands write. They lie beside the program, in `schemas/`. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { largest } from '../../core/model/lists.ts'
import { UsageError, writeOut, type Command } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { commands } from '../options/commands.ts'
import { readOptions } from '../options/read.ts'

const names: readonly string[] = commands.schema.arguments[0].choices

const readSchema = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '..', 'schemas', `${name}.json`), 'utf8')

export const schemaCommand: Command = {
  async run(args) {
    const [name, ...others] = readOptions(args, 'schema').positionals
    if (name === undefined) {
      await writeOut(await listSchemas())
      return 0
    }
    if (others.length > 0 || !names.includes(name)) throw new UsageError(errors.schemas({ known: names.join(', ') }))
    await writeOut(await readSchema(name))
    return 0
  },
}

/** A row each: its name, and what writes such JSON. */
async function listSchemas(): Promise<string> {
  const width = largest(
    0,
    names.map(({ length }) => length),
  )
  const rows = names.map(async (name) => {
    const { title } = JSON.parse(await readSchema(name)) as { readonly title: string }
    return `${name.padEnd(width)}  ${title}\n`
  })
  return (await Promise.all(rows)).join('')
}
