/** Profiles of KSCrash, two crashes in one file, and the head of a report, field by field. */
import { describe, expect, test } from 'vitest'
import { kscrashFormat } from '../../../../src/core/reports/sdks/kscrash.ts'
import type { Members } from '../../../support/made-fields.ts'
import { pick, told, toldJson } from '../../../support/format-told.ts'

const read = (document: object): Members => toldJson(kscrashFormat, document)
const A = 'AAAAAAAA-0000-1111-2222-333333333333'

describe('a profile', () => {
  const frames = [
    { instruction_addr: 0x1010, symbol_name: 'main', symbol_addr: 0x1008, object_name: '/x/Till', object_addr: 0x1000, object_uuid: A },
    { instruction_addr: 0x1020, symbol_name: 'pay', symbol_addr: 0, object_name: '/x/Till', object_addr: 0x1000 },
    { instruction_addr: 0x1030, object_name: 'Kit', object_addr: 0x1400 },
    { symbol_name: 'none', object_addr: 0 },
  ] // prettier-ignore
  const till = { index: 0, name: 'Till', path: '/x/Till', uuid: A, loadAddress: '0x1000' }
  const kit = { index: 1, name: 'Kit', loadAddress: '0x1400' }
  const rows = [
    {
      kind: 'call',
      address: '0x1010',
      image: 0,
      imageName: '/x/Till',
      offset: 16,
      symbol: { name: 'main', offset: 8 },
    },
    { kind: 'call', address: '0x1020', image: 0, imageName: '/x/Till', offset: 32, symbol: { name: 'pay' } },
    { kind: 'call', address: '0x1030', image: 0, imageName: 'Kit', offset: 48 },
    { kind: 'call', symbol: { name: 'none' } },
  ]
  type Tree = readonly [row: number, count: number, ...children: (readonly unknown[])[]]
  type Node = { frame: Members; count: number; children: readonly Node[] }
  const shape = (nodes: readonly Node[]): unknown =>
    nodes.map(({ frame, count, children }) => [
      rows.findIndex(({ address }) => address === frame['address']),
      count,
      ...(children.length > 0 ? [shape(children)] : []),
    ])
  const trees = (profile: object, more: object = {}) =>
    (
      read({ profile: { frames, ...profile }, ...more })['callTrees'] as { title: string; roots: readonly Node[] }[]
    ).map(({ title, roots }) => [title, shape(roots)])

  test('frames with images of their own, beside a list of images without', () => {
    const samples = [{ frames: [3, 2, 1, 0] }]
    const one = read({ profile: { frames, samples } })
    expect(one['images']).toEqual([till, kit])
    const chain: unknown[] = []
    for (
      let [node] = (one['callTrees'] as { roots: readonly Node[] }[])[0]!.roots;
      node && chain.length < 9;
      [node] = node.children
    )
      chain.push(node.frame)
    const own = rows.map((row, id) => ({ id, index: 0, ...row }))
    expect(chain).toEqual([own[0], own[1], expect.objectContaining({ id: 2, address: '0x1030' }), own[3]])
    const listed = read({ profile: { frames, samples }, binary_images: [{ name: 'Other', image_addr: 0x9000 }] })
    expect((listed['images'] as Members[]).flatMap(({ uuid }) => uuid ?? [])).toEqual([])
  })
  test.each<[string, object, readonly (readonly [string, readonly Tree[]])[]]>([
    ['no samples', {}, []],
    ['one', { samples: [{ frames: [0] }] }, [['Profile', [[0, 1]]]]],
    ['its name', { name: 'Slow', samples: [{ frames: [0] }] }, [['Slow', [[0, 1]]]]],
    ['innermost first, merged from the outermost', { samples: [{ frames: [1, 0] }, { frames: [2, 0] }, { frames: [1, 0] }, { frames: [0] }] }, [['Profile', [[0, 4, [[1, 2], [2, 1]]]]]]],
    ['two outermost', { samples: [{ frames: [2, 1] }, { frames: [2, 0] }] }, [['Profile', [[1, 1, [[2, 1]]], [0, 1, [[2, 1]]]]]]],
    ['counts', { samples: [{ frames: [0], count: 5 }, { frames: [0], count: 0 }, { frames: [0], count: -3 }, { frames: [0], count: 'x' }] }, [['Profile', [[0, 8]]]]],
    ['other values between them', { samples: [null, { frames: [0] }, 7, { frames: [9, -1, 'x', 0] }, {}] }, [['Profile', [[0, 2]]]]],
    ['threads', { samples: [{ frames: [1] }], threads: [{ samples: [{ frames: [0] }] }, 7, { index: 6, name: 'w', primary: true, samples: [{ frames: [1] }] }, { name: 'x', primary: 1, samples: [{ frames: [1] }] }, {}] }, [['Profile, thread 0', [[0, 1]]], ['Profile, thread 6 (w), primary', [[1, 1]]], ['Profile, thread 2 (x)', [[1, 1]]]]],
    ['no threads', { samples: [{ frames: [1] }], threads: [7] }, [['Profile', [[1, 1]]]]],
  ])('%s', (_, profile, expected) => {
    expect(trees(profile)).toEqual(expected)
  }) // prettier-ignore
  test('2,000 calls deep, and one more: the innermost are kept', () => {
    const depth = (length: number): unknown => {
      const one = read({ profile: { frames, samples: [{ frames: [...Array<number>(length).fill(1), 0] }] } })
      return (one['callTrees'] as { roots: readonly Node[] }[])[0]!.roots[0]!.frame['address']
    }
    expect([depth(1999), depth(2000)]).toEqual(['0x1010', '0x1020'])
  })
  test('more ways than are kept are counted', () => {
    const count = 12_500
    const samples = Array.from({ length: count }, (_, at) => ({ frames: [0, -at - 1] }))
    expect(read({ profile: { frames, samples } })['problems']).toEqual([])
    const more = [...samples, { frames: [0, 1, 2, 3], count: 4 }, { frames: [0, 1, 2, 2] }]
    expect(read({ profile: { frames, samples: more } })['problems']).toMatchObject([
      { code: 'too-many-samples', params: { samples: 5 } },
    ])
  }) // prettier-ignore
  test('where it lies, and whether the report is one', () => {
    const profile = { frames, samples: [{ frames: [0] }] }
    const told = (document: object) => {
      const one = read(document)
      return [one['kind'], one['label'], (one['callTrees'] as unknown[]).length, 'exception' in one]
    }
    const report = 'KSCrash report (JSON)'
    expect(told({ profile })).toEqual([undefined, report, 1, false])
    expect(told({ crash: { profile } })).toEqual([undefined, report, 1, false])
    expect(told({ crash: { error: { profile } } })).toEqual([undefined, report, 1, true])
    expect(told({ crash: { error: { type: 'profile', profile } } })).toEqual([
      ...['profile', 'KSCrash profile (JSON)', 1, false],
    ])
    expect(told({ crash: { error: { type: 'profile' } } })).toEqual([undefined, report, 0, true])
    expect(told({ crash: { error: { profile: { frames: 7 } } }, profile })).toEqual([undefined, report, 1, true])
    expect(told({ profile: [] })).toEqual([undefined, report, 0, false])
  })
  test('its sections', () => {
    const times = { time_start_uptime: 1, time_end_uptime: 2, duration: 3 }
    const profile = { name: 'Slow', frames, threads: [], samples: [times, { duration: 5 }, null, times], rate: 1.5 }
    const table = (title: string, columns: readonly string[], rows: unknown) => ({ kind: 'table', title, columns, rows })
    const facts = table('Profile', ['Field', 'Value'], [['name', 'Slow'], ['rate', '1.5']])
    const samples = table('Samples', ['Start', 'End', 'Duration'], [['1', '2', '3'], ['1', '2', '3']])
    const error = (rows: unknown) => table('error', ['Field', 'Value'], rows)
    expect(read({ profile })['sections']).toEqual([facts, samples])
    expect(read({ profile: { ...profile, samples: [{}] } })['sections']).toEqual([facts])
    const many = Array.from({ length: 12_501 }, () => times)
    const [, rows] = read({ profile: { ...profile, samples: many } })['sections'] as { rows: unknown[] }[]
    expect(rows?.rows.length).toBe(12_500)
    expect(read({ crash: { error: { type: 'x', profile, more: 1 } } })['sections']).toEqual([
      ...[facts, samples, error([['type', 'x'], ['more', '1']])],
    ])
  }) // prettier-ignore
})

