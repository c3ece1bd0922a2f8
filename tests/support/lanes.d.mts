export function runInLanes<Step extends { readonly name: string; readonly after?: readonly string[] }>(
  steps: readonly Step[],
  lanes: number,
  run: (step: Step) => Promise<void>,
): Promise<void>
