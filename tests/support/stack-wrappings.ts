/** Changes that people and programs make to the lines of a stack before they paste it. */

export interface Wrapping {
  readonly name: string
  readonly wrap: (text: string) => string
}

const lines = (change: (line: string, at: number) => string) => (text: string) =>
  text.split('\n').map(change).join('\n')

/** As a terminal breaks them: at a column, inside words. */
const broken = (width: number) => (text: string) =>
  text
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [''])
    .join('\n')

/** As a mail breaks them: at the last blank before the column. */
const folded = (width: number) => (text: string) =>
  text
    .split('\n')
    .flatMap((line) => {
      const made: string[] = ['']
      for (const word of line.split(/(?<=\S) /)) {
        const last = made.at(-1) ?? ''
        if (last !== '' && last.length + 1 + word.length > width) made.push(word)
        else made[made.length - 1] = last === '' ? word : `${last} ${word}`
      }
      return made
    })
    .join('\n')

const clock = (at: number): string => `10:${String(12 + Math.floor(at / 60))}:${String(at % 60).padStart(2, '0')}`

export const wrappings: readonly Wrapping[] = [
  { name: 'as it is', wrap: (text) => text },
  { name: 'words around', wrap: (text) => `The app ends when I open the till.\n\n${text}\n\nWho can help?` },
  { name: 'logcat', wrap: lines((line, at) => `11-27 ${clock(at)}.123  7713  7731 E AndroidRuntime: ${line}`) },
  { name: 'NSLog', wrap: lines((line, at) => `2026-11-27 ${clock(at)}.123 Shop[7713:12345] ${line}`) },
  { name: 'a log of a server', wrap: lines((line, at) => `2026-11-27T${clock(at)}Z shop-1 | ${line}`) },
  { name: 'a chat', wrap: lines((line, at) => `[${clock(at)}] Ada: ${line}`) },
  { name: 'quoted', wrap: lines((line) => `> ${line}`) },
  { name: 'a list', wrap: lines((line) => `- ${line.trim()}`) },
  { name: 'tabs', wrap: lines((line) => line.replace(/^ +/, '\t')) },
  { name: 'no indent', wrap: lines((line) => line.trimStart()) },
  { name: 'CRLF', wrap: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'blank lines', wrap: (text) => text.replaceAll('\n', '\n\n') },
  {
    name: 'HTML',
    wrap: (text) => `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`,
  },
  {
    name: 'HTML without tags',
    wrap: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  { name: 'a string of JSON', wrap: (text) => JSON.stringify({ level: 'error', error: text }) },
  { name: 'escaped', wrap: (text) => JSON.stringify(text).slice(1, -1) },
  { name: 'arrows', wrap: (text) => text.replaceAll('\n', '↵') },
  { name: 'one line', wrap: (text) => text.replaceAll(/\n[ \t]*/g, ' ') },
  ...[60, 72, 80, 100].map((width) => ({ name: `broken at ${width}`, wrap: broken(width) })),
  ...[72, 80, 100].map((width) => ({ name: `folded at ${width}`, wrap: folded(width) })),
]
