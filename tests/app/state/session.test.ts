/** One visit: calls of the engine as files arrive, the message when it dies, memory that a closed report frees. */
import { expect, test } from 'vitest'
import { Session } from '../../../src/app/state/session.svelte.ts'
import type { Engine, FileOutcome, ReportHandle, SymbolicateOptions } from '../../../src/core/engine-types.ts'
import { failure, success } from '../../../src/core/model/problem.ts'
import type { ImageStatus } from '../../../src/core/model/report.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { EngineGone, type ConnectedEngine, type EngineHost } from '../../../src/worker/client.ts'
import { stub, stubStorage } from '../../support/browser.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const file = (path: string): InputFile => ({ path, blob: new Blob([path]) })
const REPORT = file('shop.crash')
const SECOND = file('other.crash')
const SYMBOLS = file('Shop.dSYM.zip')

const outcome = (path: string, kind: FileOutcome['kind'], more: Partial<FileOutcome> = {}): FileOutcome => ({
  path,
  bytes: 1,
  kind,
  label: '',
  images: [],
  problems: [],
  ...more,
})
const images = [{ uuid: uuid('A'), arch: 'arm64', name: 'Shop', kind: 'dsym' }] as const
const missing: ImageStatus = { image: 0, symbols: 'missing', reason: '', frames: 1, unnamed: 1 }

/** An engine that takes paths at their word: `.crash` is a report, all else holds symbols. `over` answers in its stead. */
function scene(over: Partial<Engine> = {}) {
  stubStorage()
  stub('navigator', {})
  const calls: string[] = []
  const options: SymbolicateOptions[] = []
  let opened = 0
  let host: EngineHost | undefined
  const engine: Partial<ConnectedEngine> = {
    add: async (files) => {
      calls.push(`add ${files.map(({ path }) => path).join(' ')}`)
      const reports = files.filter(({ path }) => path.endsWith('.crash'))
      const kinds = files.map(({ path }) =>
        path.endsWith('.crash') ? outcome(path, 'report') : outcome(path, 'symbols', { images: [...images] }),
      )
      return { files: kinds, reports }
    },
    survey: async ([first]) =>
      first ? [outcome(first.path, first.path.endsWith('.crash') ? 'report' : 'symbols')] : [],
    open: async ({ path }) => {
      calls.push(`open ${path}`)
      const report = makeReport({ text: path, images: [makeImage({ name: 'Shop', uuid: uuid('A') })], rows: [] })
      return success({ handle: `handle ${++opened}` as ReportHandle, reports: [report] })
    },
    resolve: async (handle, more = {}) => {
      calls.push(`resolve ${handle}`)
      options.push(more)
      return success([{ resolutions: [], images: [missing], explanations: [] }])
    },
    close: async (handle) => void calls.push(`close ${handle}`),
    index: async (keys) => keys.map(() => failure({ code: 'cancelled', message: '' })),
    images: async () => [],
    preloadNaming: async () => undefined,
    restart: () => void calls.push('restart'),
    cancel: async () => void calls.push('cancel'),
    ...over,
  }
  const session = new Session((given) => {
    host = given
    return engine as ConnectedEngine
  })
  return { session, calls, options, host: () => host, engine }
}

test('a report is opened once, however many symbols come; names are asked for again', async () => {
  const { session, calls } = scene()
  await session.add([REPORT])
  await session.add([SYMBOLS])
  await session.add([file('More.dSYM.zip')])
  expect(calls.filter((call) => call.startsWith('open'))).toEqual(['open shop.crash'])
  expect(calls.filter((call) => call.startsWith('resolve'))).toHaveLength(3)
  expect(session.reports.map(({ named }) => named)).toEqual([true])
})

test('a report of which the beginning is seen is shown whole as soon as it is read, before its names', async () => {
  const order: string[] = []
  let name = (): void => undefined
  const names = new Promise<void>((resolve) => (name = resolve))
  const report = makeReport({ text: 'large', images: [], rows: [] })
  const { session } = scene({
    open: async (_file, _options, onBeginning) => {
      onBeginning?.({ report, bytes: 1, of: 2 })
      return success({ handle: 'handle 1' as ReportHandle, reports: [report] })
    },
    resolve: async () => {
      await names
      order.push('named')
      return success([{ resolutions: [], images: [], explanations: [] }])
    },
  })
  const onOpened = (): void => {
    order.push('shown')
    name()
  }
  await session.add([REPORT], { onOpened })
  expect(order).toEqual(['shown', 'named'])
  expect(session.beginning).toBeUndefined()
})

test('the same file given twice stays one report, and what the engine held of the first is given back', async () => {
  const { session, calls } = scene()
  await session.add([REPORT])
  await session.add([REPORT])
  expect(session.reports).toHaveLength(1)
  expect(calls).toContain('close handle 1')
})

