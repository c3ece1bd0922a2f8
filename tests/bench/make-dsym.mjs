/**
 * Generates a large dSYM for the bench: C++ of templates, classes and small functions that are inlined into each other.
 * It is compiled for arm64 macOS with -Os, linked by lld and collected by dsymutil. Needs clang, lld and llvm (19).
 *
 * One source is compiled. The other objects are copies with other names of the same length, so that 500 MB take a
 * minute or two, not an hour.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tool, writeLibraryStubs } from '../fixtures/toolchain.mjs'

const CLASSES = 300
/** Keeps the names of one object distinct from the others: `app0000` is the namespace of `part0000.cpp`. */
const numbered = (n) => String(n).padStart(4, '0')

/** The program's source that is compiled. */
function source() {
  const n = numbered(0)
  const lines = [`extern "C" int printf(const char *, ...);`, `namespace app${n} {`]
  lines.push(`template <typename T, int N> struct Ring { T items[N]; int head = 0;
  inline void push(T value) { items[head++ % N] = value; }
  inline T sum() const { T total{}; for (int i = 0; i < N; i++) total += items[i]; return total; } };
  template <typename T> inline T clampTo(T value, T low, T high) { return value < low ? low : value > high ? high : value; }`)
  for (let c = 0; c < CLASSES; c++) {
    lines.push(`struct Model${c} { Ring<long, ${3 + (c % 13)}> ring; int state = ${c};
  inline int step(int by) { state = clampTo(state + by, -${c + 1}, ${c * 7 + 3}); ring.push(state * by); return state; }
  __attribute__((noinline)) long run(int count) { for (int i = 0; i < count; i++) if (step(i) % ${(c % 5) + 2} == 0) ring.push(step(-i)); return ring.sum(); }
  __attribute__((noinline)) long runTwice(int count) { return run(count) + step(count) * run(count / 2); }
  __attribute__((noinline)) static int table(int key) { switch (key) { ${Array.from({ length: 12 }, (_, k) => `case ${k * (c + 1)}: return printf("${n}.${c}.${k} %d", key);`).join(' ')} default: return key * ${c + 3}; } } };`)
  }
  lines.push(`__attribute__((noinline)) long all(int count) { long total = 0;`)
  for (let c = 0; c < CLASSES; c++)
    lines.push(`  { Model${c} model; total += model.runTwice(count) + Model${c}::table(count); }`)
  lines.push('  return total; }', '}')
  return lines.join('\n')
}

/** Writes `big.dSYM` of about this size into a folder, once; gives the path of the Mach-O file in it. */
export function makeDsym(folder, megabytes) {
  const path = join(folder, `big-${megabytes}.dSYM/Contents/Resources/DWARF/big-${megabytes}`)
  if (existsSync(path)) return path
  const objects = join(folder, 'objects')
  mkdirSync(objects, { recursive: true })
  const flags = ['-target', 'arm64-apple-macos13', '-g', '-Os', '-std=c++17', '-fno-exceptions', '-fno-rtti']
  writeLibraryStubs(join(folder, 'stubs'), 'arm64-macos', [
    {
      file: 'libSystem',
      installName: '/usr/lib/libSystem.B.dylib',
      symbols: ['_printf', 'dyld_stub_binder', '_bzero', '_memset'],
    },
  ])
  writeFileSync(join(objects, `part${numbered(0)}.cpp`), source())
  tool('clang++', [...flags, '-c', `part${numbered(0)}.cpp`, '-o', `part${numbered(0)}.o`], { cwd: objects })
  // A character a byte, so that the text is the object's bytes.
  const compiled = readFileSync(join(objects, `part${numbered(0)}.o`), 'latin1')
  const names = [`part${numbered(0)}.o`]
  for (let n = 1; n * compiled.length < megabytes * 1e6; n++) {
    const renamed = compiled.replaceAll('app0000', `app${numbered(n)}`).replaceAll('part0000', `part${numbered(n)}`)
    writeFileSync(join(objects, `part${numbered(n)}.o`), renamed, 'latin1')
    names.push(`part${numbered(n)}.o`)
  }
  const calls = names.map((_, n) => `namespace app${numbered(n)} { long all(int); }`).join('\n')
  writeFileSync(
    join(objects, 'main.cpp'),
    `${calls}\nint main(int count, char **) { long total = 0;\n${names.map((_, n) => `total += app${numbered(n)}::all(count);`).join('\n')}\nreturn (int)total; }\n`,
  )
  tool('clang++', [...flags, '-c', 'main.cpp', '-o', 'main.o'], { cwd: objects })
  const image = join(folder, `big-${megabytes}`)
  tool(
    'ld64.lld',
    [
      '-arch',
      'arm64',
      '-platform_version',
      'macos',
      '13.0',
      '13.0',
      `-L${join(folder, 'stubs')}`,
      '-lSystem',
      '-o',
      image,
      'main.o',
      ...names,
    ],
    { cwd: objects },
  )
  tool('dsymutil', [image, '-o', join(folder, `big-${megabytes}.dSYM`)], { cwd: objects })
  return path
}
