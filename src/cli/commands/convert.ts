/** `unslide convert`: symbols as files of other formats, for tools that read those. */
import { join } from 'node:path'
import { isOutputFolder, tellProblems, UsageError, writeError, writeOut, type Command } from '../command.ts'
import { readOptions } from '../options/read.ts'
import { fittingImages, tellChoice } from '../pipeline/choose-image.ts'
import { createHost } from '../start/host.ts'
import { indexImage, readThreads } from './index-images.ts'
import { FileNames } from '../io/file-names.ts'
import { addSymbols } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { writeOutputFile } from '../io/write-whole.ts'

export const convertCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'convert')
    if (positionals.length === 0) throw new UsageError(errors.needsPath({ command: 'convert' }))
    if (values.to === undefined || values.output === undefined) throw new UsageError(errors.convertNeeds)
    const format = values.to
    const engine = createHost(readThreads(values.threads))
    await addSymbols(engine, positionals)
    const known = (await engine.images()).filter(({ pack }) => pack === undefined)
    const images = fittingImages(known, values.arch, values.uuid)
    const isFolder = await isOutputFolder(values.output)
    if (images.length === 0 || (images.length > 1 && !isFolder)) {
      tellChoice(known, images)
      if (images.length > 1) writeError(errors.convertToFolder)
      return images.length === 0 && known.length > 0 ? 1 : 2
    }
    const names = new FileNames()
    let failed = 0
    for (const image of images) {
      // An index that was given needs no build.
      const built = image.path === undefined ? undefined : await indexImage(engine, image)
      if (built) tellProblems(built.problems)
      const written = built?.ok === false ? undefined : await engine.exportSymbols(image, format)
      if (written) tellProblems(written.problems)
      if (written?.ok) {
        const { path, blob } = written.value
        const file = isFolder ? join(values.output, names.ofImage(path)) : values.output
        await writeOutputFile(file, blob, { followsLinks: !isFolder })
        await writeOut(`${results.converted({ ...image, path: file, bytes: blob.size })}\n`)
      } else failed++
      await engine.forget([image])
    }
    return failed === 0 ? 0 : failed === images.length ? 2 : 1
  },
}