test('closing gives back what the engine holds, of that report alone', async () => {
  const { session, calls } = scene()
  await session.add([REPORT, SECOND])
  session.close(session.reports[0]?.id ?? '')
  expect(session.reports.map((open) => open.file.path)).toEqual(['other.crash'])
  expect(calls.filter((call) => call.startsWith('close'))).toEqual(['close handle 1'])
  session.closeAll()
  expect(calls.filter((call) => call.startsWith('close'))).toEqual(['close handle 1', 'close handle 2'])
})

test('what the user said of a report holds when symbols come later, and the last word on an image counts', async () => {
  const { session, options } = scene()
  await session.add([REPORT])
  const id = session.reports[0]?.id ?? ''
  const at = (value: bigint) => ({ image: 0, at: { kind: 'slide' as const, value } })
  await session.resolveAgain(id, { force: [{ image: 1, uuid: uuid('B'), arch: 'arm64' }], places: [at(1n)] })
  await session.resolveAgain(id, { places: [at(2n)] })
  await session.add([SYMBOLS])
  expect(options.at(-1)).toEqual({
    similar: true,
    force: [{ image: 1, uuid: uuid('B'), arch: 'arm64' }],
    places: [at(2n)],
  })
})

test('a worker that dies is tried once more; the second time the user is told, and may try again', async () => {
  let deaths = 0
  const { session, engine } = scene()
  const { add } = engine
  engine.add = async (...given) => {
    if (++deaths <= 2) throw new EngineGone('out of memory')
    return add!(...given)
  }
  await session.add([REPORT])
  const notice = session.notices.list.find(({ id }) => id === 'worker')
  expect(notice?.tone).toBe('problem')
  expect(notice?.text).toContain('out of memory')
  expect(session.reports).toEqual([])
  expect(session.work.jobs).toEqual([])
  notice?.act?.run()
  await session.add([])
  expect(session.reports).toHaveLength(1)
  expect(session.notices.list).toEqual([])
})

test('work that the user stopped is no fault, and is not begun again by itself', async () => {
  let calls = 0
  const { session } = scene({
    add: () => {
      calls++
      return Promise.reject(new EngineGone('Stopped.', true))
    },
  })
  await session.add([REPORT])
  expect(calls).toBe(1)
  expect(session.notices.list.map(({ tone }) => tone)).toEqual(['plain'])
  expect(session.problems).toEqual([])
})

test('what fails otherwise becomes a problem, and the next files are taken all the same', async () => {
  const { session, engine } = scene()
  const { add } = engine
  engine.add = () => Promise.reject(new Error('no memory'))
  await session.add([REPORT])
  expect(session.problems.map(({ message }) => message)).toEqual(['no memory'])
  engine.add = add!
  await session.add([REPORT])
  expect(session.problems).toEqual([])
  expect(session.reports).toHaveLength(1)
})

test('an engine that was started anew has forgotten the report: it is read again, under its old id', async () => {
  const { session, engine, calls } = scene()
  await session.add([REPORT])
  const [first] = session.reports
  const { resolve } = engine
  let asked = 0
  engine.resolve = async (...given) => (++asked === 1 ? failure({ code: 'not-open', message: '' }) : resolve!(...given))
  await session.add([SYMBOLS])
  expect(calls.filter((call) => call.startsWith('open'))).toHaveLength(2)
  expect(session.reports.map(({ id, handle, named }) => [id, handle, named])).toEqual([[first?.id, 'handle 2', true]])
})

test('an engine that was started anew gets the files with symbols again, not the reports alone', async () => {
  const { session, host } = scene()
  await session.add([REPORT])
  expect(host()?.symbolFiles()).toEqual([])
  await session.add([SYMBOLS])
  await session.add([SYMBOLS])
  expect(host()?.symbolFiles()).toEqual([SYMBOLS])
})

test('a link brings a report and nothing else, and its names are kept for no other report', async () => {
  const shares: (boolean | undefined)[] = []
  const { session, engine } = scene()
  const { open } = engine
  engine.open = async (given, options) => {
    shares.push(options?.sharesNames)
    return open!(given, options)
  }
  await expect(session.addLinked(SYMBOLS, () => {})).rejects.toThrow()
  const ids: (readonly string[])[] = []
  await session.addLinked(REPORT, (opened) => ids.push(opened))
  await session.add([SECOND])
  expect(ids).toEqual([[session.reports[0]?.id]])
  expect(shares).toEqual([false, true])
})

test('an index that was not made here is asked for, and taken when the user says so', async () => {
  const imports: (string | undefined)[] = []
  const { session } = scene({
    add: async (files, _onEvent, options) => {
      imports.push(options?.imports)
      const asks = options?.imports === 'ask' ? ({ asks: true } as const) : {}
      return { files: files.map(({ path }) => outcome(path, 'index', { images: [...images], ...asks })), reports: [] }
    },
  })
  await session.add([file('Shop.unslide')])
  const notice = session.notices.list.find(({ id }) => id === 'import')
  expect(notice?.text).toContain('Shop')
  notice?.act?.run()
  await session.add([])
  expect(imports).toEqual(['ask', 'take'])
  expect(session.notices.list).toEqual([])
})

