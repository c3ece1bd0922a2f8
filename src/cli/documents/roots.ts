/** Every JSON that the command line writes in a form of its own: `src/build/schemas.mjs` makes a schema of each. */
export type { ParsedDocument, SymbolicatedDocument } from '../../core/documents/report.ts'
export type { ServedAnswer } from './answers.ts'
export type {
  IndexedLine,
  InspectedDocument,
  ManifestDocument,
  PackedDocument,
  PublishedLine,
  TableLine,
} from './files.ts'
export type { DemangledLine, DisassembledLine, LookupLine, VariablesLine } from './look-ups.ts'
export type { GroupsDocument, StreamLine } from './reports.ts'
