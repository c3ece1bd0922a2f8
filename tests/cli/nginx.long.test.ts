/** Published symbols behind nginx, as somebody sets it up well or badly. Needs nginx; `npm test` installs Debian's. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { crashedFrames, testFolder, unslide, unslideBeside } from '../support/cli.ts'
import { hasNginx, startNginx } from '../support/nginx.mjs'
import { largeDsym } from '../support/large-dsym.ts'
import { samplePath } from '../support/sample.ts'

const uuid = '5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E6F'
const report = samplePath('Trailmap.ips')
const dsym = samplePath('Trailmap.dSYM.zip')
const published = join(testFolder(), 'published')

const namesOf = (out: string) =>
  crashedFrames(out).map(({ calls = [] }) => calls.map(({ mangled, file, line }) => [mangled, file, line]))

/** Result of a configuration: the names, or words of the message. */
const setups: readonly (readonly [what: string, directives: string, http: string, words: readonly string[]])[] = [
  ['as it is', '', '', []],
  [
    'the settings of the README',
    'location ~ [.]unslide-blocks$ { gzip off; add_header Cache-Control "public, max-age=31536000, immutable"; }',
    'gzip on;',
    [],
  ],
  ['compresses whatever it can', '', 'gzip on; gzip_min_length 1; gzip_types *; gzip_proxied any;', []],
  ['in a folder of another', 'location /team/ { alias "FOLDER/"; }', '', []],
  ['keeps no connection', 'keepalive_timeout 0;', '', []],
  ['serves no ranges', 'max_ranges 0;', '', []],
  [
    'says of all that it is compressed',
    'location ~ [.]unslide-blocks$ { add_header Content-Encoding gzip; }',
    '',
    ['compresses', '.unslide-blocks'],
  ],
  [
    'sends to another address',
    'location /symbols/ { return 301 https://example.com$request_uri; }',
    '',
    ['not followed'],
  ],
  ['forbids the symbols', 'location /symbols/ { deny all; }', '', ['status 403']],
  ['has a page for everything', 'location /symbols/ { try_files /nothing =500; }', '', ['status 500', '3 times']],
]

describe.runIf(hasNginx)('behind nginx', () => {
  let here = ''
  beforeAll(() => {
    expect(unslide(['publish', dsym, '--to', published]).status).toBe(0)
    here = unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json']).out
  })

  test.each(setups)('%s', async (_what, directives, http, words) => {
    const server = await startNginx(published, directives.replace('FOLDER', published), http)
    const address = directives.includes('/team/') ? `${server.url}team` : server.url
    const { status, out, err } = await unslideBeside(['symbolicate', report, '--symbols', address, '--format', 'json'])
    await server.stop()
    for (const word of words) expect(err).toContain(word)
    expect(status, err).toBe(words.length === 0 ? 0 : 1)
    if (words.length === 0) expect(namesOf(out)).toEqual(namesOf(here))
  })

  test('where parts are not served, the whole of a large index is not taken', async () => {
    const large = join(published, '..', 'Large')
    writeFileSync(large, await largeDsym(uuid, 1 << 20))
    expect(unslide(['publish', large, '--to', published]).status).toBe(0)
    // Of an index that is so regular the file is small, and would be taken in one piece.
    const manifest = join(published, 'symbols', uuid, 'manifest.json')
    const text = readFileSync(manifest, 'utf8')
    const [, mapBytes = ''] = /"mapBytes": (\d+)/.exec(text) ?? []
    writeFileSync(manifest, text.replace(/"firstBytes": \d+/, `"firstBytes": ${mapBytes}`))
    const asked = ['--uuid', uuid, '0x100001000', '0x100004000']
    const [good, bad] = [await startNginx(published), await startNginx(published, 'max_ranges 0;')]
    const found = await unslideBeside(['lookup', '--symbols', good.url, ...asked])
    const refused = await unslideBeside(['lookup', '--symbols', bad.url, ...asked])
    await Promise.all([good.stop(), bad.stop()])
    expect(found.out).toBe(unslide(['lookup', '--symbols', large, ...asked]).out)
    expect([refused.status, refused.err.includes('range requests')]).toEqual([1, true])
  })
})
