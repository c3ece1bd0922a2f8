/** The schemas that ship, as checks of JSON. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'

const folder = fileURLToPath(new URL('../../schemas/', import.meta.url))

export const schemaNames = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

export const readSchema = (name: string): AnySchemaObject =>
  JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as AnySchemaObject

/** Strict: a word that the validator does not know is an error of the schema. A list of a fixed length has no minimum in 2020-12's own words. */
const ajv = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true })

/** The faults of a value by the schema of this name, each with its place; none where it fits. */
export function faultsBy(name: string): (value: unknown) => readonly string[] {
  const schema = readSchema(name)
  const validate = ajv.getSchema(String(schema['$id'])) ?? ajv.compile(schema)
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )
}
