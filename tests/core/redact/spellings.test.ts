/** An identifier is found in whatever spelling it has, also where that is the only one; image lists keep their own UUIDs. */
import { expect, test } from 'vitest'
import { redact } from '../../../src/core/redact/redact.ts'
import { leaksOf, planted as p } from '../../support/planted.ts'
import { app, buildReport } from '../../support/report-builder.ts'

/** Texts of apps and systems with one identifier each. */
const phrases: readonly (readonly [secret: keyof typeof p, phrase: string])[] = [
  ['user', `open /Users/${p.user}/Documents/a.txt`],
  ['user', `open /home/${p.user}/a.txt`],
  ['user', `open C:\\Users\\${p.user}\\a.txt`],
  ['email', `mail ${p.email} now`],
  ['host', `on ${p.host}.local now`],
  ['device', `device ${p.device} gone`],
  ['vendor', `vendor ${p.vendor}`],
  ['crashKey', `CrashReporter Key: ${p.crashKey}`],
  ['container', `/var/mobile/Containers/Data/Application/${p.container}/tmp/x`],
  ['container', `/var/containers/Shared/SystemGroup/${p.container}/x`],
  ['bundle', `/private/var/containers/Bundle/Application/${p.bundle}/Shop.app/Shop`],
  ['simulator', `/Library/Developer/CoreSimulator/Devices/${p.simulator}/data`],
  ['anonymous', `Anonymous UUID: ${p.anonymous}`],
  ['sleepWake', `Sleep/Wake UUID: ${p.sleepWake}`],
  ['beta', `Beta Identifier: ${p.beta}`],
  ['session', `image uuid: ${p.session}`],
  ['serial', `Serial Number: ${p.serial}`],
  ['account', `account_id=${p.account}`],
  ['ip', `connected to ${p.ip}:443`],
  ['mac', `from ${p.mac} now`],
  ['phone', `call ${p.phone} now`],
  ['cell', `sms ${p.cell} now`],
  ['token', `access_token=${p.token}`],
  ['udid', `udid ${p.udid}`],
  ['city', `city=${p.city}`],
  ['latitude', `at ${p.latitude}, ${p.longitude}`],
  ['wifi', `SSID "${p.wifi}"`],
  ['imei', `IMEI ${p.imei}`],
  ['ecid', `ecid=${p.ecid}`],
]

const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const ascii = (text: string): string =>
  json(text).replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
const mail = (text: string): string =>
  text.replace(/[^\x20-\x3c\x3e-\x7e]/gu, (char) =>
    Array.from(new TextEncoder().encode(char), (byte) => `=${byte.toString(16).toUpperCase()}`).join(''),
  )
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in JSON': json,
  'in JSON with escaped slashes': (text) => ascii(text).replaceAll('/', '\\/'),
  'in JSON in JSON': (text) => json(ascii(text)),
  'in a link': encodeURIComponent,
  'in a link in a link': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in a path of a link': encodeURI,
  'in mail': mail,
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
}

/** UUIDs are also written in another case and without hyphens. */
const forms = (phrase: string, secret: string): readonly string[] =>
  /^[0-9A-F-]{36}$/.test(secret)
    ? [secret, secret.toLowerCase(), secret.replaceAll('-', ''), secret.replaceAll('-', '').toLowerCase()].map((form) =>
        phrase.replace(secret, form),
      )
    : [phrase]

const cases = phrases.flatMap(([name, phrase]) =>
  forms(phrase, p[name]).flatMap((form) =>
    Object.entries(spellings).map(([way, spell]) => ({ name, way, form, written: spell(form) })),
  ),
)

test.each(cases)('$form $way', ({ name, written }) => {
  const made = buildReport([app('main')], {
    header: { process: 'Shop', fields: [] },
    applicationInfo: [`said ${written} then`],
  })
  expect(leaksOf(decoded(written))).toContain(p[name])
  const [safe] = redact([made]).reports
  expect(leaksOf(decoded(safe?.report.applicationInfo[0] ?? ''))).not.toContain(p[name])
})

/** A text, and the text without each layer of escapes, since `leaksOf` undoes ASCII in one layer. */
function decoded(text: string): string {
  const found = [text]
  for (const one of found) {
    if (found.length > 30) break
    for (const next of [unlink(one), unmail(one), unescapeJson(one)]) if (!found.includes(next)) found.push(next)
  }
  return found.join('\n')
}

const unlink = (text: string): string => text.replace(/(?:%[0-9A-F]{2})+/gi, (bytes) => decodeURIComponent(bytes))
const unmail = (text: string): string =>
  text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
const unescapeJson = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|([\\/"]))/gi, (_, hex?: string, char?: string) =>
    hex === undefined ? (char ?? '') : String.fromCharCode(parseInt(hex, 16)),
  )

const row = (path: string): string =>
  `       0x104c00000 -        0x104c1ffff Shop arm64  <${own.replaceAll('-', '').toLowerCase()}> ${path}`
const own = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'

test.each([
  ['container', `/private/var/containers/Bundle/Application/${p.container}/Shop.app/Shop`],
  ['simulator', `/Users/x/Library/Developer/CoreSimulator/Devices/${p.simulator}/data/Shop.app/Shop`],
] as const)('a row of an image list keeps its UUID and loses that of its path: %s', (name, path) => {
  const made = buildReport([app('main')], {
    header: { process: 'Shop', fields: [] },
    text: row(path),
    applicationInfo: [row(path)],
  })
  const [safe] = redact([made]).reports
  for (const text of [safe?.report.text ?? '', safe?.report.applicationInfo[0] ?? '']) {
    expect(leaksOf(text)).not.toContain(p[name])
    expect(text).toContain(own.replaceAll('-', '').toLowerCase())
  }
})

test('a UUID of the image list stays wherever else it stands, in every form', () => {
  const line = `loaded ${own}, ${own.toLowerCase()} and ${own.replaceAll('-', '')}`
  const made = buildReport([app('main')], {
    header: { process: 'Shop', fields: [] },
    text: row('/x/Shop'),
    applicationInfo: [line],
  })
  expect(redact([made]).reports[0]?.report.applicationInfo).toEqual([line])
})
