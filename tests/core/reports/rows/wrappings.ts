/** Stacks as programs print them, and what logs, chats, editors and tools make of a text on its way to a report. */

const PAGE = 0x4000
const images = [
  [
    'Harbor',
    0x104cc8000,
    '4C4C444F-5555-3144-A1CC-707057490EC2',
    '/private/var/containers/Bundle/Application/Harbor.app/Harbor',
  ],
  [
    'UIKitCore',
    0x18a3c5000,
    'C97BCE4F-FE89-382B-ABCE-D8BFBB5244CC',
    '/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore',
  ],
  ['libdispatch.dylib', 0x1ab0f2000, 'A1955075-22C5-3E06-AAE5-9C8DC643B132', '/usr/lib/system/libdispatch.dylib'],
] as const
const hex = (value: number): string => `0x${value.toString(16)}`
const padded = (value: number): string => `0x${value.toString(16).padStart(16, '0')}`
const places = [0, 0, 1, 0, 1, 1, 2, 0, 2].map((image, at) => {
  const [name, base] = images[image] ?? images[0]
  const offset = PAGE + at * 1212
  return { name, base, offset, address: base + offset }
})
const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`
const symbolRows = places.map(
  ({ name, address, offset }, at) => `${String(at).padEnd(4)}${name.padEnd(35)} ${padded(address)} ${name} + ${offset}`,
)
const loadRows = places.map(
  ({ name, address, base, offset }) => `${name.padEnd(30)} ${hex(address)} ${hex(base)} + ${offset}`,
)
const bareRows = places.map(({ address }, at) => `${at} ${hex(address)}`)

/** One stack in the forms that stacks are printed in. */
export const dumps: Readonly<Record<string, string>> = {
  'symbols of a call stack': lines(symbolRows),
  'symbols of a call stack in quotes': `(\n${symbolRows.map((row) => `\t"${row}"`).join(',\n')}\n)\n`,
  'load addresses': `Backtrace of Thread 771:\n${'='.repeat(40)}\n${lines(loadRows)}`,
  'images before addresses': `${lines(images.map(([name, base, uuid]) => `${name} ${hex(base)} ${uuid}`))}\n${lines(bareRows)}`,
  'images behind addresses': `${lines(bareRows)}\n${lines(images.map(([, base, uuid, path], at) => `[${String(at).padStart(3)}] ${uuid} ${padded(base)} ${path}`))}`,
}

type Wrap = (text: string) => string

const eachLine =
  (change: (line: string, at: number) => string): Wrap =>
  (text) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line, at) => `${change(line, at)}\n`)
      .join('')
const before = (prefix: string): Wrap => eachLine((line) => prefix + line)
const escapeHtml: Wrap = (text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
const columns = (line: string): string[] => line.split(/\s{2,}|\t/)

const wrapped =
  (width: number, indent: string): Wrap =>
  (text) =>
    text
      .split('\n')
      .map((line) => line.replace(new RegExp(`.{${width}}(?=.)`, 'g'), `$&\n${indent}`))
      .join('\n')
const pythonStrings = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `'${line.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/'/g, "\\'")}'`)
    .join(', ')

/** Prefixes of a line each; none of these programs is known by name. */
export const prefixes: Readonly<Record<string, Wrap>> = {
  nslog: before('2021-05-27 20:02:33.483299+0800 Harbor[41034:5171140] '),
  syslog: before('May 27 20:02:33 iPhone Harbor(Foundation)[41034] <Notice>: '),
  time: before('20:02:33.483 '),
  'rising times': eachLine((line, at) => `20:02:${String(10 + (at % 50))}.${100 + at} ${line}`),
  level: before('[2021-05-27T20:02:33Z] [ERROR] '),
  'changing levels': eachLine(
    (line, at) => `${['[INFO]', '[WARN]', '[ERROR]'][at % 3] ?? ''} crash.cpp:${at + 3}: ${line}`,
  ),
  flutter: before('flutter: '),
  emoji: before('🔥 Harbor ▸ '),
  docker: before('harbor-1  | '),
  logcat: before('05-27 20:02:33.483  1234  5678 E Harbor  : '),
  quote: before('> '),
  bullets: before('- '),
  'line numbers': eachLine((line, at) => `${String(at + 1).padStart(6)}\t${line}`),
  grep: eachLine((line, at) => `${at + 12}:${line}`),
  indent: before('        '),
}

/** More prefixes, each read alone and within wrappings that hold whole texts. */
export const furtherPrefixes: Readonly<Record<string, Wrap>> = {
  'columns of numbers': before(
    '2026-11-24 03:00:00.123456+0000 0x1a2b3c   Error       0x0                  41034  0    Harbor: (Kit) [com.example:crash] ',
  ),
  'time before names': before('Nov 24 03:00:00 mini Harbor[41034]: '),
  'added in a diff': before('+'),
  'removed in a diff': before('-'),
  'numbered list': eachLine((line, at) => `${at + 1}. ${line}`),
  'structured syslog': before('<11>1 2023-03-04T05:06:07.123456+01:00 iphone Lantern 812 crash [meta@32473 seq="4"] '),
  'syslog without fields': before('<11>1 2023-03-04T05:06:07.123456+01:00 iphone Lantern 812 - - '),
  'authors of lines': eachLine(
    (line, at) => `3f2a9c1e (Ada Lovelace 2023-03-04 05:06:07 +0100 ${String(at + 1).padStart(2)}) ${line}`,
  ),
  'time with a comma': before('20:02:33,483 - '),
  'right-to-left marks': before('\u200f'),
}

