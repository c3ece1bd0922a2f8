/** The schemas that ship are those of the types, and they are strict. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFiles, schemaRoots } from '../src/build/schemas.mjs'
import { commandNames, commands } from '../src/cli/options/commands.ts'
import type { Options } from '../src/cli/options/types.ts'
import { faultsBy, readSchema, schemaNames } from './support/schemas.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('schemas and their page are made of the types as they are; npm run schemas makes them anew', async () => {
  const made = await makeFiles()
  expect(Object.keys(made).length).toBe(schemaNames.length + 1)
  for (const [path, text] of Object.entries(made)) {
    expect(existsSync(root + path), path).toBe(true)
    expect(readFileSync(root + path, 'utf8'), path).toBe(text)
  }
})

test('every command that writes JSON has a schema, and unslide schema knows all', () => {
  const choosing = commandNames.filter((name) => {
    const { format }: Options = commands[name].options
    return format?.choices?.includes('json')
  })
  expect(choosing.length).toBeGreaterThan(9)
  expect(choosing.filter((name) => !schemaNames.includes(name))).toEqual([])
  const [{ choices }] = commands.schema.arguments
  expect([...choices].sort()).toEqual([...schemaNames].sort())
  expect(Object.keys(schemaRoots).sort()).toEqual([...schemaNames].sort())
})

/** Every object of a schema, at any depth. */
function* objectsIn(schema: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof schema !== 'object' || schema === null) return
  if ('type' in schema && schema.type === 'object') yield { ...schema }
  for (const value of Object.values(schema)) yield* objectsIn(value)
}

test.each(schemaNames)('%s allows no other fields, and says what each field means', (name) => {
  const schema = readSchema(name)
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:unslide:schema:${name}:${schemaRoots[name]?.version}`,
  })
  const objects = [...objectsIn(schema)]
  expect(objects.length).toBeGreaterThan(0)
  for (const one of objects) {
    if ('properties' in one) expect(one['additionalProperties'], JSON.stringify(one)).toBe(false)
    // Names that the input chooses have values of one kind.
    else expect(Object.keys(one['additionalProperties'] as object), JSON.stringify(one)).not.toEqual([])
  }
  const untold = objects.flatMap(({ properties = {} }) =>
    Object.entries(properties as Readonly<Record<string, object>>)
      .filter(([, field]) => !('description' in field) && !('const' in field))
      .map(([field]) => field),
  )
  expect(untold).toEqual([])
  expect(faultsBy(name)(null)).not.toEqual([])
  expect(faultsBy(name)({ undocumented: 1 })).not.toEqual([])
})
