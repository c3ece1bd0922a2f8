/** Every architecture has every fact, and none contradicts another. */
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../../../src/core/bytes/cursor.ts'
import { parseMinidumpContext } from '../../../src/core/memory/minidump-context.ts'
import { parseThreadState } from '../../../src/core/memory/thread-state.ts'
import { callEndingAt, longestCall } from '../../../src/core/memory/instruction-set.ts'
import {
  archFamily,
  archName,
  archOfCpu,
  archOfMinidump,
  architectureOf,
  architectures,
  pageSize,
  plainArch,
  pointerSize,
} from '../../../src/core/model/architecture.ts'

const families = ['arm64', 'arm64_32', 'arm', 'x86_64', 'i386'] as const

test('every family is described, once', () => {
  expect(architectures.map(({ family }) => family).sort()).toEqual([...families].sort())
  const facts = architectures.map((one) => Object.keys(one).sort())
  for (const keys of facts) expect(keys).toEqual(facts[0])
  expect(facts[0]).toHaveLength(18)
})

describe.each(architectures.map((one) => [one.family, one] as const))('%s', (family, one) => {
  test('its names and numbers lead to it alone', () => {
    const names = [one.cpu.name, ...Object.values(one.cpu.subtypes), ...one.aliases]
    for (const name of names) expect(archFamily(name), name).toBe(family)
    for (const alias of one.aliases) expect(plainArch(alias)).toBe(one.cpu.name)
    expect(archOfCpu(one.cpu.type, 0)).toBe(one.cpu.name)
    for (const [subtype, name] of Object.entries(one.cpu.subtypes)) {
      expect(archName(one.cpu.type, Number(subtype) | 0x80000000)).toBe(name)
    }
    for (const processor of one.minidump?.processors ?? []) expect(archOfMinidump(processor)).toBe(one.cpu.name)
    expect(architectures.filter(({ cpu }) => cpu.type === one.cpu.type)).toHaveLength(1)
  })

  test('pages, pointers and steps are powers of two that fit each other', () => {
    expect(pageSize(family) % 0x1000).toBe(0)
    expect(pointerSize(family)).toBe(one.pointerSize)
    expect(one.pointerSize).toBeLessThanOrEqual(one.registers.bytes)
    expect(one.pageSize % one.instructionStep).toBe(0)
    expect(one.sharedCache.start).toBeLessThan(one.sharedCache.end)
    expect(one.sharedCache.end <= 0x1_0000_0000n).toBe(one.pointerSize === 4)
  })

  test('the registers that unwinding needs have names of their own', () => {
    const { names, aliases, pc, sp, fp, lr, preserved } = one.registers
    expect(new Set(names).size).toBe(names.length)
    expect(new Set([pc, sp, fp, lr]).size).toBe(4)
    for (const number of [pc, sp, fp, ...(lr === undefined ? [] : [lr]), ...preserved]) {
      expect(names[number]).toEqual(expect.any(String))
    }
    expect(preserved).toContain(fp)
    for (const [alias, name] of Object.entries(aliases)) {
      expect(names).toContain(name)
      expect(names).not.toContain(alias)
    }
    for (const needed of [pc, sp, fp]) expect(one.threadState.names).toContain(names[needed])
  })

  test('a thread state gives back what was put in each register', () => {
    const { general, exception, names, narrow, bytes, fault } = one.threadState
    expect(general).not.toContain(exception)
    for (const field of [fault.address, fault.code]) expect(field.at + field.bytes).toBeLessThanOrEqual(fault.size)
    const size = names.length * bytes + narrow.length * 4
    const body = new DataView(new ArrayBuffer(8 + size))
    body.setUint32(0, general.at(-1) ?? 0, true)
    body.setUint32(4, size / 4, true)
    for (const at of names.keys()) body.setUint32(8 + at * bytes, 0x1000 + at, true)
    const state = parseThreadState(new ByteCursor(new Uint8Array(body.buffer), { file: 'core' }), family)
    const value = (name: string | undefined) => 0x1000n + BigInt(names.indexOf(name ?? ''))
    const set = one.registers
    expect(state).toMatchObject({
      pc: value(set.names[set.pc]),
      sp: value(set.names[set.sp]),
      fp: value(set.names[set.fp]),
    })
    expect(state?.lr).toBe(set.lr === undefined ? undefined : value(set.names[set.lr]))
  })

  test('a minidump context gives back the program counter from its place', () => {
    const layout = one.minidump
    if (!layout) {
      expect(parseMinidumpContext(new Uint8Array(1024), one.cpu.name, 'dump')).toBeUndefined()
      return
    }
    const [, at] = layout.registers.find(([name]) => name === one.registers.names[one.registers.pc]) ?? []
    const context = new Uint8Array(1024)
    new DataView(context.buffer).setUint32(at ?? 0, 0x1234_5678, true)
    expect(parseMinidumpContext(context, one.cpu.name, 'dump')).toMatchObject({ pc: 0x1234_5678n, sp: 0n })
    expect(parseMinidumpContext(context.subarray(0, at), one.cpu.name, 'dump')).toBeUndefined()
  })

  test('its instructions are read, and zeros are no call', () => {
    expect(longestCall(family)).toBeGreaterThan(0)
    expect(callEndingAt(new Uint8Array(64), 32, family)).toBeUndefined()
  })
})

test('processors that only have a name contradict nothing', () => {
  expect([archFamily('ppc'), archFamily('mips'), archFamily(undefined), archFamily('')]).toEqual(Array(4).fill('other'))
  expect(architectureOf('other')).toBeUndefined()
  expect([archOfCpu(18, 100), archOfCpu(99, 0), archOfCpu(undefined, 0)]).toEqual(['ppc970', undefined, undefined])
  expect([archName(1, 0), archName(7, 4), archOfCpu(7, 4)]).toEqual(['vax', 'i486', 'i386'])
})
