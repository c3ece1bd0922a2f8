/** Variables out of the object files of a debug map: as dsymutil's dSYM of the same files has them, or why not. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine, FrameVariables, VariableScope } from '../../../src/core/engine-types.ts'
import { linkAddress, offsetOfLink } from '../../../src/core/model/address.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'

const fixtures = new URL('../../fixtures/macho/', import.meta.url)
const names = ['macos-arm64-objects', 'macos-x86_64-objects', 'ios-armv7-objects']

const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(path, fixtures)))
const file = (path: string): InputFile => ({ path, blob: new Blob([bytesOf(path)]) })
const objects = (name: string): readonly InputFile[] =>
  readdirSync(new URL(`${name}/build`, fixtures)).map((entry) => file(`${name}/build/${entry}`))
const dsym = (name: string): InputFile => file(`${name}/Shelf.dSYM/Contents/Resources/DWARF/Shelf`)

async function engineWith(files: readonly InputFile[]): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(files)
  return engine
}

async function scopesAt(engine: Engine, addresses: readonly string[]): Promise<readonly (readonly VariableScope[])[]> {
  const image = (await engine.images()).find(({ kind }) => kind === 'executable' || kind === 'dsym')
  if (!image) throw new Error('no image')
  const offsets = addresses.flatMap(
    (address) => offsetOfLink(linkAddress(BigInt(address)), linkAddress(image.textVmaddr)) ?? [],
  )
  const outcome = await engine.variables({ key: image, offsets })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value
}

/** DIEs and data have other places in a dSYM. */
const withoutPlaces = (scopes: readonly VariableScope[]) =>
  scopes.map((scope) => ({
    ...scope,
    variables: scope.variables.map((variable) => ({
      ...variable,
      location: variable.location?.replace(/\(0x[0-9a-f]+\)/g, '').replace(/^(DW_OP_addrx?) .*/, '$1'),
    })),
  }))

test.each(names)('%s: all addresses', async (name) => {
  const lines = new TextDecoder()
    .decode(bytesOf(`${name}/truth.jsonl`))
    .trimEnd()
    .split('\n')
  const addresses = lines.map((line) => (JSON.parse(line) as { address: string }).address)
  const own = await scopesAt(await engineWith([file(`${name}/Shelf`), ...objects(name)]), addresses)
  const linked = await scopesAt(await engineWith([dsym(name)]), addresses)
  expect(own.map(withoutPlaces)).toEqual(linked.map(withoutPlaces))
  expect(own.flat().flatMap(({ variables }) => variables).length).toBeGreaterThan(100)
})

const NAME = 'macos-arm64-objects'
/** A crash in `gap` of `search.c`, whose object is in `libshelf.a`. */
const report = (uuid: string): InputFile => ({
  path: 'Shelf.crash',
  blob: new Blob([
    [
      'Process: Shelf [1]',
      'Code Type: ARM-64',
      'Exception Type: EXC_BAD_ACCESS (SIGSEGV)',
      '',
      'Thread 0 Crashed:',
      '0   Shelf 0x0000000104000bd4 0x104000000 + 3028',
      '',
      'Thread 0 crashed with ARM Thread State (64-bit):',
      '    x0: 0x0000000000000007   x1: 0x0000000000000003',
      '    pc: 0x0000000104000bd4',
      '',
      'Binary Images:',
      `0x104000000 - 0x104003fff Shelf arm64 <${uuid}> /Users/dev/Shelf`,
      '',
    ].join('\n'),
  ]),
})

async function crashed(files: readonly InputFile[]): Promise<FrameVariables | undefined> {
  const engine = await engineWith(files)
  const [image] = await engine.images()
  const outcome = await engine.open(report(image?.uuid.replaceAll('-', '').toLowerCase() ?? ''))
  if (!outcome.ok) throw new Error('no report')
  const told = await engine.variablesOfFrame({ handle: outcome.value.handle, report: 0, frame: 0 })
  return told.ok ? told.value : undefined
}

test('a frame of a report: values as with the dSYM, and without the object the reason', async () => {
  const own = await crashed([file(`${NAME}/Shelf`), ...objects(NAME)])
  const linked = await crashed([dsym(NAME)])
  expect(own?.scopes.map(({ function: of }) => of)).toEqual(['gap'])
  const values = (told: FrameVariables | undefined) =>
    told?.scopes.flatMap(({ variables }) =>
      variables.map(({ name, value, unavailable }) => [name, value ?? unavailable]),
    )
  expect(values(own)).toEqual(values(linked))
  expect(own?.scopes[0]?.variables.length).toBeGreaterThan(1)
  const others = objects(NAME).filter(({ path }) => !path.endsWith('.a'))
  expect(await crashed([file(`${NAME}/Shelf`), ...others])).toMatchObject({ scopes: [], missing: 'no-object' })
})
