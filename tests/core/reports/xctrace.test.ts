/** Tables that `xctrace export` writes: stacks by reference, weights, rows without stacks, and files that are not as they should be. */
import { describe, expect, test } from 'vitest'
import { formatEmbedded } from '../../../src/core/model/embedded-report.ts'
import { timelineOf } from '../../../src/core/model/timeline.ts'
import { openReports } from '../../../src/core/reports/open-report.ts'
import type { CallTreeNode, Report } from '../../../src/core/model/report.ts'
import { unresolved } from '../../support/report-builder.ts'

const head = (schema: string, ...columns: string[]): string =>
  `<schema name="${schema}">${columns.map((type) => `<col><mnemonic>m</mnemonic><name>${type}</name><engineering-type>${type}</engineering-type></col>`).join('')}</schema>`
const node = (body: string): string => `<node xpath='//trace-toc[1]'>${body}</node>`
const file = (...nodes: string[]): string =>
  `<?xml version="1.0"?>\n<trace-query-result>\n${nodes.join('\n')}</trace-query-result>\n`
const profileHead = head('time-profile', 'sample-time', 'thread', 'weight', 'tagged-backtrace')
const thread = (id: number, name = 'Main Thread') => `<thread id="${id}" fmt="${name}"/>`
const binary =
  '<binary id="90" name="Shop" UUID="5D2A4C10-7B3E-3F61-9A0C-6E8F1B2D4A77" arch="arm64" load-addr="0x104000000" path="/a/Shop"/>'

async function open(text: string) {
  const blob = new Blob([text])
  return openReports({ path: 'a.xml', blob }, new Uint8Array(await blob.slice(0, 65536).arrayBuffer()))
}
async function read(text: string): Promise<Report> {
  const outcome = await open(text)
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return report
}

/** A tree as lines: depth as blanks, name or address, count. */
function lines(nodes: readonly CallTreeNode[], depth = 0): string[] {
  return nodes.flatMap(({ frame, count, children }) => [
    `${' '.repeat(depth)}${frame.symbol?.name ?? `0x${(frame.address ?? 0n).toString(16)}`} ${count}`,
    ...lines(children, depth + 1),
  ])
}
const codes = (report: Report) => report.problems.map(({ code }) => code)

