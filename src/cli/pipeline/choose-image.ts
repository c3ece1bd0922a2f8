/** The one image of the files given that `--arch` and `--uuid` mean. */
import type { Engine } from '../../core/engine-types.ts'
import { cachedImageFinder } from '../../core/model/cached-images.ts'
import { parseUuid, type ImageUuid, type KnownImage } from '../../core/model/image.ts'
import type { Problem } from '../../core/model/problem.ts'
import { UsageError, writeError, type ExitCode } from '../command.ts'
import { errors } from '../messages/errors.ts'

type Choice = { readonly image: KnownImage } | { readonly exit: ExitCode }

/** The only matching image. If none or several match, prints the list of images on standard error and returns the exit code. */
export async function chooseImage(engine: Engine, arch?: string, uuid?: string): Promise<Choice> {
  const images = await engine.images()
  const fits = fittingImages(images, arch, uuid)
  const [image] = fits
  if (image && fits.length === 1) return { image }
  tellChoice(images, fits)
  // The files have symbols, but none for the wanted image.
  return { exit: images.length > 0 && fits.length === 0 ? 1 : 2 }
}

/** Asks the sites given for the image of this UUID; gives what went wrong. */
export async function findPublished(engine: Engine, given: string): Promise<readonly Problem[]> {
  return engine.find([readUuid(given)])
}

/** Tells images by address where several fit and some are of a shared cache; undefined elsewhere: then one must be chosen. */
export async function imagesByAddress(
  engine: Engine,
  arch?: string,
): Promise<((address: bigint) => KnownImage | undefined) | undefined> {
  const fits = fittingImages(await engine.images(), arch)
  return fits.length > 1 && fits.some(({ cache }) => cache) ? cachedImageFinder(fits) : undefined
}

/** Those of this architecture and UUID, as far as they are given. */
export function fittingImages(images: readonly KnownImage[], arch?: string, uuid?: string): readonly KnownImage[] {
  const wanted = uuid === undefined ? undefined : readUuid(uuid)
  return images.filter((image) => (!arch || image.arch === arch) && (!wanted || image.uuid === wanted))
}

function readUuid(given: string): ImageUuid {
  const uuid = parseUuid(given)
  if (!uuid) throw new UsageError(errors.notUuid({ given }))
  return uuid
}

/** Says on standard error which images there are, where none or several fit. */
export function tellChoice(images: readonly KnownImage[], fits: readonly KnownImage[]): void {
  if (images.length === 0) writeError(errors.noImage)
  else writeError(fits.length === 0 ? errors.noImageFits : errors.severalImagesFit)
  for (const { name, arch: has, uuid: id, path } of images) writeError(`  ${name} ${has} ${id} ${path ?? ''}`)
}
