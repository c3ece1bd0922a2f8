/** Texts of the manual page besides the help of each command. */

export const manual = {
  name: 'NAME',
  summary: 'Apple crash reports and dSYMs into readable crashes, on this machine',
  synopsis: 'SYNOPSIS',
  usage: 'COMMAND … | --help | help COMMAND | --version',
  description: 'DESCRIPTION',
  about:
    'Adds function names, files and lines to crash reports of Apple systems, from dSYMs, binaries and other symbol files. Nothing is uploaded. Results go to standard output, messages and progress to standard error.',
  common: 'OPTIONS OF ALL COMMANDS',
  exit: 'EXIT STATUS',
  source: ({ version }: { version: string }) => `Unslide ${version}`,
} as const
