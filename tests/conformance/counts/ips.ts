/** Counts of JSON reports with the host's own JSON parser, apart from ours. */
interface Body {
  threads?: { frames?: unknown[] }[]
  usedImages?: unknown[]
  lastExceptionBacktrace?: unknown[]
  asiBacktraces?: string[]
  processByPid?: Record<string, { threadById?: Record<string, { userFrames?: unknown[]; kernelFrames?: unknown[] }> }>
  binaryImages?: unknown[]
  processes?: unknown[]
}

export interface IpsCounts {
  readonly threads: number
  readonly frames: number
  readonly images: number
  readonly processes: number
}

/** Undefined for a file that is cut off: the host's parser reads nothing of it. */
export function countIps(text: string): IpsCounts | undefined {
  const end = text.indexOf('\n')
  const body = parse(text.slice(end + 1)) ?? parse(text)
  if (!body) return undefined
  const tasks = Object.values(body.processByPid ?? {}).flatMap((task) => Object.values(task.threadById ?? {}))
  const threads = body.threads ?? []
  const dumps = (body.asiBacktraces ?? []).flatMap((dump) => dump.split('\n').filter((row) => /0x[0-9a-f]+/.test(row)))
  return {
    threads: threads.length + tasks.length,
    frames:
      threads.reduce((sum, thread) => sum + (thread.frames?.length ?? 0), 0) +
      tasks.reduce((sum, task) => sum + (task.userFrames?.length ?? 0) + (task.kernelFrames?.length ?? 0), 0) +
      (body.lastExceptionBacktrace?.length ?? 0) +
      dumps.length,
    images:
      (body.usedImages?.length ?? 0) +
      (body.binaryImages?.filter((image) => !Array.isArray(image) || image[2] !== 'A').length ?? 0),
    processes: body.processes?.length ?? 0,
  }
}

function parse(text: string): Body | undefined {
  try {
    const value = JSON.parse(text) as Body
    return 'bug_type' in value && !('threads' in value) && !('processes' in value) && !('processByPid' in value)
      ? undefined
      : value
  } catch {
    return undefined
  }
}
