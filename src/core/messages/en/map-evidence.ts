/** What speaks for and against places that maps give: loaded with the code that reads such maps. Parts of sentences, without full stops. */
import { formatNumber, plural } from '../numbers.ts'

export const mapEvidence = {
  'script-same-build': ({ map }: { map: string }) => `${map} has the debug id of the bundle`,
  'script-by-name': ({ map }: { map: string }) =>
    `${map} is chosen by its name: nothing shows that it is of this build`,
  'script-only-map': ({ map }: { map: string }) =>
    `${map} is the only source map given: nothing shows that it is of this bundle and build`,
  'script-names': ({ agreeing, compared }: { agreeing: number; compared: number }) =>
    `${formatNumber(agreeing)} of ${plural(compared, 'function', 'functions')} ${agreeing === 1 ? 'has' : 'have'} the name that the report prints`,
  'map-from-library': ({ map }: { map: string }) => `${map} was given on an earlier visit: the library keeps it`,
  'name-by-map': ({ map }: { map: string }) =>
    `the name is from ${map}, by name alone: a map of obfuscated names does not say its build`,
  'line-map-unproved': ({ map }: { map: string }) => `the line is from ${map}: nothing shows that it is of this build`,
} as const