describe('two crashes in a file', () => {
  const image = { name: 'Till', image_addr: 0x1000 }
  const label = 'KSCrash report (JSON)'
  const crashes = (document: object) =>
    told(kscrashFormat, JSON.stringify(document)).map((one) => [
      one['label'],
      (one['header'] as Members)['incident'],
      (one['images'] as unknown[]).length,
    ])
  const about = (id: string, type = 'standard') => ({ report: { id, type }, crash: {} })
  const own = { binary_images: [image] }
  const two = { binary_images: [image, { ...image, image_addr: 0x9000 }] }
  const second = expect.stringMatching(/^.+KSCrash report.+$|^KSCrash report.+$/) as unknown
  test.each<[string, object, readonly (readonly unknown[])[]]>([
    ['the second inside the first', { ...about('A'), ...own, recrash_report: about('B') }, [[label, 'A', 1], [second, 'B', 1]]],
    ['the first inside the second, which is minimal', { ...about('B', 'minimal'), recrash_report: about('A') }, [[label, 'A', 0], [second, 'B', 0]]],
    ['the first inside, with the images', { ...about('B'), recrash_report: { ...about('A'), ...own } }, [[label, 'A', 1], [second, 'B', 1]]],
    ['images of both: those of the first', { ...about('A', 'minimal'), ...own, recrash_report: { ...about('B'), ...two } }, [[label, 'B', 2], [second, 'A', 2]]],
    ['images of the second', { ...about('B', 'minimal'), ...own, recrash_report: about('A') }, [[label, 'A', 1], [second, 'B', 1]]],
    ['images in the crash', { report: { id: 'A' }, crash: { binary_images: [image] } }, [[label, 'A', 1]]],
    ['a second that says nothing', { ...about('A'), recrash_report: { report: { id: 'B' } } }, [[label, 'A', 0]]],
    ['a first that says nothing', { report: { id: 'A' }, recrash_report: about('B') }, [[label, 'A', 0], [second, 'B', 0]]],
    ['no second', { ...about('A'), recrash_report: 7 }, [[label, 'A', 0]]],
  ])('%s', (_, document, expected) => {
    expect(crashes(document)).toEqual(expected)
  }) // prettier-ignore
})

