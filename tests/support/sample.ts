/**
 * The sample of `public/sample` as input files. The expected frames follow from its sources in
 * `tests/fixtures/sample/source`, not from our output.
 */
import { openAsBlob } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { InputFile } from '../../src/core/ports.ts'

/** Absolute path of a file of the sample. */
export function samplePath(name: string): string {
  return fileURLToPath(new URL(`../../public/sample/${name}`, import.meta.url))
}

/** The crash report. */
export async function sampleReport(): Promise<InputFile> {
  return { path: 'Trailmap.ips', blob: await openAsBlob(samplePath('Trailmap.ips')) }
}

/** The zipped dSYM. */
export async function sampleSymbols(): Promise<InputFile> {
  return { path: 'Trailmap.dSYM.zip', blob: await openAsBlob(samplePath('Trailmap.dSYM.zip')) }
}

/** Function, file and line of the innermost call and of the function itself, for the frames of the user's code by index. */
export const sampleFrames: readonly (readonly [
  index: number,
  inner: string,
  file: string,
  line: number,
  outer: string,
])[] = [
  [0, 'trackSamples', 'route.c', 6, 'TMRouteAltitude'],
  [2, '-[TMElevationView plotRoute:]', 'TMElevationView.mm', 10, '-[TMElevationView plotRoute:]'],
  [4, '-[TMRouteStore openRouteNamed:then:]', 'TMRouteController.m', 7, '-[TMRouteStore openRouteNamed:then:]'],
  [5, '-[TMRouteController showRouteNamed:]', 'TMRouteController.m', 17, '-[TMRouteController showRouteNamed:]'],
  [17, 'main', 'main.m', 8, 'main'],
]
