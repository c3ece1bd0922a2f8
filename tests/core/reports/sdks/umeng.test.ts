/** Errors of Umeng: the fields, the words above the stack, and where the program lies. */
import { describe, expect, test } from 'vitest'
import { umengFormat } from '../../../../src/core/reports/sdks/umeng.ts'
import type { Members } from '../../../support/made-fields.ts'
import { pick, told } from '../../../support/format-told.ts'

const A = 'AAAAAAAA-0000-1111-2222-333333333333'
const fields = {
  ...{ 'dSYM UUID': A, 'CPU Type': 'arm64', 'Slide Address': '0x0000000100000000', 'Binary Image': 'Till' },
  'Base Address': '0x0000000104ccc000',
}
const rows = ['\t0   Till  0x0000000104ccd010 Till + 4112', '\t1   Kit  0x0000000180001020 main + 32']
const write = (head: readonly string[], values: object = fields, stack: readonly string[] = rows): string =>
  [...head, '(', ...stack, ')', '', ...Object.entries(values).map(([key, value]) => `${key}: ${String(value)}`)].join(
    '\n',
  )
const read = (...given: Parameters<typeof write>): Members => told(umengFormat, write(...given))[0]! // prettier-ignore

test('each value', () => {
  const frame = (id: number) => ({ id, index: id, kind: 'return', span: rows[id] })
  expect(read(['Application received signal SIGSEGV', '(null)'])).toEqual({
    ...{ format: 'umeng', label: 'Umeng error', textKind: 'rows' },
    header: { fields: Object.entries(fields), arch: 'arm64', process: 'Till' },
    exception: { reason: 'Application received signal SIGSEGV', signal: 'SIGSEGV' },
    applicationInfo: ['Application received signal SIGSEGV'],
    ...{ threads: [], backtraces: [], callTrees: [], sections: expect.any(Array) as unknown },
    lastException: {
      title: 'Call stack',
      frames: [
        { ...frame(0), address: '0x104ccd010', image: 0, imageName: 'Till', offset: 4112, symbolSpan: 'Till + 4112' },
        {
          ...{ ...frame(1), address: '0x180001020', imageName: 'Kit' },
          ...{ symbol: { name: 'main', offset: 32 }, symbolSpan: 'main + 32' },
        },
      ],
      span: rows.join('\n'),
    },
    images: [
      {
        ...{ index: 0, name: 'Till', uuid: A, arch: 'arm64', loadAddress: '0x104ccc000', textVmaddr: '0x100000000' },
        ...{ slideFrom: 'load-address', origin: 'app' },
      },
    ],
    ...{ frameCount: 2, problems: [] },
  })
})

describe('the words above', () => {
  test.each<[readonly string[], Members | undefined]>([
    [['reason', '(null)'], { reason: 'reason' }],
    [['words of the reader', '', 'reason', ' \t(null) '], { reason: 'reason' }],
    [['first', 'second'], { reason: 'first' }],
    [['first', 'second', 'x (null)'], { reason: 'first' }],
    [['first', 'second', '(null) x'], { reason: 'first' }],
    [['', ' first '], { reason: 'first' }],
    [['(null)'], undefined],
    [[], undefined],
    [['it received signal SIGABRT now', '(null)'], { reason: 'it received signal SIGABRT now', signal: 'SIGABRT' }],
    [['it received signal SIGABRTS', '(null)'], { reason: 'it received signal SIGABRTS', signal: 'SIGABRTS' }],
    [['it received signal SIGABRTSXY', '(null)'], { reason: 'it received signal SIGABRTSXY' }],
    [['it received signal SIGX', '(null)'], { reason: 'it received signal SIGX' }],
    [['xreceived signal SIGABRT', '(null)'], { reason: 'xreceived signal SIGABRT' }],
  ])('%j', (head, exception) => {
    expect(read(head)['exception']).toEqual(exception)
  })
})

describe('fields', () => {
  const list = (...lines: readonly string[]): unknown =>
    (told(umengFormat, [...rows, '', ...lines].join('\n'))[0]?.['header'] as Members)['fields']
  test('of each name, with blanks around', () => {
    for (const name of Object.keys(fields)) {
      expect(list(` \t${name}: \ta b\t `)).toEqual([[name, 'a b']])
      expect(list(`${name}:a`)).toEqual([[name, 'a']])
      expect(list(`${name}:  `, `x ${name}: a`, `${name} : a`, `${name}s: a`)).toEqual([])
    }
  })
})

describe('the program', () => {
  const image = (values: object, stack?: readonly string[]): unknown =>
    (pick(read(['x'], { ...fields, ...values }, stack), 'images')['images'] as Members[])[0]
  const whole = {
    ...{ index: 0, name: 'Till', uuid: A, arch: 'arm64', loadAddress: '0x104ccc000', textVmaddr: '0x100000000' },
    ...{ slideFrom: 'load-address', origin: 'app' },
  }
  const moved = ['\t0   Till  0x0000000100001010 Till + 4112', rows[1]!]
  test.each<[string, object, readonly string[] | undefined, object]>([
    ['as it is stated', {}, undefined, {}],
    ['as its rows say', {}, moved, { loadAddress: '0x100000000' }],
    ['without rows of its own', {}, [rows[1]!], {}],
    ['a name that could not be printed', { 'Binary Image': '??' }, ['\t0   ????  0x0000000104ccd010 ???? + 4112'], { name: '????' }],
    ['a name that could not be printed, without rows', { 'Binary Image': '??' }, [rows[1]!], { name: '??' }],
    ['a name with a question mark', { 'Binary Image': '?Till' }, rows, { name: '?Till' }],
    ['addresses in capitals', { 'Base Address': '0X104CCD000' }, [rows[1]!], { loadAddress: '0x104ccd000' }],
    ['an address with words before', { 'Base Address': 'x 0x1' }, [rows[1]!], { loadAddress: undefined }],
    ['an address with words behind', { 'Base Address': '0x1 x' }, [rows[1]!], { loadAddress: undefined }],
    ['an address that is too long', { 'Base Address': `0x1${'0'.repeat(16)}` }, [rows[1]!], { loadAddress: undefined }],
    ['a preferred address that is none', { 'Slide Address': 'none' }, [rows[1]!], { textVmaddr: undefined }],
    ['no identifier', { 'dSYM UUID': 'x' }, undefined, { uuid: undefined }],
  ])('%s', (_, values, stack, expected) => {
    expect(image(values, stack)).toEqual({ ...whole, ...expected })
  }) // prettier-ignore
})