describe('the head', () => {
  const head = (document: object): unknown => read(document)['header']
  test.each<[string, object, Members, readonly (readonly string[])[]]>([
    ['nothing', {}, {}, []],
    ['process', { system: { process_name: 'A', process_id: 7, CFBundleExecutable: 'C' }, report: { process_name: 'B' } }, { process: 'A', pid: 7 }, [['Process', 'A [7]'], ]],
    ['process of the report', { system: { CFBundleExecutable: 'C' }, report: { process_name: 'B' } }, { process: 'B' }, [['Process', 'B []']]],
    ['process of the bundle', { system: { CFBundleExecutable: 'C' } }, { process: 'C' }, [['Process', 'C []']]],
    ['arch', { system: { binary_arch: 'A', cpu_arch: 'B' } }, { arch: 'A' }, [['Code Type', 'A']]],
    ['arch of the machine', { system: { cpu_arch: 'B' } }, { arch: 'B' }, [['Code Type', 'B']]],
    ['arch by its number', { system: { binary_cpu_type: 0x100000c, binary_cpu_subtype: 2, binary_arch: 'A' } }, { arch: 'arm64e' }, [['Code Type', 'arm64e']]],
    ['system', { system: { system_name: 'iOS', os_version: '21A' } }, { os: 'iOS (21A)' }, [['OS Version', 'iOS (21A)']]],
    ['system without a build', { system: { system_name: 'iOS', system_version: '17' } }, { os: 'iOS 17' }, [['OS Version', 'iOS 17']]],
    ['parent', { system: { parent_process_name: 'launchd', parent_process_id: 1 } }, { parent: 'launchd [1]' }, [['Parent Process', 'launchd [1]']]],
    ['incident', { report: { id: 'A' }, crash_id: 'B' }, { incident: 'A' }, [['Incident Identifier', 'A']]],
    ['incident of old writers', { crash_id: 'B' }, { incident: 'B' }, [['Incident Identifier', 'B']]],
    ['date', { report: { timestamp: 1767323045 }, timestamp: 1 }, { date: '2026-01-02T03:04:05.000Z' }, [['Date/Time', '2026-01-02T03:04:05.000Z']]],
    ['date of old writers', { timestamp: 1767323045 }, { date: '2026-01-02T03:04:05.000Z' }, [['Date/Time', '2026-01-02T03:04:05.000Z']]],
    ['format', { report: { version: '3.4' }, report_version_major: 1 }, {}, [['Report format', '3.4']]],
    ['format in parts', { report: { version: { major: 3, minor: 1 } } }, {}, [['Report format', '3.1']]],
    ['format of old writers', { report_version_major: 2 }, {}, [['Report format', '2']]],
    ['type, cause and run', { report: { type: 'standard', run_id: 'R' }, crash: { error: { type: 'mach' } } }, {}, [['Report type', 'standard'], ['Cause', 'mach'], ['Run', 'R']]],
    ['an exception that was freed', { process: { last_dealloced_nsexception: { name: 'N', reason: 'r' } } }, {}, [['Last deallocated exception', 'N: r']]],
    ['its name alone', { process: { last_dealloced_nsexception: { name: 'N' } } }, {}, [['Last deallocated exception', 'N']]],
    ['the rest', { system: { machine: 'M', CFBundleExecutablePath: '/T', CFBundleIdentifier: 'com.t', CFBundleShortVersionString: '1', CFBundleVersion: '2', app_start_time: '2026-01-02T03:00:00Z' } }, { device: 'M', path: '/T', bundleId: 'com.t', version: '1 (2)', launched: '2026-01-02T03:00:00Z' }, [['Hardware Model', 'M'], ['Path', '/T'], ['Identifier', 'com.t'], ['Version', '1 (2)'], ['Launch Time', '2026-01-02T03:00:00Z']]],
  ])('%s', (_, document, values, fields) => {
    expect(head(document)).toEqual({ ...values, fields })
  }) // prettier-ignore
})

