/** One stack of an app in six forms, and thirty-eight ways in which people pass such texts on. Truths were written down before the first run. */

type Image = readonly [name: string, base: number, uuid: string, path: string]
const bundle = '/private/var/containers/Bundle/Application/0D1F/Lantern.app'
const images: Readonly<Record<'L' | 'K' | 'U' | 'D', Image>> = {
  L: ['Lantern', 0x100f3c000, '7B1D03C4-3E52-3A0F-9C11-0F6C2D7E8A91', `${bundle}/Lantern`],
  K: [
    'LanternKit',
    0x101a80000,
    '1C9E88D2-77A4-3B6B-8E0D-5A4B3C2D1E0F',
    `${bundle}/Frameworks/LanternKit.framework/LanternKit`,
  ],
  U: [
    'UIKitCore',
    0x18a3c5000,
    'C97BCE4F-FE89-382B-ABCE-D8BFBB5244CC',
    '/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore',
  ],
  D: ['libdispatch.dylib', 0x1ab0f2000, 'A1955075-22C5-3E06-AAE5-9C8DC643B132', '/usr/lib/system/libdispatch.dylib'],
}
const listed = Object.values(images)
type Place = readonly [image: keyof typeof images, offset: number, symbol?: string, inSymbol?: number]
const stack: readonly Place[] = [
  ['K', 0x7a34],
  ['K', 0x81f0, 'LanternKit.Beam.open(at:) -> Swift.Int', 96],
  ['L', 0x5c20],
  ['L', 0x6004, '-[LNTController open:]', 52],
  ['U', 0x12f9a8, '-[UIApplication sendAction:to:from:forEvent:]', 100],
  ['D', 0x3fec, '_dispatch_call_block_and_release', 32],
  ['D', 0x5570, '_dispatch_client_callout', 20],
  ['U', 0x9a1c44, 'UIApplicationMain', 340],
]
const F = stack.map(([key, o, s, so]) => {
  const [n, b] = images[key]
  return { n, b, o, a: b + o, s, so }
})
const h = (value: number, width = 16): string => `0x${value.toString(16).padStart(width, '0')}`
const J = (rows: readonly string[]): string => `${rows.join('\n')}\n`
const css = J(F.map((f, i) => `${String(i).padEnd(4)}${f.n.padEnd(35)} ${h(f.a)} ${f.s ?? f.n} + ${f.s ? f.so : f.o}`))
const load = J(F.map((f) => `${f.n.padEnd(30)} ${h(f.a, 1)} ${h(f.b, 1)} + ${f.o}`))
const bs =
  'Backtrace of Thread 259:\n======================================================================================\n' +
  load
const crash = `Incident Identifier: 6FD1A3B2-9C0E-4E58-8F1B-2A3C4D5E6F70
Hardware Model:      iPhone14,5
Process:             Lantern [812]
Path:                ${images.L[3]}
Identifier:          org.example.lantern
Version:             1.4.0 (77)
Code Type:           ARM-64 (Native)
Date/Time:           2023-03-04 05:06:07.000 +0100
OS Version:          iPhone OS 16.3.1 (20D67)
Report Version:      104

Exception Type:  EXC_BREAKPOINT (SIGTRAP)
Exception Codes: 0x0000000000000001, 0x0000000101a87a34
Triggered by Thread:  0

Thread 0 name:   Dispatch queue: com.apple.main-thread
Thread 0 Crashed:
${F.map((f, i) => `${String(i).padEnd(4)}${f.n.padEnd(30)}\t${h(f.a)} ${f.s ? f.s + ' + ' + f.so : h(f.b, 1) + ' + ' + f.o}`).join('\n')}

Thread 1:
0   libdispatch.dylib             \t0x00000001ab0f8000 start_wqthread + 0
1   libdispatch.dylib             \t0x00000001ab0f9120 _pthread_wqthread + 8

Binary Images:
${listed.map(([n, b, u, p]) => `       ${h(b, 1)} - ${h(b + 0xfffff, 1)} ${n} arm64 <${u.replace(/-/g, '').toLowerCase()}> ${p}`).join('\n')}
`
const list = J(listed.map(([, b, u, p], i) => `[${String(i).padStart(3)}] ${u} ${h(b)} ${p}`))
const bare = J(F.map((f, i) => `${i} ${h(f.a, 1)}`)) + '\n' + list
const lldb =
  "* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BREAKPOINT (code=1, subcode=0x101a87a34)\n" +
  J(
    F.map(
      (f, i) =>
        `  ${i ? ' ' : '*'} frame #${i}: ${h(f.a)} ${f.n}\`${f.s ?? '___lldb_unnamed_symbol' + (100 + i)} + ${f.s ? f.so : f.o % 200}`,
    ),
  )
