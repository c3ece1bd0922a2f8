/** The parts of zip.js that are used here, loaded with the first archive: many visits see none. */
export { BlobReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
export { ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js'
