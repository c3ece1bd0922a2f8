/** Evidence for and against a load address or a build. Parts of sentences without full stops, except where noted. */
import { formatNumber, plural } from '../numbers.ts'

/** Facts about a possible load address. */
export const placementFacts = {
  'region-start': () => 'the report lists a region of code of this image that begins here',
  names: ({ agreeing, all }: { agreeing: number; all: number }) =>
    `${formatNumber(agreeing)} of ${plural(all, 'named function', 'named functions')} ${agreeing === 1 ? 'lies' : 'lie'} where the symbols have them`,
  returns: ({ hits, all }: { hits: number; all: number }) =>
    `${formatNumber(hits)} of ${plural(all, 'return address', 'return addresses')} ${hits === 1 ? 'follows' : 'follow'} a call`,
  callees: ({ fitting, all }: { fitting: number; all: number }) =>
    `${formatNumber(fitting)} of ${plural(all, 'direct call', 'direct calls')} ${fitting === 1 ? 'goes' : 'go'} to the function of the frame below`,
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
    `Of the ${plural(count, 'build', 'builds')} with this name, ${uuid} fits best.`,
} as const

/** Evidence against a build. */
export const buildContradictions = {
  names: ({ differing, compared }: { differing: number; compared: number }) =>
    `${formatNumber(differing)} of ${plural(compared, 'printed name', 'printed names')} ${differing === 1 ? 'differs' : 'differ'}`,
  calls: ({ missing, compared }: { missing: number; compared: number }) =>
    `${formatNumber(missing)} of ${plural(compared, 'return address', 'return addresses')} ${missing === 1 ? 'follows' : 'follow'} no call`,
  callees: ({ differing, compared }: { differing: number; compared: number }) =>
    `${formatNumber(differing)} of ${plural(compared, 'direct call', 'direct calls')} ${differing === 1 ? 'goes' : 'go'} elsewhere than to the function of the frame below`,
  outside: ({ count }: { count: number }) => `${plural(count, 'address lies', 'addresses lie')} outside of its code`,
} as const
