/**
 * Makes the builds that names are calibrated on: `node tests/conformance/calibration-builds.mjs FOLDER`. Pairs of consecutive
 * releases come from npm by name; programs in two builds, from -O0 to -Oz, are compiled here (clang-19, lld-19, llvm-19).
 * `FOLDER/fit` has the builds from which weights are taken, `FOLDER/report` has others, which the weights have not seen.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { compile, tool, writeLibraryStubs } from '../fixtures/toolchain.mjs'
import { editedProgram } from './calibration-program.mjs'

/** Packages with a file for macOS in each release: name, older and newer release, part of the file's path. */
const packages = {
  fit: [
    ['@parcel/watcher-darwin-arm64', '2.5.4', '2.5.6', '.node'],
    ['@parcel/watcher-darwin-x64', '2.5.1', '2.5.4', '.node'],
    ['@lmdb/lmdb-darwin-arm64', '3.5.4', '3.5.5', 'node.napi.node'],
    ['@serialport/bindings-cpp', '12.0.0', '12.0.1', 'darwin'],
    ['classic-level', '1.3.0', '1.4.1', 'darwin'],
    ['@node-rs/crc32-darwin-arm64', '1.10.4', '1.10.6', '.node'],
    ['@node-rs/bcrypt-darwin-x64', '1.10.4', '1.10.7', '.node'],
  ],
  report: [
    ['@lmdb/lmdb-darwin-x64', '3.4.3', '3.4.4', 'node.napi.node'],
    ['@parcel/watcher-darwin-arm64', '2.4.0', '2.4.1', '.node'],
    ['usb', '2.16.0', '2.17.0', 'darwin'],
    ['node-hid', '3.1.2', '3.2.0', 'darwin'],
    ['sodium-native', '5.0.9', '5.0.10', 'darwin-'],
    ['@cbor-extract/cbor-extract-darwin-arm64', '2.1.1', '2.2.0', '.node'],
    ['@msgpackr-extract/msgpackr-extract-darwin-x64', '3.0.2', '3.0.3', '.node'],
    ['@node-rs/xxhash-darwin-arm64', '1.7.6', '1.7.7', '.node'],
    ['@node-rs/argon2-darwin-x64', '2.0.2', '2.2.0', '.node'],
  ],
}
const levels = ['O0', 'O1', 'O2', 'Os', 'Oz']
/** Functions of 400 that the newer build has changed. */
const edited = { few: 2, some: 12, many: 80 }
const targets = { arm64: 'arm64-apple-macos13', x86_64: 'x86_64-apple-macos13' }

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('a folder is needed')
const root = resolve(folder)
const work = mkdtempSync(join(tmpdir(), 'unslide-calibration-'))
try {
  for (const [part, list] of Object.entries(packages)) {
    for (const [name, older, newer, path] of list) {
      fetchRelease(part, name, older, path, 1)
      fetchRelease(part, name, newer, path, 2)
    }
  }
  for (const [part, firstSeed] of [
    ['fit', 1],
    ['report', 101],
  ]) {
    levels.forEach((level, at) => {
      for (const arch of Object.keys(targets)) {
        for (const edits of Object.keys(edited)) {
          for (const build of [1, 2]) compileBuild(part, { level, arch, edits, build, seed: firstSeed + at })
        }
      }
    })
  }
} finally {
  rmSync(work, { recursive: true })
}

/** Files of one release, each slice in a folder of its own, with the list of its functions where it has names. */
function fetchRelease(part, name, version, path, build) {
  const label = name
    .replace(/^@/, '')
    .replace(/[/_]/g, '.')
    .replace(/-darwin-(arm64|x64)$/, '')
  const unpacked = join(work, `${label}-${version}`)
  mkdirSync(unpacked, { recursive: true })
  const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: work,
    encoding: 'utf8',
  }).trim()
  execFileSync('tar', ['xzf', archive], { cwd: work })
  rmSync(unpacked, { recursive: true, force: true })
  renameSync(join(work, 'package'), unpacked)
  for (const file of readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.includes(path) || !/\.(node|dylib)$/.test(file) || /ios|linux|win32|android|abi|electron/.test(file))
      continue
    const archs = tool('llvm-lipo', [join(unpacked, file), '-archs'])
      .trim()
      .split(' ')
    for (const arch of archs) {
      const target = join(root, part, `${label}_${basename(file).replace(/\W|arm64|x64/g, '')}-${arch}-${build}`)
      if (existsSync(target)) continue
      mkdirSync(target, { recursive: true })
      const image = join(target, 'Image')
      if (archs.length > 1) tool('llvm-lipo', [join(unpacked, file), '-thin', arch, '-output', image])
      else execFileSync('cp', [join(unpacked, file), image])
      listFunctions(image, target)
    }
  }
}

/** `starts.txt`: where functions start, as the symbol table has them; none for a stripped file. */
function listFunctions(image, target) {
  const rows = [...tool('llvm-nm', ['--defined-only', '--numeric-sort', image]).matchAll(/^([0-9a-f]+) [tT] (\S+)$/gm)]
  const named = rows.filter(([, , name]) => !/^(_mh_|ltmp|l_|GCC_except|Lloh|__mh_)/.test(name ?? ''))
  const known = new Map(named.map(([, at, name]) => [at, name]))
  if (known.size > 60)
    writeFileSync(join(target, 'starts.txt'), [...known].map(([at, name]) => `0x${at} ${name}\n`).join(''))
}

function compileBuild(part, { level, arch, edits, build, seed }) {
  const target = join(root, part, `made.${level}.${edits}-${arch}-${build}`)
  if (existsSync(target)) return
  const objects = join(work, `made-${part}-${level}-${edits}-${arch}-${build}`)
  mkdirSync(objects, { recursive: true })
  mkdirSync(target, { recursive: true })
  writeFileSync(
    join(objects, 'made.c'),
    editedProgram({ seed, functions: 400, edits: build === 1 ? 0 : edited[edits] }),
  )
  const flags = ['-target', targets[arch], `-${level}`, '-g', '-ffreestanding', '-fno-stack-protector', '-w']
  const names = compile({ sources: ['made.c'], from: objects, to: objects, seenAs: '/src', flags })
  writeLibraryStubs(objects, `${arch}-macos`, [
    { file: 'libSystem', installName: '/usr/lib/libSystem.B.dylib', symbols: ['dyld_stub_binder'] },
  ])
  const image = join(target, 'Image')
  const link = ['-arch', arch, '-platform_version', 'macos', '13.0', '13.0', '-L.', '-lSystem', '-o', image, ...names]
  tool('ld64.lld', link, { cwd: objects })
  listFunctions(image, target)
}