const throw_ = `*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 4 beyond bounds [0 .. 2]'\n*** First throw call stack:\n(${F.map((f) => h(f.a, 1)).join(' ')})\nlibc++abi: terminating due to uncaught exception of type NSException\n`

/** Address and image of each frame; the image is left out where the text does not say it. */
export type Truth = readonly (readonly [address: number, image?: string])[]
const T8: Truth = F.map(({ a, n }) => [a, n])
const T10: Truth = [...T8, [0x1ab0f8000, 'libdispatch.dylib'], [0x1ab0f9120, 'libdispatch.dylib']]
const TA: Truth = F.map(({ a }) => [a])

const each = (t: string, f: (line: string, at: number) => string): string =>
  t.replace(/\n$/, '').split('\n').map(f).join('\n') + '\n'
const esc = (t: string): string => t.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const b64 = (t: string): string => Buffer.from(t, 'utf8').toString('base64').replace(/.{76}/g, '$&\n') + '\n'
const qp = (t: string): string =>
  each(t.replace(/=/g, '=3D'), (l) =>
    l
      .replace(/\t/g, '=09')
      .replace(/ $/, '=20')
      .replace(/.{72}(?=.)/g, '$&=\n'),
  )
const rtf = (t: string): string =>
  '{\\rtf1\\ansi\\ansicpg1252\\cocoartf2709\n{\\fonttbl\\f0\\fnil\\fcharset0 Menlo-Regular;}\n{\\colortbl;\\red255\\green255\\blue255;}\n\\f0\\fs22 \\cf0 ' +
  t
    .replace(/[\\{}]/g, '\\$&')
    .replace(/\t/g, '\\tab ')
    .replace(/\n$/, '')
    .replace(/\n/g, '\\\n') +
  '}\n'
