/** Resolving and explaining, loaded with the first report while its text is read. */
export { explain } from '../../explain/registry.ts'
export { withNamedImages } from '../../resolve/implied-images.ts'
export { withBoundedNames } from '../../resolve/bounded-names.ts'
export { resolveReport } from '../../resolve/resolve.ts'