describe('stacks', () => {
  test('are merged, outermost first, with the weight of each sample in milliseconds', async () => {
    const report = await read(
      file(
        node(
          `${profileHead}
<row><sample-time id="1">1</sample-time>${thread(2)}<weight id="3" fmt="1.00 ms">1000000</weight><tagged-backtrace id="4"><backtrace id="5"><frame id="6" name="leaf" addr="0x104000101">${binary}</frame><frame id="7" name="main" addr="0x104000204"><binary ref="90"/></frame></backtrace></tagged-backtrace></row>
<row><sample-time id="8">2</sample-time><thread ref="2"/><weight ref="3"/><tagged-backtrace ref="4"/></row>
<row><sample-time id="9">3</sample-time><thread ref="2"/><weight id="10">500000</weight><tagged-backtrace id="11"><frame ref="7"/></tagged-backtrace></row>`,
        ),
      ),
    )
    expect(report.callTrees.map(({ title, weight }) => [title, weight])).toEqual([['Main Thread', 'ms']])
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['main 2.5', ' leaf 2'])
    expect(report.images.map(({ name, loadAddress }) => [name, loadAddress])).toEqual([['Shop', 0x104000000n]])
    expect(report.problems).toEqual([])
    const [root] = report.callTrees[0]?.roots ?? []
    expect([root?.frame.kind, root?.children[0]?.frame.kind]).toEqual(['return', 'exact'])
    expect(root?.frame.offset).toBe(0x204)
    // Samples name rows of the tree: `main` is 0, `leaf` is 1.
    expect(report.callTrees[0]?.times).toEqual({
      at: Float64Array.of(1e-9, 2e-9, 3e-9),
      row: Uint32Array.of(1, 1, 0),
      weight: Float64Array.of(1, 1, 0.5),
    })
    expect(formatEmbedded([unresolved(report)])).not.toContain('"times"')
  })

  test('one sample without a time: its thread has no times, the others do', async () => {
    const row = (own: number, time: string) =>
      `<row>${time}${thread(own, `T${own}`)}<weight>1000000</weight><backtrace><frame name="f"/></backtrace></row>`
    const time = '<sample-time>5000000000</sample-time>'
    const report = await read(file(node(`${profileHead}${row(2, time)}${row(3, time)}${row(2, '')}`)))
    expect(report.callTrees.map(({ title, times }) => [title, times?.at])).toEqual([
      ['T2', undefined],
      ['T3', Float64Array.of(5)],
    ])
  })

  test('of addresses alone: the sample is the innermost call, wherever it stands', async () => {
    const report = await read(
      file(
        node(
          `${head('time-sample', 'sample-time', 'thread', 'kperf-bt')}
<row><sample-time id="1">1</sample-time>${thread(2)}<kperf-bt id="3"><text-addresses id="4">8192 4096 0</text-addresses><text-address id="5">12288</text-address></kperf-bt></row>
<row><sample-time id="6">1</sample-time><thread ref="2"/><kperf-bt id="7"><text-addresses ref="4"/><text-address id="8">16384</text-address></kperf-bt></row>`,
        ),
      ),
    )
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['0x1000 2', ' 0x2000 2', '  0x3000 1', '  0x4000 1'])
    expect(report.callTrees[0]?.weight).toBe('events')
  })

  test('of a thread each, and of each process its own', async () => {
    const row = (id: number, process: string, name: string) =>
      `<row><thread id="${id}" fmt="${name} (${process}, pid: ${id})"><process id="${id + 1}" fmt="${process} (${id})"/></thread><weight id="${id + 2}">1000000</weight><tagged-backtrace id="${id + 3}"><frame id="${id + 4}" name="f" addr="0x10"/></tagged-backtrace></row>`
    const report = await read(file(node(profileHead + row(10, 'Shop', 'main') + row(20, 'Kiosk', 'main'))))
    expect(report.callTrees.map(({ title }) => title)).toEqual(['Shop [10] main', 'Kiosk [20] main'])
    expect(report.header.process).toBeUndefined()
  })

  test('that are missing leave their weight', async () => {
    const report = await read(
      file(node(`${profileHead}<row>${thread(1)}<weight id="2">3000000</weight><sentinel/></row>`)),
    )
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['<no stack> 3'])
    expect(report.header.fields).toContainEqual(['Samples without a stack', '1'])
  })

  test('of a second table use its own ids', async () => {
    const table = (name: string) =>
      node(
        `${profileHead}<row>${thread(1)}<weight id="2">1000000</weight><tagged-backtrace id="3"><frame id="4" name="${name}" addr="0x10"/></tagged-backtrace></row><row><thread ref="1"/><weight ref="2"/><tagged-backtrace ref="3"/></row>`,
      )
    const report = await read(file(table('first'), table('second')))
    expect(report.callTrees.flatMap(({ roots }) => lines(roots))).toEqual(['first 2', 'second 2'])
  })

  test('of cycles and of system calls count what their tables count', async () => {
    const stack = '<tagged-backtrace id="3"><frame id="4" name="f" addr="0x10"/></tagged-backtrace>'
    const cpu = await read(
      file(
        node(
          `${head('cpu-profile', 'thread', 'cycle-weight', 'tagged-backtrace')}<row>${thread(1)}<cycle-weight id="2">41</cycle-weight>${stack}</row>`,
        ),
      ),
    )
    expect(cpu.callTrees.map(({ weight, roots }) => [weight, roots[0]?.count])).toEqual([['cycles', 41]])
    const calls = await read(
      file(
        node(
          `${head('syscall', 'thread', 'duration', 'syscall', 'backtrace')}<row>${thread(1)}<duration id="2">2000000</duration><syscall id="5" fmt="write"/><backtrace id="6"><frame id="4" name="f" addr="0x10"/></backtrace></row>`,
        ),
      ),
    )
    expect(calls.callTrees.map(({ weight, roots }) => [weight, roots[0]?.count])).toEqual([['ms', 2]])
  })
})