/** Wrappings of the text as a whole. */
export const wrappers: Readonly<Record<string, Wrap>> = {
  'JSON member': (text) => JSON.stringify({ device: 'iPhone', stack: text }),
  'pretty JSON': (text) =>
    JSON.stringify({ device: 'iPhone', crash: { count: 3, stack: text.trimEnd().split('\n') } }, undefined, 2),
  'JSON lines': eachLine((line) => JSON.stringify({ level: 'info', message: line })),
  'JSON in JSON': (text) => JSON.stringify({ log: JSON.stringify([{ hash: 1, stack: text }]) }),
  'escaped string': (text) => JSON.stringify(text),
  html: (text) => `<p>${escapeHtml(text).replace(/\n/g, '<br>\n')}</p>`,
  'html on one line': (text) => `<div class="log">${escapeHtml(text).replace(/\n/g, '<br/>')}</div>`,
  'html list': (text) =>
    `<ul>${text
      .trimEnd()
      .split('\n')
      .map((line) => `<li><code>${escapeHtml(line)}</code></li>`)
      .join('')}</ul>`,
  'html table': (text) =>
    `<table>\n${eachLine(
      (line) =>
        `<tr>${columns(line)
          .map((cell) => `<td>${escapeHtml(cell)}</td>`)
          .join('')}</tr>`,
    )(text)}</table>`,
  csv: eachLine((line) =>
    columns(line)
      .map((cell) => `"${cell.replace(/"/g, '""')}"`)
      .join(','),
  ),
  markdown: eachLine((line) => `| ${columns(line).join(' | ')} |`),
  'one line': (text) => text.replace(/\n/g, ' '),
  collapsed: (text) => text.replace(/[ \t]+/g, ' '),
  'no 0x': (text) => text.replace(/0x([0-9a-f]{6,})/g, '$1'),
  decimal: (text) => text.replace(/0x0*([0-9a-f]{6,})/g, (_, digits: string) => BigInt(`0x${digits}`).toString()),
  'wrapped at 60': (text) =>
    text
      .split('\n')
      .map((line) => line.replace(/.{60}(?=.)/g, '$&\n'))
      .join('\n'),
  fence: (text) => `What happened:\n\n\`\`\`\n${text}\`\`\`\n`,
  returns: (text) => text.replace(/\n/g, '\r\n'),
}

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

/** More changes of whole texts, each read alone. */
export const furtherWrappers: Readonly<Record<string, Wrap>> = {
  'wrapped at 40': wrapped(40, ''),
  'wrapped at 72 with an indent': wrapped(72, '      '),
  statements: eachLine((line) => `${line};`),
  'typographic quotes': eachLine((line) => `“${line}”`),
  guillemets: eachLine((line) => `«${line}»`),
  'capital 0X': (text) => text.replace(/0x([0-9a-f]+)/g, (_, digits: string) => `0X${digits.toUpperCase()}`),
  'quoted-printable': (text) =>
    `Content-Transfer-Encoding: quoted-printable\n\n${text
      .replace(/=/g, '=3D')
      .replace(/\t/g, '=09')
      .split('\n')
      .map((line) => line.replace(/.{75}(?=.)/g, '$&=\n'))
      .join('\n')}`,
  'form data': (text) => `stack=${encodeURIComponent(text)}&os=ios`,
  'form data with pluses': (text) => `os=ios&stack=${encodeURIComponent(text).replace(/%20/g, '+')}`,
  'CDATA section': (text) => `<?xml version="1.0"?><crash><stack><![CDATA[${text}]]></stack></crash>`,
  'XML attribute': (text) => `<log text="${escapeHtml(text).replace(/\n/g, '&#10;')}"/>`,
  'XML attribute in hex': (text) => `<log id="4" text="${escapeHtml(text).replace(/\n/g, '&#xA;')}" level="2"/>`,
  base64: (text) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n'),
  'base64 on one line': (text) => Buffer.from(text).toString('base64'),
  'rich text': (text) =>
    `{\\rtf1\\ansi\\ansicpg1252\n{\\fonttbl\\f0\\fnil Menlo-Regular;}\n{\\colortbl;\\red255\\green255\\blue255;}\n\\f0\\fs22 \\cf0 ${text
      .replace(/[\\{}]/g, '\\$&')
      .replace(/\t/g, '\\tab ')
      .trimEnd()
      .replace(/\n/g, '\\\n')}}\n`,
  'full-width digits': (text) => text.replace(/0x[0-9a-f]+/g, fullWidth),
  'soft hyphens': (text) => text.replace(/([0-9a-f]{4})(?=[0-9a-f]{4})/g, '$1\u00ad'),
  'bytes of Python': (text) => `[b${pythonStrings(text).replace(/', '/g, "', b'")}]`,
  'list of Python': (text) => `[${pythonStrings(text)}]`,
  'object of Python': (text) => `{'count': 3, 'last': None, 'stack': [${pythonStrings(text)}]}`,
  'numbered Markdown': (text) => `| # | row |\n|---|---|\n${eachLine((line, at) => `| ${at} | ${line} |`)(text)}`,
  'numbered html table': (text) =>
    `<table>${eachLine((line, at) => `<tr><td>${at}</td><td>${escapeHtml(line)}</td></tr>`)(text).replace(/\n/g, '')}</table>`,
}
