/** Documents of the repository: their links lead to files, the front page is short, and commands that they name exist. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { stdout } = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
const documents = stdout.split('\n').filter((path) => path !== '' && !path.startsWith('tests/fixtures/'))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
/** Text outside of fenced blocks and inline code. */
const proseOf = (path: string): string => textOf(path).replace(/```[\s\S]*?```|`[^`\n]*`/g, '')

test('every link to a file leads to one', () => {
  expect(documents.length).toBeGreaterThan(30)
  const links = documents.flatMap((path) =>
    [...proseOf(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = '']) => ({ path, to })),
  )
  expect(links.length).toBeGreaterThan(20)
  const lost = links.filter(({ path, to }) => !existsSync(join(root, dirname(path), to)))
  expect(lost).toEqual([])
})

test('the front page fits on 120 lines', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(120)
})

test('the Chinese front page has the commands and links of the English one', () => {
  const [english, chinese] = [textOf('README.md'), textOf('README.zh-CN.md')]
  // Comments behind a command are words.
  const commandsIn = (text: string): readonly string[] =>
    [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.split('\n').map((line) => line.replace(/ +#.*$/, '')),
    )
  const codeIn = (text: string): readonly string[] =>
    [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const linksIn = (text: string): readonly string[] =>
    [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^README|glossary/.test(to))
  expect(commandsIn(english).length).toBeGreaterThan(4)
  expect(commandsIn(chinese)).toEqual(commandsIn(english))
  const lost = codeIn(english).filter((code) => !codeIn(chinese).includes(code))
  expect(lost, 'in the Chinese one, too').toEqual([])
  expect(linksIn(chinese)).toEqual(linksIn(english))
  expect(english).toContain('](README.zh-CN.md)')
  expect(chinese).toContain('](README.md)')
})

test('every npm script that the documents name exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const own = [
    'README.md',
    'CONTRIBUTING.md',
    'tests/README.md',
    ...documents.filter((path) => path.startsWith('docs/')),
  ]
  const named = own.flatMap((path) =>
    [...textOf(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([])
})
