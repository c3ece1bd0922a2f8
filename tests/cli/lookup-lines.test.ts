/** `unslide lookup` that answers while its input goes on. `npm run build:cli` must have run. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { program, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const symbols = samplePath('Trailmap.dSYM.zip')
const known = '0x1000044c0'
const args = ['lookup', '--symbols', symbols]

/** A run whose input stays open, and its lines as they come. */
function talk(...more: readonly string[]): {
  readonly child: ChildProcessWithoutNullStreams
  readonly lines: AsyncIterator<string>
  readonly end: () => Promise<number | null>
} {
  const child = spawn(process.execPath, [program, ...args, ...more])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    child,
    lines,
    end: () => {
      child.stdin.end()
      return ended
    },
  }
}

test('each line is answered before the next one is written, as JSON', async () => {
  const { child, lines, end } = talk('-i', '--format', 'json')
  const alone = unslide([...args, '--format', 'json', known]).out.trim()
  const next = async (line: string): Promise<string> => {
    child.stdin.write(line)
    return ((await lines.next()).value as string | undefined) ?? ''
  }
  expect(await next(`${known}\n`)).toBe(alone)
  expect(JSON.parse(await next('\n'))).toEqual({ error: 'This line is empty. Write an address in hex.' })
  expect(JSON.parse(await next('zzz\r\n'))).toEqual({ error: 'The address "zzz" is not an address. Write it in hex.' })
  expect(JSON.parse(await next(`${'f'.repeat(100_000)}\n`))).toHaveProperty('error')
  expect(JSON.parse(await next('0x10\n'))).toMatchObject({ address: '0x10', calls: [] })
  expect(await next(`  ${known.slice(2)}\r\n`)).toBe(alone)
  expect(await end()).toBe(1)
})

test('in text an empty line ends each answer, also that of inlined calls; the last line needs no end', async () => {
  const { child, lines, end } = talk('--interactive')
  const alone = unslide([...args, known]).out
  const read = async (): Promise<string> => {
    let answer = ''
    for (;;) {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>
      if (done === true || value === '') return answer
      answer += `${value}\n`
    }
  }
  child.stdin.write(`${known}\n`)
  expect(await read()).toBe(alone)
  child.stdin.write('what\n')
  expect(await read()).toMatch(/^error: .*"what"/)
  child.stdin.write(known)
  const code = end()
  expect(await read()).toBe(alone)
  expect(await code).toBe(1)
})

test('without errors and without input the exit code is 0; arguments beside the input are wrong usage', () => {
  expect(unslide([...args, '-i'], `${known}\n${known}\n`)).toMatchObject({ status: 0, err: '' })
  expect(unslide([...args, '-i'], '')).toEqual({ status: 0, out: '', err: '' })
  expect(unslide([...args, '-i', known])).toMatchObject({ status: 2, out: '' })
  const offsets = unslide([...args, '-i', '--offset', '--format', 'json'], '0x44c0\n17600\nface\n').out.split('\n')
  expect(offsets[0]).toBe(offsets[1])
  expect(offsets[2]).toContain('"error"')
})

test('a pipe that stays open is answered as it comes, and ends at what is no address', async () => {
  const { child, lines, end } = talk()
  child.stdin.write(`${known}\n`)
  expect(((await lines.next()).value as string) + '\n').toBe(unslide([...args, known]).out.split('\n')[0] + '\n')
  child.stdin.write('zzz\n')
  expect(await end()).toBe(2)
})
