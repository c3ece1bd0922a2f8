/** Crash reports whose labels are in another language give what the English ones give, whatever the words are. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { fixtureBytes } from './fixture.ts'
import { timesReference } from '../../support/reference.ts'

/** Words of a language for Apple's labels. */
interface Language {
  readonly thread: string
  readonly crashed: string
  readonly name: string
  readonly images: string
  readonly state: string
  readonly last: string
  readonly information: string
  readonly fields: Readonly<Record<string, string>>
  readonly colon?: string
}

const languages: Readonly<Record<string, Language>> = {
  Chinese: {
    thread: '线程',
    crashed: '崩溃',
    name: '名称',
    images: '二进制映像',
    state: '线程 # 崩溃时的线程状态',
    last: '最后一次异常回溯',
    information: '应用程序特定信息',
    fields: {
      'Incident Identifier': '事件标识符',
      'CrashReporter Key': '崩溃报告密钥',
      'Hardware Model': '硬件型号',
      Process: '进程',
      Path: '路径',
      Identifier: '标识符',
      Version: '版本',
      'Code Type': '代码类型',
      'Parent Process': '父进程',
      'Date/Time': '日期/时间',
      'Launch Time': '启动时间',
      'OS Version': '操作系统版本',
      'Report Version': '报告版本',
      'Exception Type': '异常类型',
      'Exception Codes': '异常代码',
      'Exception Note': '异常说明',
      'Triggered by Thread': '触发线程',
      'Crashed Thread': '崩溃的线程',
    },
  },
  German: {
    thread: 'Thread',
    crashed: 'abgestürzt',
    name: 'Name',
    images: 'Binäre Abbilder',
    state: 'Thread # abgestürzt mit Status',
    last: 'Backtrace der letzten Ausnahme',
    information: 'Anwendungsspezifische Informationen',
    fields: {
      'Incident Identifier': 'Vorfallskennung',
      'Hardware Model': 'Hardwaremodell',
      Process: 'Prozess',
      Path: 'Pfad',
      Identifier: 'Kennung',
      'Code Type': 'Codetyp',
      'Parent Process': 'Übergeordneter Prozess',
      'Date/Time': 'Datum/Uhrzeit',
      'OS Version': 'Betriebssystem',
      'Exception Type': 'Ausnahmetyp',
      'Exception Codes': 'Ausnahmecodes',
      'Triggered by Thread': 'Ausgelöst von Thread',
      'Crashed Thread': 'Abgestürzter Thread',
    },
  },
  French: {
    thread: 'Fil',
    crashed: 'planté',
    name: 'nom',
    images: 'Images binaires',
    state: 'Le fil # s’est arrêté dans l’état',
    last: 'Trace de la dernière exception',
    information: 'Informations propres à l’application',
    colon: '\u00a0:',
    fields: {
      Process: 'Processus',
      Path: 'Chemin',
      Identifier: 'Identifiant',
      'Code Type': 'Type de code',
      'Parent Process': 'Processus parent',
      'Date/Time': 'Date/Heure',
      'OS Version': 'Version du système',
      'Exception Type': 'Type d’exception',
      'Exception Codes': 'Codes d’exception',
      'Triggered by Thread': 'Déclenché par le fil',
      'Crashed Thread': 'Fil planté',
    },
  },
  Italian: {
    thread: 'Flusso',
    crashed: 'in crash',
    name: 'nome',
    images: 'Immagini binarie',
    state: 'Il flusso # si trovava nello stato',
    last: 'Traccia ultima eccezione',
    information: 'Informazioni specifiche',
    fields: {
      'Incident Identifier': 'Identificatore evento',
      'CrashReporter Key': 'Chiave',
      'Hardware Model': 'Modello',
      Process: 'Processo',
      Path: 'Percorso',
      Identifier: 'Identificatore',
      Version: 'Versione',
      'Code Type': 'Tipo di codice',
      'Parent Process': 'Processo principale',
      'Date/Time': 'Data/Ora',
      'Launch Time': 'Ora di avvio',
      'OS Version': 'Versione sistema',
      'Report Version': 'Versione resoconto',
      'Exception Type': 'Tipo di eccezione',
      'Exception Codes': 'Codici di eccezione',
      'Triggered by Thread': 'Attivato dal flusso',
      'Crashed Thread': 'Flusso in crash',
    },
  },
}

/** Signs as input methods of East Asia give them. */
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replace(/ /g, '\u3000')

