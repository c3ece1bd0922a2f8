/** `unslide serve`: symbols for pages that use the protocol of Mozilla's symbol server, such as the Firefox Profiler. */
import { readNumber, UsageError, writeNote, writeOut, type Command } from '../command.ts'
import { readOptions } from '../options/read.ts'
import { createHostWith } from '../start/host.ts'
import { isSiteAddress } from '../io/input-files.ts'
import { serveErrors, serveWords } from '../messages/serve.ts'
import { ReportDesk } from '../serve/report.ts'
import { startServer } from '../serve/server.ts'
import { listSources } from '../pipeline/source-folders.ts'
import { untilInterrupted } from '../pipeline/until-interrupted.ts'

const PROFILER = 'https://profiler.firefox.com'

export const serveCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'serve')
    const [stray] = positionals
    if (stray !== undefined) throw new UsageError(serveErrors.takesNoPath({ given: stray }))
    if (!values.symbols) throw new UsageError(serveErrors.needsSymbols)
    const origin = readOrigin(values.origin ?? PROFILER)
    const port = Number(readNumber(values.port ?? '0', '--port'))
    if (port < 0 || port > 65_535) throw new UsageError(serveErrors.notPort)
    // A folder that cannot be read is an error at the start, not in an answer.
    await listSources(values.source ?? [], new Set())
    const engine = await createHostWith(values.symbols, [], values.cache, true)
    const images = (await engine.images()).length
    const given = { symbols: values.symbols, similar: [], cache: values.cache }
    const reports = new ReportDesk(async (count) =>
      (await import('../pipeline/report-threads.ts')).startReportThreads(given, {}, count, true),
    )
    const server = await startServer(engine, {
      host: values.host ?? '127.0.0.1',
      port,
      origin,
      sources: values.source ?? [],
      reports,
    })
    try {
      const interrupted = untilInterrupted()
      await writeOut(`${server.url}\n`)
      writeNote(serveWords.symbols({ images }))
      writeNote(serveWords.serving({ url: server.url, origin }))
      await interrupted
    } finally {
      // Also after a failed write of the address: an open server would keep the program running.
      await server.close()
    }
    return images > 0 || values.symbols.some(isSiteAddress) ? 0 : 1
  },
}

/** As browsers write it. */
function readOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || url.origin === 'null' || given.replace(/\/$/, '') !== url.origin)
    throw new UsageError(serveErrors.notOrigin({ given }))
  return url.origin
}
