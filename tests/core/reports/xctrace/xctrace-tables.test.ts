/** The tables of an export: images, frames, stacks, weights, tracks and cells, and references between them. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import type { FrameRow } from '../../../../src/core/reports/base/report-builder.ts'
import { XctraceTables, type Track } from '../../../../src/core/reports/xctrace/xctrace-tables.ts'
import { readXml } from '../../../../src/core/reports/xctrace/xml-stream.ts'

const head = (...types: readonly string[]): string =>
  `<schema name="s">${types.map((type) => `<col><name>${type}</name><engineering-type>${type}</engineering-type></col>`).join('')}</schema>`
async function read(...nodes: readonly string[]): Promise<XctraceTables> {
  const found = new XctraceTables()
  const text = `<trace-query-result>${nodes.map((body) => `<node>${body}</node>`).join('')}</trace-query-result>`
  expect(await readXml(new Blob([text]), found)).toEqual([])
  return found
}
const counts = ({ dangling, circular, skipped, left, stacks }: XctraceTables) => ({
  ...{ dangling, circular, skipped, left, stacks: stacks.left, cut: stacks.cut },
})
const none = { dangling: 0, circular: 0, skipped: 0, left: 0, stacks: 0, cut: 0 }

/** The stacks of a track, outermost first, with their weights. */
function stacksOf(found: XctraceTables, { samples }: Track): readonly unknown[] {
  const nameOf = ({ symbol, address }: FrameRow): string => symbol?.name ?? `0x${(address ?? 0n).toString(16)}`
  return [...samples].map(([call, { weight, count }]) => {
    const names: string[] = []
    const tree = { add: (_: number, __: number, row: FrameRow) => names.push(nameOf(row)), size: 0 }
    found.stacks.write(new Map([[call, { weight, count }]]), found.frames, tree as never, '-')
    return [names.join(' '), weight, count]
  })
}
const tracksOf = (found: XctraceTables, at = 0): readonly unknown[] =>
  [...(found.tables[at]?.tracks.values() ?? [])].map((track) => [
    ...[track.thread, track.process, track.unit, stacksOf(found, track)],
  ])
/** The tracks of rows in one table. */
async function tracks(rows: string, ...types: readonly string[]): Promise<readonly unknown[]> {
  const found = await read(head(...types) + rows)
  expect(counts(found)).toEqual(none)
  return tracksOf(found)
}
const f = '<backtrace><frame name="f"/></backtrace>'

