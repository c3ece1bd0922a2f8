/** The parts of zip.js in use, loaded with the first archive. */
export { BlobReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
export { ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js'
