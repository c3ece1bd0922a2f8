/**
 * `npm run schemas`: makes JSON Schemas (2020-12) of the types of the JSON that the command line writes, and `docs/json.md` of the
 * schemas. `schemas/README.md` says what a version means.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { createGenerator } from 'ts-json-schema-generator'
import { formatPage } from './schema-page.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Name of a schema -> its type, what writes it, and its version. */
export const schemaRoots = {
  symbolicate: { type: 'SymbolicatedDocument', version: 2, writer: 'unslide symbolicate --format json' },
  stream: { type: 'StreamLine', version: 2, writer: 'unslide symbolicate --stream', isLines: true },
  parse: { type: 'ParsedDocument', version: 2, writer: 'unslide parse' },
  batch: { type: 'GroupsDocument', version: 1, writer: 'unslide batch --format json' },
  lookup: { type: 'LookupLine', version: 1, writer: 'unslide lookup --format json', isLines: true },
  inspect: { type: 'InspectedDocument', version: 1, writer: 'unslide inspect --format json' },
  disassemble: { type: 'DisassembledLine', version: 1, writer: 'unslide disassemble --format json', isLines: true },
  variables: { type: 'VariablesLine', version: 1, writer: 'unslide variables --format json', isLines: true },
  index: { type: 'IndexedLine', version: 1, writer: 'unslide index --format json', isLines: true },
  table: { type: 'TableLine', version: 1, writer: 'unslide table --format json', isLines: true },
  pack: { type: 'PackedDocument', version: 1, writer: 'unslide pack --format json' },
  publish: { type: 'PublishedLine', version: 1, writer: 'unslide publish --format json', isLines: true },
  manifest: { type: 'ManifestDocument', version: 2, writer: 'unslide publish (manifest.json)' },
  demangle: { type: 'DemangledLine', version: 1, writer: 'unslide demangle --format json', isLines: true },
  serve: { type: 'ServedAnswer', version: 1, writer: 'unslide serve' },
}

/** The schemas by name. */
export function makeSchemas() {
  const generator = createGenerator({
    path: join(root, 'src/cli/documents/roots.ts'),
    tsconfig: join(root, 'src/core/tsconfig.json'),
    type: '*',
    expose: 'export',
    jsDoc: 'extended',
    skipTypeCheck: true,
  })
  return Object.fromEntries(
    Object.entries(schemaRoots).map(([name, { type, version, writer, isLines }]) => {
      const { definitions = {}, $ref } = generator.createSchema(type)
      const { description, ...top } = modern(definitions[type])
      const parts = Object.keys(definitions).filter((part) => part !== type)
      if ($ref !== `#/definitions/${type}` || refsOf(definitions).has(type)) throw new Error(`${type} is no root.`)
      return [
        name,
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $id: `urn:unslide:schema:${name}:${version}`,
          title: isLines ? `A line of ${writer}` : writer,
          description: `${description} Version ${version}.`,
          ...top,
          $defs: Object.fromEntries(parts.sort().map((part) => [part, modern(definitions[part])])),
        },
      ]
    }),
  )
}

/** The names of definitions that are referred to. */
function refsOf(value) {
  return new Set([...JSON.stringify(value).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, name]) => name))
}

/** A schema of draft 7 as one of 2020-12. */
function modern(schema) {
  if (Array.isArray(schema)) return schema.map(modern)
  if (typeof schema !== 'object' || schema === null) return schema
  const { items, additionalItems, $ref, anyOf, ...rest } = schema
  // Undefined values are not written.
  const choices = anyOf?.filter((choice) => JSON.stringify(choice) !== '{"not":{}}').map(modern)
  return {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === 'properties'
          ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, modern(v)]))
          : modern(value),
      ]),
    ),
    ...($ref !== undefined && { $ref: decodeURIComponent($ref).replace('#/definitions/', '#/$defs/') }),
    ...(choices && { anyOf: choices }),
    ...(Array.isArray(items) ? { prefixItems: items.map(modern), items: additionalItems ?? false } : {}),
    ...(items !== undefined && !Array.isArray(items) && { items: modern(items) }),
  }
}

/** Paths and texts of all files that are made. */
export async function makeFiles() {
  const schemas = makeSchemas()
  const texts = Object.entries(schemas).map(([name, schema]) => [`schemas/${name}.json`, JSON.stringify(schema)])
  const files = [...texts, ['docs/json.md', formatPage(schemas, schemaRoots)]].map(async ([path, text]) => {
    const place = join(root, path)
    return [path, await format(text, { ...(await resolveConfig(place)), filepath: place })]
  })
  return Object.fromEntries(await Promise.all(files))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(root, 'schemas'), { recursive: true })
  for (const [path, text] of Object.entries(await makeFiles())) writeFileSync(join(root, path), text)
}
