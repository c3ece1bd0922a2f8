/** `unslide lookup`: addresses to names, as atos does. */
import { isatty } from 'node:tty'
import type { Engine } from '../../core/engine-types.ts'
import type { KnownImage } from '../../core/model/image.ts'
import { append } from '../../core/model/lists.ts'
import { chooseImage, findPublished, imagesByAddress } from '../pipeline/choose-image.ts'
import { answerLines } from '../pipeline/lookup-lines.ts'
import { LookupAnswers } from '../pipeline/lookup-answers.ts'
import {
  readHex,
  readNumber,
  readSlide,
  UsageError,
  writeNote,
  writeOut,
  tellProblems,
  type Command,
  type ExitCode,
} from '../command.ts'
import { areScriptPlaces, lookUpScripts } from '../pipeline/script-places.ts'
import { readOptions, type Given } from '../options/read.ts'
import { createHostWith } from '../start/host.ts'
import { addressesOf, addSymbols, isSiteAddress } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { siteErrors } from '../messages/sites.ts'

/** Addresses whose answers are held at once: half a million of them take more than a gigabyte. */
const MOST_AT_ONCE = 32_768
/** More are answered in slices of so many. */
const SLICE = 8192

export const lookupCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'lookup')
    if (!values.symbols) throw new UsageError(errors.lookupNeedsSymbols)
    if (areScriptPlaces(positionals)) return lookUpScripts(values.symbols, positionals, values.format === 'json')
    if ([values.load, values.slide, values.offset].filter((value) => value !== undefined).length > 1) {
      throw new UsageError(errors.exclusivePlaces)
    }
    if (values.interactive && positionals.length > 0) throw new UsageError(errors.interactiveReadsInput)
    if (values.uuid === undefined && values.symbols.some(isSiteAddress)) throw new UsageError(siteErrors.needsUuid)
    const engine = await createHostWith(values.symbols, [], values.cache)
    const problems = values.uuid === undefined ? [] : await findPublished(engine, values.uuid)
    tellProblems(problems)
    if (values.symbols.every(isSiteAddress) && (await engine.images()).length === 0) {
      // If a site could not be read, it may still have the symbols.
      if (problems.every(({ code }) => code === 'kept-site'))
        writeNote(siteErrors.notThere({ uuid: values.uuid ?? '' }))
      return 1
    }
    const isAnywhere = values.uuid === undefined && values.load === undefined && !values.offset
    const find = isAnywhere ? await imagesByAddress(engine, values.arch) : undefined
    const choice = find ? undefined : await chooseImage(engine, values.arch, values.uuid)
    if (choice && 'exit' in choice) return choice.exit
    // Only now: these are not looked up themselves.
    if (values.similar) await addSymbols(engine, values.similar)
    const slide = values.slide === undefined ? 0n : readSlide(values.slide)
    const imageOf = (address: bigint): KnownImage | undefined => (choice ? choice.image : find?.(address - slide))
    const answers = new LookupAnswers(engine, {
      imageOf,
      place: values,
      areReturns: values['return-addresses'] === true,
      similar: values.similar !== undefined,
      hints: values.hints === true,
      noInlines: values['no-inlines'] === true,
      mangled: values.mangled === true,
      format: values.format ?? 'text',
    })
    const read = values.offset
      ? (text: string) => readNumber(text, errors.theOffset)
      : (text: string) => readHex(text, errors.theAddress)
    const image = choice?.image.name
    if (values.interactive || (positionals.length === 0 && isatty(0))) {
      const bad = await answerLines(answers, read, values.format ?? 'text')
      if (bad === undefined) return 2
      return answers.tellEnd(image) || bad > 0 ? 1 : 0
    }
    const given = positionals.length > 0 ? positionals : ['-']
    const exit = await answerAll(engine, answers, addressesOf(given, read), imageOf, values)
    return exit ?? (answers.tellEnd(image) ? 1 : 0)
  },
}

/** Answers addresses as they come. The exit code where nothing can be answered. */
async function answerAll(
  engine: Engine,
  answers: LookupAnswers,
  parts: AsyncIterable<readonly bigint[]>,
  imageOf: (address: bigint) => KnownImage | undefined,
  { arch }: Given<'lookup'>['values'],
): Promise<ExitCode | undefined> {
  let count = 0
  const indexed = new Set<KnownImage>()
  const held: bigint[] = []
  for await (const part of parts) {
    append(held, part)
    // As long as none is in an image, the images may be the wrong ones.
    if (count === 0 && !part.some(imageOf)) continue
    const addresses = held.splice(0)
    const isFirst = count === 0
    count += addresses.length
    // A file would be read anew for each slice, so that its whole index is built first: that takes no longer than so many names.
    const isMany = count > MOST_AT_ONCE
    if (isMany) {
      const fresh = new Set(addresses.flatMap((one) => imageOf(one) ?? []).filter((image) => !indexed.has(image)))
      if (fresh.size > 0) await engine.index([...fresh])
      for (const image of fresh) indexed.add(image)
    }
    const size = isMany ? SLICE : MOST_AT_ONCE
    for (let from = 0; from < addresses.length; from += size) {
      const lines = await answers.answer(addresses.slice(from, from + size))
      if (lines === undefined && isFirst && from === 0) return 2
      // Waits until the reader has taken them.
      await writeOut(lines ?? '')
    }
  }
  if (count > 0) return undefined
  if (held.length === 0) throw new UsageError(errors.lookupNeedsAddress)
  const none = await chooseImage(engine, arch)
  return 'exit' in none ? none.exit : 2
}