describe('rows without stacks', () => {
  test('stand in a table; hangs are a report of a hang', async () => {
    const report = await read(
      file(
        node(
          `${head('potential-hangs', 'start-time', 'duration', 'thread')}<row><start-time id="1" fmt="00:01">1</start-time><duration id="2" fmt="300 ms">300000000</duration>${thread(3)}</row><row><start-time id="4" fmt="00:02">2</start-time><duration id="5" fmt="2 s">2000000000</duration><thread ref="3"/></row>`,
        ),
      ),
    )
    expect(report.kind).toBe('hang')
    expect(report.header.fields).toContainEqual(['Longest hang duration', '2 s'])
    expect(report.sections).toEqual([
      {
        kind: 'table',
        title: 'potential-hangs',
        columns: ['start-time', 'duration', 'thread'],
        rows: [
          ['00:01', '300 ms', 'Main Thread'],
          ['00:02', '2 s', 'Main Thread'],
        ],
      },
    ])
  })

  test('a list of hangs without rows is of no hang', async () => {
    expect((await read(file(node(head('potential-hangs', 'start-time'))))).kind).toBe('profile')
  })

  test('allocations and leaks are added up by what they are', async () => {
    const row = (address: string, size: number) =>
      `<row address="${address}" category="Malloc 48 Bytes" live="true" responsible-caller="boot()" responsible-library="Shop" size="${size}"/>`
    const report = await read(file(node(row('0x10', 48) + row('0x20', 48))))
    expect(report.sections).toEqual([
      {
        kind: 'table',
        title: 'Rows',
        columns: ['category', 'live', 'responsible-caller', 'responsible-library', 'Rows', 'Bytes'],
        rows: [['Malloc 48 Bytes', 'true', 'boot()', 'Shop', '2', '96']],
      },
    ])
    const leaks = await read(
      file(node('<row leaked-object="Cart" size="32" count="3" responsible-frame="f" responsible-library="Shop"/>')),
    )
    expect(leaks.sections[0]).toMatchObject({ rows: [['Cart', 'f', 'Shop', '1', '96']] })
  })

  test('an allocation with a stack counts its bytes there', async () => {
    const report = await read(
      file(
        node(
          '<row address="0x10" category="Malloc" size="48"><backtrace><frame id="1" name="f" addr="0x10"/></backtrace></row>',
        ),
      ),
    )
    expect(report.callTrees.map(({ weight, roots }) => [weight, lines(roots)])).toEqual([['bytes', ['f 48']]])
  })
})

