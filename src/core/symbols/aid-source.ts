/** What sources of files without images share: such files help with the images or scripts of others. */
import { failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { SymbolAid, SymbolSource } from './source.ts'

/** No images, with the problems of the aid. */
export const withoutImages = (aid: Outcome<SymbolAid>): Outcome<readonly []> =>
  aid.ok ? success([], aid.problems) : failure(aid.problems)

/** The two ways to open a file whose reader throws where it is damaged. */
export function opensAid(
  read: (file: InputFile) => Promise<SymbolAid>,
): Required<Pick<SymbolSource, 'open' | 'openAid'>> {
  const openAid = async (file: InputFile): Promise<Outcome<SymbolAid>> => {
    try {
      return success(await read(file))
    } catch (thrown) {
      return failure(problemFrom(thrown, file.path))
    }
  }
  return { open: async (file) => withoutImages(await openAid(file)), openAid }
}