test('one image is cancelled by its key; all work, by a new engine', async () => {
  const { session, calls } = scene()
  await session.cancel({ uuid: uuid('A'), arch: 'arm64' })
  await session.cancel()
  expect(calls).toEqual(['cancel', 'restart'])
})

test('storage that is full or missing is told until it lasts', () => {
  const { session, host } = scene()
  host()?.onStorage({ kind: 'full', message: 'quota' })
  expect(session.notices.list.map(({ id, tone }) => [id, tone])).toEqual([['storage', 'problem']])
  host()?.onStorage({ kind: 'lasting' })
  expect(session.notices.list).toEqual([])
})

test('a cancelled look-up leaves what was found, skips the files behind it, and goes on where the user says so', async () => {
  let answers = 0
  const { session, calls } = scene({
    resolve: async (handle) => {
      calls.push(`names ${handle}`)
      const problems = ++answers === 1 ? [{ code: 'cancelled', message: '' }] : []
      return success([{ resolutions: [], images: [missing], explanations: [] }], problems)
    },
  })
  await session.add([REPORT, SECOND])
  expect(calls.filter((call) => call.startsWith('names'))).toEqual(['names handle 1'])
  expect(session.work.jobs).toEqual([])
  const [notice] = session.notices.list
  expect(notice?.text).toContain('cancelled')
  notice?.act?.run()
  await session.add([])
  expect(calls.filter((call) => call.startsWith('names'))).toEqual([
    'names handle 1',
    'names handle 1',
    'names handle 2',
  ])
  expect(session.notices.list).toEqual([])
})

test('a look-up is cancelled by itself, and the worker lives on', async () => {
  let finish = (): void => {}
  const { session, calls } = scene({
    resolve: () =>
      new Promise((resume) => {
        finish = () => resume(success([]))
      }),
    cancelNames: async (handle) => {
      calls.push(`cancel ${handle}`)
      finish()
    },
  })
  const adding = session.add([REPORT])
  await expect.poll(() => session.work.jobs.map(({ id }) => id)).toEqual(['names'])
  session.work.jobs[0]?.stop?.()
  await adding
  expect(calls).toContain('cancel handle 1')
  expect(calls).not.toContain('restart')
})

test('another language asks for names and sentences alone, and opens no file again', async () => {
  const damage = { code: 'cut', message: 'cut off' }
  const { session, calls } = scene({
    open: async ({ path }) => {
      calls.push(`open ${path}`)
      return success({
        handle: `of ${path}` as ReportHandle,
        reports: [makeReport({ text: path, problems: [damage] })],
      })
    },
    languageChanged: async (problems) => {
      calls.push(`language, ${problems.length} problems`)
      return problems.map((one) => ({ ...one, message: `新：${one.message}` }))
    },
  } as Partial<ConnectedEngine>)
  await session.add([REPORT, SECOND])
  calls.length = 0
  await session.speakAgain()
  expect(calls).toEqual(['language, 2 problems', 'resolve of shop.crash', 'resolve of other.crash'])
  expect(session.reports.map(({ symbolicated: { report } }) => report.problems)).toEqual([
    [{ ...damage, message: '新：cut off' }],
    [{ ...damage, message: '新：cut off' }],
  ])
})

test('another language says the problems of files anew, each with its file', async () => {
  const cut = { code: 'truncated', message: 'cut off' }
  const empty = { code: 'empty-file', message: 'empty' }
  const { session } = scene({
    add: async () => ({
      files: [
        outcome('a', 'unreadable', { problems: [cut, empty] }),
        outcome('b', 'symbols'),
        outcome('c', 'unreadable', { problems: [empty] }),
      ],
      reports: [],
    }),
    languageChanged: async (problems) => problems.map((one) => ({ ...one, message: `新：${one.message}` })),
  } as Partial<ConnectedEngine>)
  await session.add([REPORT])
  await session.speakAgain()
  expect(session.fileOutcomes.map(({ path, problems }) => [path, problems.map(({ message }) => message)])).toEqual([
    ['a', ['新：cut off', '新：empty']],
    ['b', []],
    ['c', ['新：empty']],
  ])
})

test('where the worker has ended, another language leaves the reports as they are', async () => {
  const { session } = scene({
    languageChanged: async () => Promise.reject(new EngineGone('ended')),
  } as Partial<ConnectedEngine>)
  await session.add([REPORT])
  const before = session.reports
  await session.speakAgain()
  expect(session.reports).toBe(before)
})