const E = String.fromCharCode(27)
/** Name, form of the stack, text, and the frames. */
export const variants: readonly (readonly [name: string, form: string, text: string | Uint8Array, truth: Truth])[] = [
  ['slack quote with block mark', 'css', each(css, (l) => '&gt; ' + l), T8],
  ['discord quote and fence inside', 'bs', '> ```\n' + each(bs, (l) => '> ' + l) + '> ```\n', T8],
  [
    'jira {code} with panel',
    'crash',
    'h3. Crash on start\n{code:title=Lantern.crash|borderStyle=solid}\n' +
      crash +
      '{code}\n||Device||OS||\n|iPhone14,5|16.3.1|\n',
    T10,
  ],
  ['jira {noformat} one row per bullet', 'css', '{noformat}\n' + each(css, (l) => '* ' + l) + '{noformat}\n', T8],
  [
    'markdown table, address first',
    'load',
    '| Address | Image | Offset |\n|:--|---|--:|\n' +
      J(F.map((f) => `| \`${h(f.a, 1)}\` | ${f.n} | ${h(f.b, 1)} + ${f.o} |`)),
    T8,
  ],
  [
    'tsv from a sheet',
    'css',
    '#\tImage\tAddress\tSymbol\n' +
      J(F.map((f, i) => [i, f.n, h(f.a), `${f.s ?? f.n} + ${f.s ? f.so : f.o}`].join('\t'))),
    T8,
  ],
  [
    'yaml block scalar',
    'crash',
    'id: 77\nkind: crash\nreport: |\n' + each(crash, (l) => (l ? '  ' + l : '')) + 'tags:\n  - ios\n',
    T10,
  ],
  [
    'yaml list of strings',
    'css',
    'crash:\n  stack:\n' + each(css, (l) => `    - "${l}"`) + '  device: iPhone14,5\n',
    T8,
  ],
  [
    'xml cdata in log4j event',
    'bs',
    '<log4j:event logger="org.example" timestamp="1677902767000" level="ERROR" thread="main">\n<log4j:message><![CDATA[' +
      bs +
      ']]></log4j:message>\n</log4j:event>\n',
    T8,
  ],
  [
    'syslog rfc5424',
    'css',
    each(css, (l) => `<11>1 2023-03-04T05:06:07.123456+01:00 iphone Lantern 812 crash [meta@32473 seq="4"] ` + l),
    T8,
  ],
  [
    'syslog rfc5424 crash text',
    'crash',
    each(crash, (l) => `<11>1 2023-03-04T05:06:07.123456+01:00 iphone Lantern 812 - - ` + l),
    T10,
  ],
  [
    'docker json-file',
    'css',
    each(css, (l) => JSON.stringify({ log: l + '\n', stream: 'stderr', time: '2023-03-04T05:06:07.123456789Z' })),
    T8,
  ],
  [
    'loki / grafana lines',
    'bs',
    each(bs, (l, i) => `2023-03-04 05:06:07.12${i % 10}\t{app="lantern", level="error"}\t` + l),
    T8,
  ],
  [
    'kibana export, one hit',
    'crash',
    JSON.stringify(
      {
        took: 3,
        hits: {
          total: 1,
          hits: [
            {
              _index: 'logs-2023',
              _id: 'a1',
              _source: { '@timestamp': '2023-03-04T05:06:07Z', message: crash, host: 'h1' },
            },
          ],
        },
      },
      null,
      2,
    ),
    T10,
  ],
  [
    'kibana csv export',
    'css',
    '"@timestamp",message\n' + each(css, (l, i) => `"Mar 4, 2023 @ 05:06:07.12${i}","${l.replace(/"/g, '""')}"`),
    T8,
  ],
  ['python repr', 'bs', 'stack = ' + "'" + bs.replace(/\n/g, '\\n') + "'\n", T8],
  [
    'python bytes repr list',
    'css',
    '[' +
      css
        .trimEnd()
        .split('\n')
        .map((l) => `b'${l}'`)
        .join(', ') +
      ']\n',
    T8,
  ],
  [
    'swift multi-line literal',
    'css',
    'let stack = """\n' + each(css, (l) => '    ' + l) + '    """\nprint(stack)\n',
    T8,
  ],
  ['swift array literal', 'load', 'let rows: [String] = [\n' + each(load.trimEnd(), (l) => `    "${l}",`) + ']\n', T8],
  [
    'NSLog with escaped dictionary',
    'css',
    '2023-03-04 05:06:07.123 Lantern[812:4711] {\n    callStack =     (\n' +
      css
        .trimEnd()
        .split('\n')
        .map((l) => `        "${l}"`)
        .join(',\n') +
      '\n    );\n    device = "iPhone14,5";\n}\n',
    T8,
  ],
  [
    'quoted-printable mail',
    'crash',
    'From: a@example.org\nSubject: crash\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n' +
      qp(crash),
    T10,
  ],
  ['base64 text', 'crash', b64(crash), T10],
  [
    'html pre with spans',
    'crash',
    '<html><body><pre class="hl">' +
      each(esc(crash), (l) => `<span class="l">${l.replace(/0x[0-9a-f]+/g, '<span class="mh">$&</span>')}</span>`) +
      '</pre></body></html>\n',
    T10,
  ],
  ['rtf', 'css', rtf(css), T8],
  [
    'utf-16 big endian, windows ends, mark',
    'crash',
    (() => {
      const b = Buffer.from('\ufeff' + crash.replace(/\n/g, '\r\n'), 'utf16le')
      b.swap16()
      return b
    })(),
    T10,
  ],
  [
    'full-width digits',
    'css',
    css.replace(/[0-9a-z]/g, (c: string, i: number, s: string) =>
      /0x[0-9a-f]*$/.test(s.slice(Math.max(0, i - 18), i)) ||
      (c === '0' && s[i + 1] === 'x') ||
      (c === 'x' && s[i - 1] === '0')
        ? String.fromCharCode(c.charCodeAt(0) + 0xfee0)
        : c,
    ),
    T8,
  ],
  ['soft hyphens in long words', 'css', css.replace(/([0-9a-f]{4})(?=[0-9a-f]{4})/g, '$1\u00ad'), T8],
  [
    'zero-width spaces and right-to-left marks',
    'bs',
    each(bs, (l) => '\u200f' + l.replace(/ {2,}/g, '$&\u200b').replace(/\+/g, '\u200e+')),
    T8,
  ],
  [
    'wrapped at 72, hanging indent, quoted twice',
    'css',
    each(
      css
        .split('\n')
        .map((l) => l.replace(/.{66}(?=.)/g, '$&\n        '))
        .join('\n'),
      (l) => '> > ' + l,
    ),
    T8,
  ],
  [
    'git blame',
    'css',
    each(css, (l, i) => `3f2a9c1e (Ada Lovelace 2023-03-04 05:06:07 +0100 ${String(i + 1).padStart(2)}) ` + l),
    T8,
  ],
  [
    'unified diff hunk',
    'crash',
    'diff --git a/a.crash b/a.crash\nindex 83db48f..bf2a1c9 100644\n--- a/a.crash\n+++ b/a.crash\n@@ -0,0 +1,36 @@\n' +
      each(crash, (l) => '+' + l),
    T10,
  ],
  ['rg with column numbers', 'css', each(css, (l, i) => `logs/app.txt:${i + 118}:1:` + l), T8],
  [
    'ansi 256 colours',
    'lldb',
    each(lldb, (l) => l.replace(/(frame #\d+)/, `${E}[1m$1${E}[0m`).replace(/0x[0-9a-f]+/, `${E}[38;5;33m$&${E}[0m`)),
    T8,
  ],
  [
    'script(1) output',
    'lldb',
    'Script started on 2023-03-04 05:06:07+01:00 [TERM="xterm-256color"]\r\n' +
      each(`(lldb) bt\n${lldb}(lldb) quit\n`, (l) => `${E}[?2004h${l}${E}[K\r`) +
      'Script done on 2023-03-04 05:06:09+01:00\n',
    T8,
  ],
  ['tmux pane borders', 'bs', each(bs, (l, i) => `~/src $ ${String(i).padEnd(14)}│${l.padEnd(96)}│`), T8],
  [
    'logcat of a bridge, threadtime',
    'throw',
    each(throw_, (l) => `03-04 05:06:07.123   812  4711 E Lantern : ` + l),
    TA,
  ],
  [
    'cloudwatch insights',
    'bare',
    each(bare, (l, i) => `1677902767${String(100 + i)} ${'2023-03-04T05:06:07.' + (100 + i) + 'Z'} [lantern-77] ` + l),
    T8,
  ],
  [
    'teams copy: name, time and rows',
    'css',
    '[4. 3. 2023 05:06] Ada Lovelace\n' + css.replace(/ {2,}/g, '  ') + '[4. 3. 2023 05:07] Grace: thanks, looking\n',
    T8,
  ],
]
