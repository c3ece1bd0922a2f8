import { expect, test } from 'vitest'
import { symbolSources } from '../../../src/core/symbols/registry.ts'
import { buildFat, buildMachO } from '../../support/macho-builder.ts'

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>BuildIdentities</key><array>
<dict><key>Manifest</key><dict>
<key>Cryptex1,SystemOS</key>
<dict><key>Digest</key><data>AA==</data><key>Info</key><dict><key>Path</key><string>094-1.dmg.aea</string></dict></dict>
<key>OS</key>
<dict><key>Info</key><dict><key>Path</key><string>094-2.dmg.aea</string></dict></dict>
</dict></dict></array>
<key>ProductBuildVersion</key><string>22A100</string>
<key>ProductVersion</key><string>18.0</string>
</dict></plist>`

test.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
  ['a thin image', buildMachO({}), 'macho'],
  ['a fat file', buildFat([{ cpuType: 12, bytes: buildMachO({}) }]), 'macho'],
  ['a static library', new TextEncoder().encode('!<arch>\n'), 'macho'],
  ['Breakpad symbols', new TextEncoder().encode('MODULE mac arm64 0 App\n'), 'breakpad'],
  ['a shared cache', new TextEncoder().encode('dyld_v1  arm64e\0'), 'shared-cache'],
  ['a map of hidden names', new TextEncoder().encode('BCSymbolMap Version: 2.0\n_main\n'), 'bcsymbolmap'],
  [
    'the UUID of the original build',
    new TextEncoder().encode('<?xml version="1.0"?><plist><dict><key>DBGOriginalUUID</key>'),
    'original-uuid',
  ],
  ['a GSYM file', Uint8Array.from([0x4d, 0x59, 0x53, 0x47, 1, 0, ...new Uint8Array(42)]), 'gsym'],
  ['an ELF file', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), 'elf'],
  ['a source map', new TextEncoder().encode('{"version":3,"sources":["a.js"],"mappings":"AAAA"}'), 'source-map'],
  ['Unity symbols', new TextEncoder().encode('usym\u0002\0\0\0'), 'usym'],
  ['a map of translated lines', new TextEncoder().encode('{"a.cpp":{"b.cs":{"1":2}}}'), 'line-map'],
  ['a link map', new TextEncoder().encode('# Path: /build/App\n# Arch: arm64\n# Object files:\n'), 'link-map'],
  ['the output of nm', new TextEncoder().encode('0000000100001000 T _a\n'.repeat(5)), 'nm'],
  ['a Bugly table', new TextEncoder().encode('UUID:\tA\nSymbol table:\n10\t20\tmain\tmain.m:1\n'), 'bugly'],
  ['the manifest of an IPSW', new TextEncoder().encode(manifest), 'build-manifest'],
  ['another property list', new TextEncoder().encode(manifest.replace('BuildIdentities', 'Identities')), undefined],
  ['a text', new TextEncoder().encode('Incident Identifier: 1'), undefined],
  ['nothing', new Uint8Array(), undefined],
])('one source at most claims %s', (_, bytes, id) => {
  const claims = symbolSources.filter((source) => source.sniff(bytes)).map((source) => source.id)
  expect(claims).toEqual(id ? [id] : [])
})

test('the manifest of an IPSW says what is needed of it, and how to unpack that', async () => {
  const source = symbolSources.find(({ id }) => id === 'build-manifest')!
  const { ok, problems } = await source.open({ path: 'iPhone.ipsw!BuildManifest.plist', blob: new Blob([manifest]) })
  expect(ok).toBe(false)
  expect(problems[0]?.message).toMatch(/18\.0 \(22A100\).*094-1\.dmg\.aea or 094-2\.dmg\.aea.*encrypted/)
  expect(problems[0]?.message).toContain('ipsw extract --dyld iPhone.ipsw')
})