describe('files that are not as they should be', () => {
  const row = (stack: string) => `<row>${thread(1)}<weight id="2">1000000</weight>${stack}</row>`

  test('references to nothing and to themselves are told and leave the weight', async () => {
    const report = await read(
      file(
        node(
          profileHead +
            row('<tagged-backtrace id="3"><frame ref="77"/><frame id="4" name="f" addr="0x10"/></tagged-backtrace>') +
            row('<tagged-backtrace id="5"><backtrace id="6"><frame ref="5"/></backtrace></tagged-backtrace>'),
        ),
      ),
    )
    expect(codes(report)).toEqual(['dangling-references', 'circular-references'])
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['<no stack> 1', 'f 1'])
  })

  test('entities are told and never expanded', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><trace-query-result>${node(profileHead + row('<tagged-backtrace id="3"><frame id="4" name="&b;" addr="0x10"/></tagged-backtrace>'))}</trace-query-result>`
    const report = await read(bomb)
    expect(codes(report)).toEqual(['malformed-xml', 'xml-entities'])
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['&b; 1'])
  })

  test('false depths are told', async () => {
    const deep = await open(file(node(profileHead + '<row>' + '<a>'.repeat(100_000))))
    expect(deep.problems.map(({ code }) => code)).toContain('xml-too-deep')
    const odd = await open(file(node(`${profileHead}<row>${'</a>'.repeat(100_000)}`)))
    expect(odd.problems.map(({ code }) => code)).toContain('xml-too-damaged')
    const frames = '<frame ref="4"/>'.repeat(5000)
    const report = await read(
      file(
        node(
          profileHead +
            row(`<tagged-backtrace id="3"><frame id="4" name="f" addr="0x10"/>${frames}</tagged-backtrace>`),
        ),
      ),
    )
    expect(codes(report)).toEqual(['deep-stacks'])
  })

  test('a file that ends too early is read as far as it goes', async () => {
    const text = file(
      node(profileHead + row('<tagged-backtrace id="3"><frame id="4" name="f" addr="0x10"/></tagged-backtrace>')),
    )
    const report = await read(text.slice(0, text.indexOf('</node>')))
    expect(codes(report)).toEqual(['truncated.xml'.split('.')[0]])
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['f 1'])
  })

  test('a weight that is no number is told', async () => {
    const report = await read(
      file(node(`${profileHead}<row>${thread(1)}<weight id="2">much</weight><tagged-backtrace id="3"/></row>`)),
    )
    expect(codes(report)).toEqual(['skipped-samples'])
  })

  test('ids of any size and form are only ids', async () => {
    const report = await read(
      file(
        node(
          `${profileHead}<row>${thread(1)}<weight id="9999999999999">1000000</weight><tagged-backtrace id="bt"><frame id="f-1" name="f" addr="0x10"/></tagged-backtrace></row><row><thread ref="1"/><weight ref="9999999999999"/><tagged-backtrace ref="bt"/></row>`,
        ),
      ),
    )
    expect(lines(report.callTrees[0]?.roots ?? [])).toEqual(['f 2'])
  })
})

describe('a small file that asks for much', () => {
  const deep = Array.from(
    { length: 1000 },
    (_, at) => `<frame id="${1000 + at}" name="f${at}" addr="0x${(4096 + at).toString(16)}"/>`,
  )
  const shared = `<row>${thread(1, 'first')}<backtrace id="2">${deep.join('')}</backtrace></row>`
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<row>${thread(10_000 + at, `t${at}`)}<backtrace ref="2"/></row>`).join(
      '\n',
    )

  test('threads that all share one deep stack find room for some; the others keep their samples', async () => {
    const report = await read(file(node(`${head('time-profile', 'thread', 'backtrace')}${shared}${rows(700)}`)))
    expect(codes(report)).toContain('stacks-left-out')
    expect(report.callTrees).toHaveLength(701)
    expect(lines(report.callTrees[0]?.roots ?? [])).toHaveLength(1000)
    expect(lines(report.callTrees.at(-1)?.roots ?? [])).toEqual(['<no stack> 1'])
    const whole = report.callTrees.filter(({ roots }) => roots[0]?.frame.symbol?.name !== '<no stack>')
    expect(whole.length).toBeLessThanOrEqual(500)
  })

  test('a list of addresses that one stack repeats is cut, and its outermost calls are kept', async () => {
    const words = Array.from({ length: 10_000 }, (_, at) => 4096 + at)
    const stack = `<kperf-bt id="2"><text-addresses id="3">${words.join(' ')}</text-addresses>${'<text-addresses ref="3"/>'.repeat(20_000)}</kperf-bt>`
    const report = await read(file(node(`${head('counters', 'thread', 'kperf-bt')}<row>${thread(1)}${stack}</row>`)))
    expect(codes(report)).toContain('deep-stacks')
    const calls = lines(report.callTrees[0]?.roots ?? [])
    expect(calls).toHaveLength(1000)
    expect(calls[0]).toBe(`0x${(4096 + 9999).toString(16)} 1`)
  })
})

