/** Evidence for and against a load address or a build. Parts of sentences without full stops, except where noted. */
import { plural } from '../numbers.ts'

/** Facts about a possible load address. */
export const placementFacts = {
  'region-start': () => 'the report lists a region of code of this image that begins here',
  names: ({ agreeing, all }: { agreeing: number; all: number }) =>
    `${agreeing} of ${all} named functions lie where the symbols have them`,
  returns: ({ hits, all }: { hits: number; all: number }) => `${hits} of ${all} return addresses follow a call`,
  callees: ({ fitting, all }: { fitting: number; all: number }) =>
    `${fitting} of ${all} direct calls go to the function of the frame below`,
  outside: ({ count }: { count: number }) =>
    `${plural(count, 'address', 'addresses')} ${count === 1 ? 'lies' : 'lie'} outside of its code`,
  between: ({ count }: { count: number }) =>
    `${plural(count, 'address', 'addresses')} ${count === 1 ? 'lies' : 'lie'} where the symbols have no function`,
  'inside-functions': () => 'return addresses lie inside functions, not at their starts',
  possible: ({ count }: { count: number }) =>
    `one of ${plural(count, 'possible load address', 'possible load addresses')}`,
  'tied-by-name': () => 'only the image’s name ties these symbols to the report',
  'tied-by-uuid': () => 'the symbols have the UUID of the image',
  'load-address': () => 'the load address was inferred',
} as const

/** How a load address and a build were chosen; whole sentences. */
export const placementWords = {
  inferred: ({ facts }: { facts: readonly string[] }) => `The load address was inferred: ${facts.join(', ')}.`,
  bestOfBuilds: ({ count, uuid }: { count: number; uuid: string }) =>
    `Of the ${count} builds with this name, ${uuid} fits best.`,
} as const

/** Evidence against a build. */
export const buildContradictions = {
  names: ({ differing, compared }: { differing: number; compared: number }) =>
    `${differing} of ${compared} printed names differ`,
  calls: ({ missing, compared }: { missing: number; compared: number }) =>
    `${missing} of ${compared} return addresses follow no call`,
  callees: ({ differing, compared }: { differing: number; compared: number }) =>
    `${differing} of ${compared} direct calls go elsewhere than to the function of the frame below`,
  outside: ({ count }: { count: number }) => `${plural(count, 'address lies', 'addresses lie')} outside of its code`,
} as const
