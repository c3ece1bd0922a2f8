/** Options that take several paths. */
import { UsageError } from '../command.ts'
import { errors } from '../messages/en/errors.ts'

/** `--symbols A B C` as well as `--symbols A --symbols B`: paths after the option belong to it until the next option. */
export function spreadPaths(args: readonly string[]): readonly string[] {
  const out: string[] = []
  let within: string | undefined
  for (const [at, arg] of args.entries()) {
    const isSpread = arg === '--symbols' || arg === '--similar'
    if (isSpread) within = arg
    else if (arg.startsWith('-') && arg !== '-') {
      within = undefined
      out.push(arg)
    } else if (within !== undefined) out.push(`${within}=${arg}`)
    else out.push(arg)
    const next = args[at + 1]
    if (isSpread && (next === undefined || /^-./.test(next)))
      throw new UsageError(errors.optionNeedsPath({ option: arg }))
  }
  return out
}
