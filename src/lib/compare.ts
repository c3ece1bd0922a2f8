/** `unslide/compare`: two reports side by side. */
export { compareReports } from '../core/compare/compare-reports.ts'
export { foldRows, type AlignedPiece, type AlignedRow } from '../core/compare/aligned.ts'
export type {
  Check,
  Comparison,
  Fact,
  ImageDifference,
  RegisterDifference,
  StackComparison,
  ThreadCount,
  Verdict,
} from '../core/compare/comparison.ts'
export type { StackLine } from '../core/compare/stack-lines.ts'