describe('a frame', () => {
  const [from, most] = ['f'.repeat(16), 2n ** 64n - 1n]
  test.each<[string, string, FrameRow]>([
    ['name="f" addr="0x1F"', '', { address: 0x1fn, symbol: { name: 'f' } }],
    ['name="f" addr="0X1f"', '', { address: 0x1fn, symbol: { name: 'f' } }],
    ['name="f" addr="31"', '', { address: 31n, symbol: { name: 'f' } }],
    ['name="f" addr="7"', '', { address: 7n, symbol: { name: 'f' } }],
    [`name="f" addr="0x${from}"`, '', { address: most, symbol: { name: 'f' } }],
    ['name="f" addr="18446744073709551615"', '', { address: most, symbol: { name: 'f' } }],
    ...[`0x${from}f`, '0x', '0x1g', 'x0x1', '1f', '', '1'.repeat(21)].map((addr): [string, string, FrameRow] => [
      ...([`name="f" addr="${addr}"`, '', { symbol: { name: 'f' } }] as const),
    ]),
    ['name="0x1f"', '', { address: 0x1fn }],
    ['name="31"', '', { address: 31n }],
    ['name="0x1f" addr="0x20"', '', { address: 0x20n }],
    ['name="" addr="0x20"', '', { address: 0x20n }],
    ['addr="0x20"', '', { address: 0x20n }],
    ['name="0x1f + 4"', '', { symbol: { name: '0x1f + 4' } }],
    ['name="f" inlined="true"', '', { inlined: true, symbol: { name: 'f' } }],
    ['name="f" inlined="false"', '', { symbol: { name: 'f' } }],
    ['name="f"', '<source line="7"><path>/a/b.m</path></source>', { symbol: { name: 'f', file: '/a/b.m', line: 7 } }],
    ['name="f"', '<source line="7"/>', { symbol: { name: 'f', line: 7 } }],
    ['name="f"', '<source line="1"><path> /a/b.m </path></source>', { symbol: { name: 'f', file: '/a/b.m', line: 1 } }],
    ['name="f"', '<source line="0"><path>/a/b.m</path></source>', { symbol: { name: 'f', file: '/a/b.m' } }],
    ['name="f"', '<source><path/></source>', { symbol: { name: 'f' } }],
    ['name="f"', '<path>/a/b.m</path>', { symbol: { name: 'f' } }],
    ['name="f"', '<source line="7"><name>/a/b.m</name></source>', { symbol: { name: 'f', line: 7 } }],
    ['name="f"', '<x><source line="7"><path>/a/b.m</path></source></x>', { symbol: { name: 'f' } }],
    ['name="f"', '<place line="7"/>', { symbol: { name: 'f' } }],
    ['name="f"', '<binary name="Till"/>', { image: 0, imageName: 'Till', symbol: { name: 'f' } }],
    [
      'name="f"',
      '<binary name="Till" load-addr="0x1000"/>',
      { image: 0, imageName: 'Till', loadAddress: runtimeAddress(0x1000n), symbol: { name: 'f' } },
    ],
  ])('<frame %s>%s', async (attributes, inside, frame) => {
    const found = await read(
      `${head('backtrace')}<row><backtrace><frame ${attributes}>${inside}</frame></backtrace></row>`,
    )
    expect(found.frames).toStrictEqual([frame])
    expect([found.tables[0]?.samples, counts(found)]).toEqual([1, none])
  })

  test('in another frame is none of the stack', async () => {
    const row = '<row><backtrace><frame name="f"><frame name="g"/></frame></backtrace></row>'
    expect(await tracks(row, 'backtrace')).toEqual([['', undefined, 'events', [['f', 1, 1]]]])
  })

  test('takes the path of another one by its number, also between rows that are samples', async () => {
    const frame = (name: string, path: string): string =>
      `<row><backtrace><frame name="${name}"><source line="3">${path}</source></frame></backtrace></row>`
    const found = await read(
      head('backtrace') + frame('f', '<path id="1">/a/b.m</path>') + frame('g', '<path ref="1"/>'),
    )
    expect(found.frames.map(({ symbol }) => symbol)).toEqual([
      { name: 'f', file: '/a/b.m', line: 3 },
      { name: 'g', file: '/a/b.m', line: 3 },
    ])
  })
})

describe('an image', () => {
  const uuid = 'AAAAAAAA-0000-1111-2222-333333333333'
  test.each<[string, object]>([
    ['', { name: '' }],
    ['name="Till"', { name: 'Till' }],
    ['name="Till" path="/x/Other"', { name: 'Till', path: '/x/Other' }],
    ['path="/x/Other"', { name: 'Other', path: '/x/Other' }],
    ['name="" path="/x/Other"', { name: 'Other', path: '/x/Other' }],
    ['name="Till" path="" arch=""', { name: 'Till' }],
    ['name="Till" arch="arm64e"', { name: 'Till', arch: 'arm64e' }],
    ['name="Till" load-addr="0x1000"', { name: 'Till', loadAddress: 0x1000n }],
    ['name="Till" load-addr="4096"', { name: 'Till', loadAddress: 0x1000n }],
    ['name="Till" load-addr="0x0"', { name: 'Till' }],
    ['name="Till" load-addr="x"', { name: 'Till' }],
    ['name="Till" UUID="x"', { name: 'Till' }],
    ['name="UIKit" path="/usr/lib/UIKit"', { name: 'UIKit', path: '/usr/lib/UIKit', origin: 'system' }],
  ])('<binary %s>', async (attributes, image) => {
    const stack = `<backtrace><frame name="f"><binary ${attributes}/></frame></backtrace>`
    const found = await read(`${head('backtrace')}<row>${stack}</row>`)
    expect(found.binaries).toMatchObject([image])
    const { uuid: own, origin, ...others } = found.binaries[0] ?? { name: '-' }
    expect([own, { ...others, ...('origin' in image && { origin }) }]).toStrictEqual([undefined, image])
  })
  test('with its UUID', async () => {
    const stack = `<backtrace><frame name="f"><binary name="Till" UUID="${uuid}"/></frame></backtrace>`
    expect((await read(`${head('backtrace')}<row>${stack}</row>`)).binaries).toMatchObject([{ uuid }])
  })
})

