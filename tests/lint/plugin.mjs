/** Rules of our own: what no parser of foreign input may do. */
import { boundedLoops } from './bounded-loops.mjs'
import { smallSpreads } from './small-spreads.mjs'

const plugin = { rules: { 'bounded-loops': boundedLoops, 'small-spreads': smallSpreads } }

/** Where input is read, and what besides the budget ends a loop there. */
const readers = [
  {
    files: ['src/core/{reports,macho,dyld-cache,symbols,memory}/**/*.ts'],
    takes: '^(?:uint64|x86InstructionAt)$',
  },
  // A walk over DIEs only moves on. Values of no bytes are refused where they would be counted.
  { files: ['src/core/dwarf/**/*.ts'], takes: '^(?:uint64|next|readValue)$' },
  // A stream that has ended gives nothing more.
  { files: ['src/core/containers/**/*.ts'], takes: '^(?:read|fill)$' },
  // A name: what takes no character of it gives it up. Counts in it are read by few functions.
  {
    files: ['src/core/demangle/**/*.ts'],
    takes: '^(?:eat|accept|acceptWord|next|peek|look|isDigit|natural|popIf\\w*|read[A-Z]\\w*)$',
    readBy: '^(?:natural|readCount|indexNumber)$',
  },
  // An index was checked as it was opened, and its pages are decoded by WebAssembly.
  { files: ['src/core/symindex/**/*.ts'], readBy: '^(?:getUint|readU)' },
  { files: ['wasm/assembly/{dwarf,lookup}/**/*.ts'], takes: '^(?:fail|cut)$', readBy: '^(?:load|uleb|sleb|read\\w*)$' },
]

/** The rules at work. */
export const ownRules = [
  { plugins: { unslide: plugin } },
  { files: ['src/**'], rules: { 'unslide/small-spreads': 'error' } },
  ...readers.map(({ files, ...options }) => ({ files, rules: { 'unslide/bounded-loops': ['error', options] } })),
]
