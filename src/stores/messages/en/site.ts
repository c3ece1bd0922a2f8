/** Expected shapes of a manifest's parts, and the nouns for these parts. */
export const siteShapes = {
  json: 'the JSON text',
  schema: 'the known schema',
  text: 'a short text',
  sha256: 'a SHA-256 in hex',
  arch: 'an architecture',
  address: 'an address in hex',
  size: 'a size in bytes',
} as const
