/** The columns of a table of ranges. `README.md` says what each holds. */
import type { ColumnSource, SchemaElement } from 'hyparquet-writer'

/** Another number where a column changes its meaning or goes; a new column at the end does not change it. */
export const SCHEMA_VERSION = '1'

type Repetition = 'REQUIRED' | 'OPTIONAL'

const text = (name: string, repetition_type: Repetition): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  // Older readers know the converted type alone, some new ones the logical type alone.
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type,
})

const number = (name: string, type: 'INT32' | 'INT64', repetition_type: Repetition): SchemaElement => ({
  name,
  type,
  repetition_type,
})

/** The columns of a call, at the top and in `callers`. */
const callColumns = [
  text('function', 'REQUIRED'),
  text('mangled', 'OPTIONAL'),
  text('file', 'OPTIONAL'),
  number('line', 'INT32', 'OPTIONAL'),
  number('col', 'INT32', 'OPTIONAL'),
]

const ownColumns = [
  text('uuid', 'REQUIRED'),
  text('arch', 'REQUIRED'),
  text('image', 'REQUIRED'),
  // Offsets have 32 bits without a sign, which not every engine knows.
  number('start_offset', 'INT64', 'REQUIRED'),
  number('end_offset', 'INT64', 'REQUIRED'),
  ...callColumns,
  number('function_start', 'INT64', 'OPTIONAL'),
  text('source', 'REQUIRED'),
]

export const schema: readonly SchemaElement[] = [
  { name: 'ranges', num_children: ownColumns.length + 1 },
  ...ownColumns,
  { name: 'callers', repetition_type: 'REQUIRED', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'REQUIRED', num_children: callColumns.length },
  ...callColumns,
]

/** Rows are in order of these: numbers of columns. */
export const sortedBy = ['uuid', 'arch', 'start_offset'].map((name) =>
  ownColumns.findIndex((column) => column.name === name),
)

/** How a column is written. */
type Written = Omit<ColumnSource, 'name' | 'data'>

/** Readers skip row groups and pages by these bounds. */
const bounded: Written = { statistics: true, columnIndex: true }
/**
 * A text is written once a row group, so that the group's size is bounded by its distinct texts. Bounds would be
 * useless: these columns are in no order.
 */
const listed: Written = { statistics: false, encoding: 'RLE_DICTIONARY' }

export const written = {
  uuid: { ...bounded, encoding: 'RLE_DICTIONARY' },
  arch: { ...bounded, encoding: 'RLE_DICTIONARY' },
  image: { ...bounded, encoding: 'RLE_DICTIONARY' },
  start_offset: { ...bounded, encoding: 'DELTA_BINARY_PACKED' },
  end_offset: { ...bounded, encoding: 'DELTA_BINARY_PACKED' },
  function: listed,
  mangled: listed,
  file: listed,
  line: listed,
  col: listed,
  function_start: listed,
  source: listed,
  callers: listed,
} as const satisfies Readonly<Record<string, Written>>

export type Column = keyof typeof written
