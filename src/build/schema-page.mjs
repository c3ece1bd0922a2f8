/** Schemas as a page for people: a table of fields for each form and each of its parts. */

const INTRODUCTION = `# JSON of the command line

Every form of JSON that the command line writes, field by field. \`npm run schemas\` makes this page and the
[schemas](../schemas/README.md) from the types of the program; tests check that both are current and that all that is written fits.
\`unslide schema NAME\` prints a schema.

A field that the input does not give is absent. A field is always there where the table says "yes". Text and HTML are for people and have
no schema; \`--format original\` has the form of the report, and \`speedscope\` and \`firefox-profile\` have the forms of those programs.
`

/** The page. Parts that several forms share come once, after all forms. */
export function formatPage(schemas, roots) {
  const parts = new Map(Object.values(schemas).flatMap(({ $defs }) => Object.entries($defs)))
  const forms = Object.entries(schemas).flatMap(([name, schema]) => {
    const { writer, version, isLines } = roots[name]
    const what = isLines ? 'Each line is an object.' : 'One object.'
    return [
      `### \`${name}\``,
      `\`${writer}\`, version ${version}. ${what} ${schema.description.replace(/ Version \d+\.$/, '')}`,
      body(schema),
    ]
  })
  const named = [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, part]) => [`### ${name}`, part.description ?? '', body(part)])
  const list = Object.keys(schemas).map((name) => `[${name}](#${name})`)
  return [INTRODUCTION, `Forms: ${list.join(', ')}.`, '## Forms', ...forms, '## Parts', ...named].join('\n\n')
}

function body(schema) {
  if (schema.anyOf) return `One of: ${schema.anyOf.map(typeOf).join(', ')}.`
  if (schema.properties) return table(schema)
  return `Type: ${typeOf(schema)}.`
}

function table({ properties, required = [] }) {
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `| \`${name}\` | ${cell(typeOf(field))} | ${required.includes(name) ? 'yes' : ''} | ${cell(field.description ?? inner(field))} |`,
  )
  return ['| field | type | always | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** The fields of an object without a name of its own. */
function inner(field) {
  const { properties } = field.items ?? field
  if (!properties) return ''
  return Object.entries(properties)
    .map(([name, { description }]) => `\`${name}\`${description === undefined ? '' : `: ${description}`}`)
    .join(' ')
}

/** A type in words. */
function typeOf(schema) {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/$defs/', '')
    return `[${name}](#${name.toLowerCase()})`
  }
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((word) => `\`${JSON.stringify(word)}\``).join(', ')
  if (schema.prefixItems) return `list of ${schema.prefixItems.length}`
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'object' && schema.properties)
    return `object (${Object.entries(schema.properties)
      .map(([name, field]) => `\`${name}\`: ${typeOf(field)}`)
      .join(', ')})`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties)} by name`
  if (schema.type === 'string') return 'text'
  if (schema.type === 'boolean') return 'true or false'
  return schema.type ?? 'any'
}
