/** A core file and its dSYM, both made here: each call of the stack shows its variables with their values. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Variable } from '../../../src/core/model/variables.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { valuedCore, valuedDsym, valuedFrames } from '../../support/valued-core.ts'

const rowOf = ({ name, value, unavailable }: Variable): string => `${name} = ${value ?? unavailable ?? '?'}`

test('every frame of the program has its values', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([{ path: 'Valued', blob: new Blob([await valuedDsym()]) }])
  const told = await engine.frameVariables({ path: 'valued.core', blob: new Blob([valuedCore()]) })
  const frames = told.ok ? told.value : []
  expect(frames.map(({ scopes }) => scopes.map((scope) => scope.function))).toEqual(
    valuedFrames.map((frame) => [frame.function]),
  )
  const variables = frames.map(({ scopes }) => scopes.flatMap((scope) => scope.variables))
  expect(variables.map((all) => all.map(rowOf))).toEqual(valuedFrames.map(({ values }) => [...values]))
  const pointee = variables[0]?.[1]?.children?.[0]
  expect(pointee?.children?.map(rowOf)).toEqual([...valuedFrames[0].members])
})
