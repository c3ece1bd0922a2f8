/** What parts of a manifest must be, and the words for its parts. */
export const siteShapes = {
  json: 'the JSON text',
  schema: 'the known schema',
  text: 'a short text',
  sha256: 'a SHA-256 in hex',
  arch: 'an architecture',
  address: 'an address in hex',
  size: 'a size in bytes',
} as const