describe('a stack of addresses', () => {
  const [list, sample] = ['text-addresses', 'text-address'] as const
  test.each<[readonly (readonly [name: string, text: string])[], string]>([
    [[[list, '8192 4096'], [sample, '12288']], '0x1000 0x2000 0x3000'],
    [[[sample, '12288'], [list, '8192 4096']], '0x1000 0x2000 0x3000'],
    [[[sample, '8192'], [list, '8192 4096']], '0x1000 0x2000'],
    [[[list, '8192 4096'], [sample, '8192']], '0x1000 0x2000'],
    [[[sample, '4096'], [list, '8192 4096']], '0x1000 0x2000 0x1000'],
    [[[list, '8192 4096'], [sample, '4096']], '0x1000 0x2000 0x1000'],
    [[[list, ' 0x2000 \n 0X1000 ']], '0x1000 0x2000'],
    [[[list, '8192 0 x 4096 0x0']], '0x1000 0x2000'],
    [[[list, '8192 8192 4096']], '0x1000 0x2000 0x2000'],
    [[[list, '8192'], [list, '8192 4096']], '0x1000 0x2000'],
    [[[list, '8192 4096'], [list, '8192 4096']], '0x1000 0x2000 0x1000 0x2000'],
    [[[sample, '12288'], [sample, '16384']], '0x3000 0x4000'],
    [[[sample, '12288'], [sample, '12288']], '0x3000'],
    [[[sample, '12288 16384']], '0x3000'],
    [[[sample, ''], [list, '8192 4096']], '0x1000 0x2000'],
    [[[list, '']], '-'],
    [[[sample, '0']], '-'],
  ])('%j', async (parts, expected) => {
    const inside = parts.map(([name, text]) => `<${name}>${text}</${name}>`).join('')
    const rows = `<row><kperf-bt>${inside}</kperf-bt></row>`
    expect(await tracks(rows, 'kperf-bt')).toEqual([['', undefined, 'events', [[expected, 1, 1]]]])
  }) // prettier-ignore

  test('makes one frame of each text', async () => {
    const row = '<row><kperf-bt><text-addresses>8192 4096 8192</text-addresses></kperf-bt></row>'
    const found = await read(head('kperf-bt') + row + row)
    expect(found.frames).toStrictEqual([{ address: 8192n }, { address: 4096n }])
    expect(tracksOf(found)).toEqual([['', undefined, 'events', [['0x2000 0x1000 0x2000', 2, 2]]]])
  })

  test('has at most ten thousand', async () => {
    const words = Array.from({ length: 10_001 }, (_, at) => 4096 + at).join(' ')
    const found = await read(`${head('kperf-bt')}<row><kperf-bt><text-addresses>${words}</text-addresses></kperf-bt></row>`) // prettier-ignore
    expect(found.frames).toHaveLength(10_000)
    expect(counts(found)).toEqual({ ...none, cut: 1 })
    const [[, , , stacks]] = tracksOf(found) as [[string, unknown, string, [[string]]]]
    const calls = stacks[0][0].split(' ')
    expect([calls.length, calls[0]]).toEqual([1000, `0x${(4096 + 9999).toString(16)}`])
  })
})

