/** Exceptions in the words of .NET, Java, Kotlin, JavaScript and Unity, each alone, and the words around them. */
import { describe, expect, test } from 'vitest'
import { fieldTexts, titles } from '../../../../src/core/messages/labels.ts'
import type { ExceptionInfo } from '../../../../src/core/model/report.ts'
import { readMonoSignal, readThrown, wordsOf } from '../../../../src/core/reports/text/managed-thrown.ts'

const read = (text: string, ...languages: readonly string[]): ExceptionInfo | undefined =>
  readThrown(text, (language) => languages.includes(language))
const of =
  (type: string) =>
  (name: string, reason?: string): ExceptionInfo => ({ type, name, ...(reason !== undefined && { reason }) })
const net = of('.NET exception')
const java = of('Java exception')
const kotlin = of('Kotlin exception')
const script = of(titles.javaScriptError)

/** The text below and above others. */
const among = (text: string): readonly string[] => [text, `words\n${text}`, `${text}\nwords`]

describe('.NET', () => {
  const names = ['System.Exception', 'Till.A.LostException', 'Till1.Harbor_2.X.IOException']
  test.each(names)('%s', (name) => {
    const row = '\n  at Till.Open ()'
    for (const reason of ['n', 'no till: 7']) {
      for (const text of [
        `${name}: ${reason}`,
        ` \t${name}: ${reason} \t`,
        `${name} (0x80aabbcc): ${reason}`,
        `[ERROR] ${name}: ${reason}`,
        `Unhandled Exception: ${name}: ${reason}`,
        `Unhandled exception. ${name}: ${reason}`,
        `Unhandled Exception: \t\r\n${name}: ${reason}`,
        `Unhandled managed exception: ${name}: ${reason}`,
        `\t Unhandled managed exception: Failed to print exception: ${name}: ${reason}`,
        `x JavaProxyThrowable: ${name}: ${reason}`,
        `android.runtime.JavaProxyThrowable: [${name}]: ${reason}`,
        ` \tException Type: ${name}\nException Message: ${reason}`,
        `Type: ${name} \t\r\nx\ny\n\nMessage: ${reason}`,
        `Exception: ${name}\n \tMessage: ${reason}`,
        ` \t${name}\n\tHResult=0x1\n Message=${reason}`,
        `${name} : was thrown\nMessage=${reason}`,
        `${name}\nA=1\nB=2\nC=3\nMessage=${reason}`,
      ])
        for (const whole of among(text)) expect([whole, read(whole)]).toEqual([whole, net(name, reason)])
      for (const text of [
        `${reason} (${name})${row}`,
        `  Unhandled managed exception: ${reason} (${name}) \t\r${row}`,
        `${reason} \t\r\n \t(${name})${row}`,
        `${reason}\t(${name})\n\tat (wrapper x)`,
        `words of a log: ${name}: ${reason}${row}`,
        `03:04 (x) ${name} (0x80aabbcc): ${reason}\n at <7>`,
        `x ${name}: ${reason}\n[Ref 1AF] \t\r${row}`,
        `x ${name}: ${reason}\n[Ref 7]\n\t at (x)`,
      ])
        for (const whole of [text, `words\n${text}`, `${text}\nwords`])
          expect([whole, read(whole)]).toEqual([whole, net(name, reason)])
    }
    expect(read(name)).toEqual(net(name))
    expect(read(`${name}\n at Till.Open ()`)).toEqual(net(name))
    expect(read(`${name}s: n`)).toBeUndefined()
    expect(read(`words ${name}: n`)).toBeUndefined()
    expect(read(`words ${name}: n\nat Till`)).toBeUndefined()
    expect(read(`x.${name}: n${row}`)).not.toEqual(net(name, 'n'))
  })

  test.each(['LostException', 'TillNotFoundException', 'E1_Exception'])('Unity: %s', (name) => {
    for (const head of ['', 'Rethrow as ', 'Till [main]: ', 'E/Unity: ', 'W/T: ', '> ', '` \t'])
      for (const reason of ['n', 'no till: 7'])
        for (const whole of among(`${head}${name}: ${reason}`)) expect(read(whole)).toEqual(net(name, reason))
    expect(read(`${name}: n`, 'javascript')).toBeUndefined()
    for (const text of [`x ${name}: n`, `X/T: ${name}: n`, `${name}`, `${name}: `, 'exception: n'])
      expect(read(text)).toBeUndefined()
  })

  test('lines of a message between the first one and the first row', () => {
    const head = 'System.Exception: no till'
    for (const lines of [['more'], ['more', ' and more '], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
      for (const row of ['  at Till.Open ()', '\tat (wrapper x)', ' at <7>', ' at $f'])
        for (const end of ['\n', '\r\n'])
          expect(read([head, ...lines, row].join(end))).toEqual(
            net('System.Exception', ['no till', ...lines.map((one) => one.trim())].join(' ')),
          )
    for (const line of [
      '  at x',
      ' ---> System.Exception',
      'Caused by x',
      '---',
      '[Ref 7]',
      '(x',
      '#1',
      '...',
      'Till of 7.x:',
      'Till: \r',
      '\r',
      'Caused by: x',
      'a.b.c',
      '\n',
      '',
      'a\nb\nc\nd\ne',
    ])
      expect(read(`${head}\n${line}\n  at Till.Open ()`)).toEqual(net('System.Exception', 'no till'))
    for (const line of ['at', '->', '--', '..', 'x: y', 'a.b', '7'])
      expect(read(`${head}\n${line}\n  at Till.Open ()`)).toEqual(net('System.Exception', `no till ${line}`))
    for (const below of ['more\nat Till', 'more\n  at "', 'more'])
      expect(read(`${head}\n${below}`)).toEqual(net('System.Exception', 'no till'))
  })

  test('a cause in the same line, and a message that a console says again', () => {
    for (const cause of ['System.Exception: x', 'a.b$1.C_1Error', 'T.Exception'])
      expect(read(`System.Exception: no till ---> ${cause}`)).toEqual(net('System.Exception', 'no till'))
    for (const other of ['x', 'System.Exceptions', 'Exception'])
      expect(read(`System.Exception: no till ---> ${other}`)).toEqual(net('System.Exception', `no till ---> ${other}`))
    expect(read('System.Exception: no till message: "no till " x')).toEqual(net('System.Exception', 'no till'))
    expect(read('System.Exception: n message: "n " x')).toEqual(net('System.Exception', 'n'))
    expect(read('System.Exception: no till message: "n"')).toEqual(net('System.Exception', 'no till message: "n"'))
  })

  test('a check in a program for debugging, and what Unity logs', () => {
    const asserted = (words: string, one = '\n', two = '\n'): string =>
      `---- DEBUG ASSERTION FAILED ----${one}---- Assert Short Message ----${two}`.concat(
        `${words}\n---- Assert Long Message ----`,
      )
    expect(read(asserted('no till'))).toEqual({ type: '.NET exception', reason: 'DEBUG ASSERTION FAILED: no till' })
    expect(
      read(`x\n \t${asserted(' n ', '\n\n', ' \t\r\n').replace('\n---- Assert Long', '\n\n ---- Assert Long')}`),
    ).toEqual({ type: '.NET exception', reason: 'DEBUG ASSERTION FAILED: n' })
    expect(read(asserted(''))).toEqual({ type: '.NET exception', reason: 'DEBUG ASSERTION FAILED' })
    expect(read(`x ${asserted('n')}`)).toBeUndefined()
    for (const call of ['LogError', 'LogException', 'LogErrorFormat', 'LogAssertion', 'Assert'])
      for (const between of [
        '',
        ' UnityEngine.StackTraceUtility:Extract ()\n',
        'UnityEngine.DebugLogHandler:x\n\tUnityEngine.Logger:y()\n',
      ])
        for (const end of [' (object)', '(object)'])
          for (const words of ['n', 'No till \t'])
            for (const whole of among(`${words}\n${between}UnityEngine.Debug:${call}${end}`))
              expect(read(whole)).toEqual({ type: '.NET exception', reason: words.trim() })
    expect(read('n\nUnityEngine.Debug:Log (object)')).toBeUndefined()
    expect(read('n\nUnityEngine.Debug:LogErrors (object)')).toBeUndefined()
    expect(read('n\nx\nUnityEngine.Till:x\nUnityEngine.Debug:Assert ()')).toEqual({
      type: '.NET exception',
      reason: 'UnityEngine.Till:x',
    })
  })
})

describe('Java and Kotlin', () => {
  const names = [
    'java.lang.Error',
    'javax.till.A_1Exception',
    'android.os.DeadObjectException',
    'dalvik.x.TillThrowable',
    'com.till_1.a.B$CException',
  ]
  test.each(names)('%s', (name) => {
    for (const head of [
      '',
      '` \t',
      'e: ',
      'w: ',
      'Fatal Exception: ',
      'Non-fatal Exception: ',
      'Exception in thread "main" ',
      'Exception in thread "till 1" ',
      'Caused by: ',
      'Caused by ',
      'Rejecting re-init on previously-failed class a.B: ',
    ])
      for (const [end, reason] of [
        ['', undefined],
        [': n', 'n'],
        [': no till: 7', 'no till: 7'],
        [':no till \t', 'no till'],
        [':\t no till', 'no till'],
        [': ', undefined],
        [' \t', undefined],
      ] as const)
        for (const whole of among(`${head}${name}${end}`))
          expect([whole, read(whole, 'java')]).toEqual([whole, java(name, reason)])
    expect(read(`x ${name}: n`, 'java')).toBeUndefined()
    const isOfJava = /^(?:java|android|dalvik)/.test(name)
    expect(read(`${name}: n`, 'kotlin')).toEqual(isOfJava ? java(name, 'n') : kotlin(name, 'n'))
  })

  test('a class of any name, where somebody caught it', () => {
    for (const name of ['a.T', 'com.till.Lost', 'b.c_1.D$e'])
      for (const head of [
        'Fatal Exception: ',
        'Non-fatal Exception: ',
        'Exception in thread "m" ',
        'Exception in thread "till 1" ',
        'Exception ',
        '\t `Exception ',
      ])
        for (const [end, reason] of [
          ['', undefined],
          [': n', 'n'],
          [':\tno till \t', 'no till'],
          [' ', undefined],
        ] as const)
          for (const whole of among(`${head}${name}${end}`))
            expect([whole, read(whole, 'java')]).toEqual([whole, java(name, reason)])
    expect(read('Fatal Exception: com.till.Lost: n')).toBeUndefined()
    for (const text of [
      'com.till.Lost: n',
      'Caused by: com.till.Lost: n',
      'x Exception com.till.Lost: n',
      'Exception com.till.lost: n',
      'Exception com.till.Lost n',
    ])
      expect(read(text, 'java')).toBeUndefined()
  })

  test('whose it is', () => {
    expect(read('till.LostException: n')).toEqual(net('till.LostException', 'n'))
    expect(read('kotlin.TillException: n', 'java')).toEqual(kotlin('kotlin.TillException', 'n'))
    expect(read('java.till.LostException: n')).toEqual(java('java.till.LostException', 'n'))
    expect(read('javas.till.LostException: n')).toEqual(net('javas.till.LostException', 'n'))
    expect(read('a.java.LostException: n', 'kotlin')).toEqual(kotlin('a.java.LostException', 'n'))
    for (const name of ['a.JavaScriptException', 'com.a.JavascriptException', 'com.a.JavaScriptError'])
      expect(read(`${name}: n`, 'java')).toEqual(script(name, 'n'))
    for (const name of ['a.JavaScriptErrorException', 'a.MyJavaScriptException', 'a.b.JavaScriptXException'])
      expect(read(`${name}: n`, 'java')).toEqual(java(name, 'n'))
    expect(read('Till.JavaScriptException: n')).toEqual(net('Till.JavaScriptException', 'n'))
  })

  test('Kotlin’s own words', () => {
    for (const name of ['till.Lost', 'L', 'a.b_1.$C'])
      for (const [end, reason] of [
        ['', undefined],
        [': n', 'n'],
        [': no till \t', 'no till'],
      ] as const)
        for (const whole of among(` \tUncaught Kotlin exception: ${name}${end}`))
          expect(read(whole)).toEqual(kotlin(name, reason))
    expect(read('Uncaught exception: kotlin.Till: n')).toEqual(kotlin('kotlin.Till', 'n'))
    expect(read('Uncaught exception: till.Lost: n')).toBeUndefined()
    expect(read('x Uncaught Kotlin exception: till.Lost: n')).toBeUndefined()
  })
})

describe('JavaScript', () => {
  test.each(['Error', 'TypeError', 'Till1Error'])('%s', (name) => {
    for (const reason of ['n', 'no till: 7'])
      for (const text of [
        `${name}: ${reason}`,
        ` * ${name}: ${reason} \t`,
        `Uncaught (in promise) ${name}: ${reason}`,
        `Uncaught (in promise): ${name}: ${reason}`,
        `x JS ERROR ${name}: ${reason}`,
        `03:04 words ${name}: ${reason}\n\nThis error is located at:`,
        `x ${name}: ${reason}\n * -\n\n> \n >This error is located at:`,
      ])
        for (const whole of among(text)) {
          expect([whole, read(whole, 'javascript')]).toEqual([whole, script(name, reason)])
          expect(read(whole)).toBeUndefined()
        }
    expect(read(` * ${name}`, 'javascript')).toEqual(script(name))
    expect(read(`x ${name}: Uncaught (in promise): no till`, 'javascript')).toEqual(
      script(name, 'Uncaught (in promise): no till'),
    )
    for (const text of [
      `x ${name}: n`,
      `x ${name}: n\nx\nThis error is located at:`,
      `x ${name}: n\n\n\n\n\nThis error is located at:`,
    ])
      expect(read(text, 'javascript')).toBeUndefined()
  })

  test('promises of React Native', () => {
    for (const name of ['Unhandled Promise Rejection', 'Unhandled Promise'])
      for (const id of ['', ' (id: 7)', ' (id: till_1)'])
        for (const between of [' ', '', '\n', ' \t\r\n\t '])
          for (const reason of ['n', 'no till: 7'])
            expect(read(`x ${name}${id}:${between}${reason}; x`, 'javascript')).toEqual(script(name, reason))
    for (const own of ['Error: n', 'TypeError: n', '{ a }', '[x]'])
      expect(read(`x Unhandled Promise Rejection: ${own}`, 'javascript')?.name).toBe(undefined)
    expect(read('x unhandled promise rejection: Errors: n', 'javascript')).toEqual(
      script('unhandled promise rejection', 'Errors: n'),
    )
  })
})

describe('Mono’s words on a signal', () => {
  test.each(['SEGV', 'BUS', 'ILL', 'FPE', 'ABRT', 'TRAP'])('SIG%s', (name) => {
    const signal = { type: fieldTexts.monoCrash, signal: `SIG${name}` }
    const isFault = /^(?:SEGV|BUS|ILL|FPE)$/.test(name)
    for (const line of [
      `Got a SIG${name} while executing native code.`,
      ` \tGot an ${name.toLowerCase()} while executing native code`,
    ]) {
      expect(readMonoSignal(`words\n${line}\nwords`)).toEqual(signal)
      expect(readMonoSignal(`x ${line}`)).toBeUndefined()
      expect(read(line)).toEqual(signal)
      // A fault ends a program, too.
      const beside = `System.Exception: n\n${line}`
      expect(read(beside)).toEqual(isFault ? signal : net('System.Exception', 'n'))
      expect(read(`Unhandled Exception: ${beside}`)).toEqual(net('System.Exception', 'n'))
    }
  })

  test('other words', () => {
    for (const name of ['XSEGV', 'SEGVX', 'XSIGSEGV'])
      expect(read(`System.Exception: n\nGot a SIG${name} while executing native code`)).toEqual(
        net('System.Exception', 'n'),
      )
    expect(readMonoSignal('Got the SIGSEGV while executing native code')).toBeUndefined()
  })
})

describe('the words of an exception and of its causes', () => {
  const thrown = net('System.Exception', 'no till')
  test('none', () => {
    expect(wordsOf(undefined, 'Caused by: a.LostException: x')).toEqual([])
    expect(wordsOf({ name: 'x' }, 'x')).toEqual([])
    expect(wordsOf({ name: 'x', reason: '' }, 'Unhandled Exception: x\nCaused by: a.LostException: x')).toEqual([
      'Caused by: a.LostException: x',
    ])
    expect(wordsOf(thrown, '')).toEqual(['no till'])
  })

  test.each([
    'Unhandled Exception: x',
    'unhandled exception. x',
    'x 03:04 FATAL UNHANDLED EXCEPTION x',
    'Fatal Exception',
    'Exception in thread "main" x',
  ])('%s', (line) => {
    expect(wordsOf(thrown, `words\n ${line} \t\nwords`)).toEqual([line, 'no till'])
    expect(wordsOf({ ...thrown, reason: line }, line)).toEqual([line])
    expect(wordsOf(thrown, `x${line}`)).toEqual(/^x/.test(line) ? [`x${line}`, 'no till'] : ['no till'])
  })

  test('Kotlin’s line', () => {
    const line = 'Uncaught Kotlin exception: till.Lost: no till'
    expect(wordsOf(kotlin('till.Lost', 'no till'), `words\n \t${line} \nwords`)).toEqual([line])
    expect(wordsOf(kotlin('till.Lost', 'no till'), `x ${line}`)).toEqual(['no till'])
    expect(wordsOf(thrown, line)).toEqual(['no till'])
  })

  test('causes, in their order', () => {
    const causes = [
      'Caused by: a.b.LostException: no cart \t',
      ' \tCaused by: Error',
      'Caused by T1$xThrowable',
      '---> System.Exception: n',
    ]
    expect(wordsOf(thrown, causes.join('\n'))).toEqual(['no till', ...causes.map((line) => line.trim())])
    expect(wordsOf(thrown, 'no till ---> a.B.LostException: x ---> C_1.TillError: y')).toEqual([
      'no till',
      '---> a.B.LostException: x',
      '---> C_1.TillError: y',
    ])
    for (const text of [
      'x Caused by: a.LostException',
      'Caused by: no till',
      '---> Tills',
      'Caused by: a.LostExceptions',
      'x---> a.LostException',
    ])
      expect(wordsOf(thrown, text)).toEqual(['no till'])
    const many = Array.from({ length: 9 }, (_, at) => `Caused by: a.LostException: ${at}`)
    for (const count of [7, 8, 9])
      expect(wordsOf(thrown, many.slice(0, count).join('\n'))).toEqual([
        'no till',
        ...many.slice(0, Math.min(count, 8)),
      ])
  })
})
