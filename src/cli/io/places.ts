/** `--load NAME=0x…` and `--slide NAME=N`: where the user says that images were loaded. */
import type { StatedPlace } from '../../core/engine-types.ts'
import { readHex, readSlide, UsageError } from '../command.ts'
import { errors } from '../messages/errors.ts'

/** The places that options state; without a name the program is meant. */
export function readPlaces(loads: readonly string[] = [], slides: readonly string[] = []): readonly StatedPlace[] {
  return [
    ...loads.map((text) => readPlace(text, 'load', (value) => readHex(value, '--load'))),
    ...slides.map((text) => readPlace(text, 'slide', readSlide)),
  ]
}

function readPlace(text: string, kind: StatedPlace['at']['kind'], read: (value: string) => bigint): StatedPlace {
  // Names may hold an equals sign, numbers never do.
  const equals = text.lastIndexOf('=')
  const at = { kind, value: read(text.slice(equals + 1)) }
  if (equals < 0) return { at }
  const image = text.slice(0, equals).trim()
  if (image === '') throw new UsageError(errors.noImageName({ option: kind, given: text }))
  return { image, at }
}