describe('hangs and hitches', () => {
  const row = (start: string, duration: string, type: string) =>
    `<row><start-time id="1${start}" fmt="x">${start}</start-time><duration id="2${start}" fmt="y">${duration}</duration>${type}<thread id="3${start}" fmt="Main Thread (0x149) (Shop, pid: 501)"/><process id="4${start}" fmt="Shop (501)"/></row>`
  const hangs = head('potential-hangs', 'start-time', 'duration', 'hang-type', 'thread', 'process')
  const hitches = head('hitches', 'start-time', 'duration', 'thread', 'process')

  test('are events in the order of time, whatever table they are in', async () => {
    const report = await read(
      file(
        node(
          `${hangs}${row('3723000500000', '301040000', '<hang-type id="9">Microhang</hang-type>')}${row('2223897125', '2500000000', '')}`,
        ),
        node(`${hitches}${row('1000000', '16600000', '')}`),
      ),
    )
    expect(report.events).toEqual([
      { kind: 'measure', text: 'Hitch, Main Thread (0x149)', time: '00:00:00.001', lasted: 0.0166 },
      { kind: 'measure', text: 'Hang, Main Thread (0x149)', time: '00:00:02.223', lasted: 2.5 },
      { kind: 'measure', text: 'Microhang, Main Thread (0x149)', time: '01:02:03.000', lasted: 0.30104 },
    ])
    expect(timelineOf(report).map(({ lasted }) => lasted)).toEqual([0.0166, 2.5, 0.30104])
  })

  test('with words or endless numbers as times are rows and no events', async () => {
    const report = await read(
      file(node(`${hangs}${row('&lt;unavailable&gt;', '5', '')}${row('7', 'Infinity', '')}${row('-1', '5', '')}`)),
    )
    expect(report.events).toBeUndefined()
    expect(report.sections[0]?.kind === 'table' && report.sections[0].rows).toHaveLength(3)
    const far = await read(file(node(`${hangs}${row('1e300', '5', '')}`)))
    expect(far.events).toEqual([{ kind: 'measure', text: 'Hang, Main Thread (0x149)', lasted: 5e-9 }])
  })

  test('intervals of other tables are no events', async () => {
    const report = await read(
      file(node(`${head('display-surface-swap', 'start-time', 'duration')}${row('1', '5', '')}`)),
    )
    expect(report.events).toBeUndefined()
  })
})

test('a file keeps so many images, processes and texts, and tells what it left out', async () => {
  const count = 50_010
  const rows = Array.from(
    { length: count },
    (_, at) =>
      `<row><process id="p${at}" fmt="App ${at}"/><tagged-backtrace id="s${at}"><frame id="f${at}" addr="0x${(0x100000 + at).toString(16)}"><binary id="b${at}" name="B${at}" load-addr="0x100000"/></frame></tagged-backtrace></row>`,
  )
  const report = await read(file(node(`${head('time-profile', 'process', 'tagged-backtrace')}${rows.join('\n')}`)))
  expect(report.images.length).toBeLessThanOrEqual(50_000)
  const told = report.problems.find(({ code }) => code === 'values-left-out')
  // Ten images and ten processes.
  expect(told?.message).toContain(' 20 ')
})

test('tables and columns without end are read, and so many kept', async () => {
  const tables = Array.from({ length: 3000 }, (_, at) =>
    node(`${head(`table-${at}`, 'string')}<row><string>${at}</string></row>`),
  )
  const wide = node(`${head('wide', ...Array.from({ length: 2000 }, () => 'string'))}<row><string>x</string></row>`)
  const report = await read(file(wide, ...tables))
  expect(report.sections.length).toBeLessThanOrEqual(2000)
  expect(report.sections.length).toBeGreaterThan(1000)
})
