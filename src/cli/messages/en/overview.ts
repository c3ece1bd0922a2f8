/** Texts of `unslide --help`. */

/** A line for each command. */
export const summaries = {
  symbolicate: 'adds function names, files and lines to a crash report',
  batch: 'groups reports of the same crash',
  parse: 'prints a report as JSON, without symbols',
  lookup: 'looks up addresses, as atos does',
  inspect: 'shows what a file contains: images, UUIDs, DWARF, sections',
  disassemble: 'lists the instructions at an address, or those of bytes in hex',
  variables: 'lists the parameters and locals in scope at an address',
  index: 'builds a symbol index for each image',
  convert: 'writes symbols as Breakpad or GSYM files, for other tools',
  table: 'writes every named range of images as a Parquet table, for databases',
  pack: 'writes the names of all images of a system into one file',
  publish: 'writes symbol indexes into a folder that a web server serves, for a team',
  demangle: 'makes mangled names readable',
  serve: 'gives names to a profiler in the browser (symbolication API of Mozilla)',
  mcp: 'serves these as tools to a coding agent (Model Context Protocol)',
  completions: 'prints what a shell needs to complete commands and options',
} as const

export const overview = ({
  commands,
}: {
  commands: string
}): string => `Unslide symbolicates Apple crash reports on this machine. Nothing is uploaded.

Usage: unslide COMMAND …

${commands}

Run unslide COMMAND --help for the options of a command and an example.
Exit codes: 0 done; 1 understood, but symbols are missing; 2 unreadable input or wrong usage.
`
