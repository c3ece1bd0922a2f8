/** Problems with the places of images: load addresses and slides, stated or inferred. */
import { type Digits, formatList, plural } from '../../numbers.ts'

export const placeProblems = {
  'images-fit-alike': ({ images }: { images: readonly string[] }) =>
    `Several images fit the same addresses equally well, so none was used: ${images.join(', ')}. Give the symbols of only one of them.`,
  'other-shared-cache': ({ wanted, have }: { wanted: string; have: readonly string[] }) =>
    `The report was made with the dyld shared cache ${wanted}; ${have.length === 1 ? 'the one given is' : 'those given are'} ${have.join(', ')}, of another build of the system. Only libraries that both have alike get names.`,
  'unused-place.page': ({ image, loadAddress }: { image: string; loadAddress: string }) =>
    `${loadAddress} is not the start of a page, so ${image === '' ? 'no image' : image} cannot have been loaded there. State where the image begins, not an address inside it.`,
  'place-differs': ({ image, loadAddress, listed }: { image: string; loadAddress: string; listed: string }) =>
    `The report has ${image === '' ? 'this image' : image} loaded at ${listed}; as you stated, ${loadAddress} is used.`,
  'unused-place.number': ({ number }: { number: Digits }) => `The report has no image number ${number}.`,
  'unused-place.several': ({ images }: { images: readonly string[] }) =>
    `${plural(images.length, 'image of this report matches', 'images of this report match')}: ${images.join(', ')}. State the UUID of one.`,
  'unused-place.none': ({ image }: { image?: string | undefined }) =>
    `${image === undefined ? 'No image of this report fits' : `This report has no image ${image}`}, and each of its addresses is in an image. The stated place was not used.`,
  'unused-place.vague': ({ examples }: { examples: readonly string[] }) =>
    `Name the image that the address is for: ${
      examples.length === 0
        ? 'NAME=0x…'
        : formatList(
            examples.map((name) => `${name}=0x…`),
            'disjunction',
          )
    }.`,
  'unused-place.slide': ({ image }: { image: string }) =>
    `A slide needs the symbols of ${image || 'this image'}, and none were given. Give them, or state the load address instead.`,
} as const