describe('the error', () => {
  const error = (values: object) =>
    pick(read({ crash: { error: values } }), 'exception', 'termination', 'applicationInfo')
  test.each<[object, Members, Members?]>([
    [{ other: 1 }, {}],
    [{ type: 'mach', mach: { code: 0 } }, { type: 'mach', subtype: 'mach', rawCodes: ['0x0', '0x0'] }],
    [{ mach: { exception_name: 'EXC', code: 2, subcode: 3 }, mach_exception: 'OLD' }, { type: 'EXC', rawCodes: ['0x2', '0x3'] }],
    [{ mach_exception: 'OLD', mach_code: 4, mach_subcode: 5 }, { type: 'OLD', rawCodes: ['0x4', '0x5'] }],
    [{ address: 0 }, {}],
    [{ address: 16 }, { address: '0x10' }],
    ...['SIGSEGV', 'SIGBUS'].map((name): [object, Members] => [{ address: 0, signal: { name } }, { signal: name, address: '0x0' }]),
    [{ address: 0, mach: { exception_name: 'EXC_BAD_ACCESS' } }, { type: 'EXC_BAD_ACCESS', address: '0x0' }],
    [{ signal: { code_name: 'A' }, signal_code_name: 'B' }, { codes: 'A' }],
    [{ mach: { code_name: 'A' }, signal_code_name: 'B' }, { codes: 'A, B' }],
    [{ termination_reason: 'a', memory_termination: { memory_pressure: 'b' } }, { message: 'a' }],
    [{ reason: 'a', nsexception: { reason: 'b' }, cpp_exception: { reason: 'c' } }, { reason: 'b' }],
    [{ reason: 'a', cpp_exception: { reason: 'c' } }, { reason: 'a' }],
    [{ cpp_exception: { reason: 'c', name: 'd' }, user_reported: { name: 'e' } }, { reason: 'c', name: 'd' }],
    [{ nsexception: { name: 'a' }, cpp_exception: { name: 'd' } }, { name: 'a' }],
    [{ exit_reason: { code: 0 } }, {}, { code: '0x0' }],
    [{ type: 'user', user_reported: { name: 'e' }, mach: { exception_name: 'EXC' }, signal: { name: 'SIGABRT' } }, { subtype: 'user', name: 'e' }],
  ])('%j', (values, exception, termination) => {
    expect(error(values)).toEqual({ exception, termination, applicationInfo: [] })
  }) // prettier-ignore
})
