/** Finding symbols and maps elsewhere, resolving and explaining: loaded with the first report while its text is read. */
export { findKeptMaps } from '../catalog/map-library.ts'
export { explain } from '../../explain/registry.ts'
export { withNamedImages } from '../../resolve/implied-images.ts'
export { withBoundedNames } from '../../resolve/bounded-names.ts'
export { resolveReport } from '../../resolve/resolve.ts'
export { findElsewhere } from './find-elsewhere.ts'
export { findMaps } from './find-maps.ts'
