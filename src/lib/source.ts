/** `unslide/source`: source lines beside calls. */
export { SKIPPED_FOLDERS, type ListedFile } from '../core/source/listed-file.ts'
export { filesOfFrames, framesToShow, readSources, type SourceAccess } from '../core/source/report-sources.ts'
export { SourceFinder, type Wanted } from '../core/source/source-finder.ts'
export { nameKey } from '../core/source/source-paths.ts'
export { WithheldFiles, type IgnoreFiles } from '../core/source/withheld.ts'
export type { FrameSources, LineFile, SourceExcerpt, SourceReading, Withheld } from '../core/model/source.ts'
