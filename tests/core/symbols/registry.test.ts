import { expect, test } from 'vitest'
import { symbolSources } from '../../../src/core/symbols/registry.ts'
import { buildFat, buildMachO } from '../../support/macho-builder.ts'

test.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
  ['a thin image', buildMachO({}), 'macho'],
  ['a fat file', buildFat([{ cpuType: 12, bytes: buildMachO({}) }]), 'macho'],
  ['a static library', new TextEncoder().encode('!<arch>\n'), 'macho'],
  ['Breakpad symbols', new TextEncoder().encode('MODULE mac arm64 0 App\n'), 'breakpad'],
  ['a shared cache', new TextEncoder().encode('dyld_v1  arm64e\0'), 'shared-cache'],
  ['a map of hidden names', new TextEncoder().encode('BCSymbolMap Version: 2.0\n_main\n'), 'bcsymbolmap'],
  ['a text', new TextEncoder().encode('Incident Identifier: 1'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('one source at most claims %s', (_, bytes, id) => {
  const claims = symbolSources.filter((source) => source.sniff(bytes)).map((source) => source.id)
  expect(claims).toEqual(id ? [id] : [])
})