function translate(text: string, language: Language, colon: string): string {
  const { thread, crashed, name, images, state, last, information, fields } = language
  return text
    .split('\n')
    .map((line) => {
      const head = /^Thread (\d+)( Crashed)?:(.*)$/.exec(line)
      if (head) return `${thread} ${head[1]}${head[2] ? ` ${crashed}` : ''}${colon}${head[3]}`
      const named = /^Thread (\d+) name:(.*)$/.exec(line)
      if (named) return `${thread} ${named[1]} ${name}${colon}${named[2]}`
      const registers = /^Thread (\d+) crashed with /.exec(line)
      if (registers) return state.replace('#', registers[1] ?? '') + colon
      if (line.startsWith('Binary Images')) return images + colon
      if (line.startsWith('Last Exception Backtrace')) return last + colon
      if (line.startsWith('Application Specific Information')) return information + colon
      const field = /^([A-Z][A-Za-z/ ]+):(\s+\S.*)$/.exec(line)
      return field?.[1] && fields[field[1]] ? `${fields[field[1]]}${colon}${field[2]}` : line
    })
    .join('\n')
}

function read(text: string): readonly Report[] {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(outcome.problems.map(({ code }) => code).join())
  return outcome.value
}

const brief = (reports: readonly Report[]) =>
  reports.map(({ header, exception, threads, lastException, images, applicationInfo }) => ({
    process: header.process,
    pid: header.pid,
    path: header.path,
    arch: header.arch,
    os: header.os,
    type: exception?.type,
    signal: exception?.signal,
    threads: threads.map(({ id, crashed, name, registers, frames }) => ({
      id,
      crashed,
      named: name !== undefined,
      registers: registers?.length,
      frames: frames.map(({ address, image, offset, symbol }) => ({ address, image, offset, symbol })),
    })),
    last: lastException?.frames.map(({ address }) => address),
    images: images.map(({ name, uuid, loadAddress, size }) => ({ name, uuid, loadAddress, size })),
    said: applicationInfo.length,
  }))

const fixtures = [
  'apple-crash-text/ios-abort.crash',
  'apple-crash-text/macos-translated.crash',
  'apple-crash-text/macos-old.crash',
]
const textOf = (path: string): string => new TextDecoder().decode(fixtureBytes(path))
const cases = fixtures.flatMap((path) => Object.keys(languages).map((language) => [path, language] as const))

test.each(cases)('%s in %s is read as in English', (path, name) => {
  const text = textOf(path)
  const language = languages[name]
  if (!language) throw new Error(name)
  for (const colon of [language.colon ?? ':', '：'])
    expect(brief(read(translate(text, language, colon)))).toEqual(brief(read(text)))
})

test('full-width digits, letters and blanks of rows are plain ones', () => {
  const chinese = languages['Chinese']
  if (!chinese) throw new Error()
  const text = textOf('apple-crash-text/ios-abort.crash')
  const typed = translate(text, chinese, '：').replace(
    /^(\d+)( +)(\S+\s+)(0x\S+)/gm,
    (_, index: string, gap: string, image: string, address: string) => `${wide(index)}${gap}${image}${wide(address)}`,
  )
  expect(typed).toContain('０ｘ')
  const [thread] = brief(read(typed))[0]?.threads ?? []
  expect(thread?.frames).toEqual(brief(read(text))[0]?.threads[0]?.frames)
})

test('one thread without any header is claimed by its rows', () => {
  const rows =
    '0   libsystem_kernel.dylib 0x00000001b7000ec4 __pthread_kill + 8\n1   Harbor 0x0000000104ccc074 Dock.load() + 40\n'
  const [report] = read(`スレッド ３：\n${rows}\nスレッド 4 クラッシュ：\n${rows}`)
  expect(report?.threads.map(({ id, crashed, frames }) => [id, crashed, frames.length])).toEqual([
    [3, false, 2],
    [4, true, 2],
  ])
})

test('headings in English stay what they are', () => {
  const text = textOf('apple-crash-text/ios-abort.crash').replace(
    'Thread 0 Crashed:',
    'Stack 7 of the watchdog:\n0   App  0x0000000104ccc074 a + 1\n\nThread 0 Crashed:',
  )
  const [report] = read(text)
  expect(report?.threads.map(({ id }) => id)).toEqual(
    brief(read(textOf('apple-crash-text/ios-abort.crash')))[0]?.threads.map(({ id }) => id),
  )
})

test.each([
  ['headings', '线程 0：\n0 A 0x104000000 a + 1\n'.repeat(4_000)],
  ['fields', `${'进程: Harbor [410]\n'.repeat(50_000)}线程 0：\n0 A 0x104000000 a + 1\n`],
  ['a long line', `${'线程 0'.repeat(30_000)}：\n0 A 0x104000000 a + 1\n`],
  ['colons', `${':'.repeat(60_000)}\n0 A 0x104000000 a + 1\n线程 0：\n0 A 0x104000000 a + 1\n`],
])('hostile text is read in no time: %s', (_, text) => {
  expect(timesReference(() => parseReport('pasted.txt', new TextEncoder().encode(text)))).toBeLessThan(40)
})