describe('a stack', () => {
  test.each(['backtrace', 'tagged-backtrace', 'kperf-bt', 'user-backtrace'])('of the name %s', async (name) => {
    const rows = `<row><${name} id="1"><frame name="g"/><frame name="f"/></${name}></row><row><${name} ref="1"/></row>`
    const stacks = [['', undefined, 'events', [['f g', 2, 2]]]]
    expect(await tracks(rows, name)).toEqual(stacks)
    // The rows say it, too.
    expect(await tracks(rows, 'string')).toEqual(stacks)
    expect(await tracks(`<row><${name}/></row>`, 'string')).toEqual([['', undefined, 'events', [['-', 1, 1]]]])
    expect(await tracks('<row/>', 'string', name)).toEqual([['', undefined, 'events', [['-', 1, 1]]]])
  })

  test('in a tagged one, and by the number of either', async () => {
    const tagged = '<row><tagged-backtrace id="1"><backtrace id="2"><frame name="f"/></backtrace></tagged-backtrace></row>'
    const rows = `${tagged}<row><tagged-backtrace ref="1"/></row><row><backtrace ref="2"/></row><row><tagged-backtrace><backtrace ref="2"/></tagged-backtrace></row>`
    expect(await tracks(rows, 'tagged-backtrace')).toEqual([['', undefined, 'events', [['f', 4, 4]]]])
  }) // prettier-ignore

  test('of a reference to nothing, and to what holds it', async () => {
    const lost = await read(`${head('string')}<row><backtrace ref="7"/></row>`)
    expect([tracksOf(lost), counts(lost)]).toEqual([
      [['', undefined, 'events', [['-', 1, 1]]]],
      { ...none, dangling: 1 },
    ])
    const own = await read(
      `${head('backtrace')}<row><backtrace id="1"><frame id="2"><binary ref="2"/></frame><frame name="f"/></backtrace></row>`,
    )
    expect([tracksOf(own), counts(own)]).toEqual([
      [['', undefined, 'events', [['f 0x0', 1, 1]]]],
      { ...none, circular: 1 },
    ])
    // An id at a reference is no new element.
    const both = await read(`${head('string')}<row><string id="7" ref="7">x</string></row>`)
    expect(counts(both)).toEqual({ ...none, dangling: 1 })
  })
})

describe('a weight', () => {
  const cycles = '<cycle-weight>41</cycle-weight>'
  const weight = '<weight>2000000</weight>'
  const duration = '<duration>3000000</duration>'
  const bytes = '<size-in-bytes>96</size-in-bytes>'
  test.each<[string, string, string, number]>([
    [cycles, '', 'cycles', 41],
    [weight, '', 'ms', 2],
    [duration, '', 'ms', 3],
    [bytes, '', 'bytes', 96],
    [bytes + duration + weight + cycles, '', 'cycles', 41],
    [bytes + duration + weight, '', 'ms', 2],
    [bytes + duration, '', 'ms', 3],
    ['', '', 'events', 1],
    ['', ' size="48"', 'bytes', 48],
    ['', ' size="x"', 'bytes', 0],
    [weight, ' size="48"', 'ms', 2],
    ['<weight>0</weight>', '', 'ms', 0],
    ['<weight fmt="7 ms"> 1500000 </weight>', '', 'ms', 1.5],
  ])('%s%s', async (cells, attributes, unit, amount) => {
    expect(await tracks(`<row${attributes}>${cells}${f}</row>`, 'backtrace')).toEqual([
      ['', undefined, unit, [['f', amount, 1]]],
    ])
    // In a table whose columns say nothing of stacks the cells are texts.
    expect(await tracks(`<row${attributes}>${cells}${f}</row>`, 'string')).toEqual([
      ['', undefined, unit, [['f', amount, 1]]],
    ])
  })
  test.each(['x', '', '-1', 'Infinity', 'NaN'])('%j is none', async (text) => {
    for (const type of ['backtrace', 'string']) {
      const found = await read(`${head(type)}<row><weight>${text}</weight>${f}</row>`)
      expect([found.tables[0]?.samples, counts(found)]).toEqual([1, { ...none, skipped: 1 }])
      expect(tracksOf(found)).toEqual([['', undefined, 'ms', []]])
    }
  })
  test('of the same stack is added', async () => {
    const row = (id: string, amount: number): string => `<row><weight>${amount}</weight><backtrace ${id}/></row>`
    const own = `<row><weight>1000000</weight><backtrace id="1"><frame name="f"/></backtrace></row>`
    expect(await tracks(`${own}${row('ref="1"', 500_000)}${row('', 250_000)}${row('ref="1"', 0)}`, 'backtrace')).toEqual([
      ['', undefined, 'ms', [['f', 1.5, 3], ['-', 0.25, 1]]],
    ])
  }) // prettier-ignore
})
