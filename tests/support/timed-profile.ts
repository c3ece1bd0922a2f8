/** An export of `xctrace`: 40 samples of a millisecond each, 20 in `early`, then 20 in `late`, both called by `main`. */
export function timedProfile(): string {
  const frame = (id: number, name: string) =>
    `<frame id="${id}" name="${name}" addr="0x10400${id}00"><binary id="9${id}" name="Shop" arch="arm64" load-addr="0x104000000" path="/Applications/Shop.app/Shop"/></frame>`
  const rows = Array.from({ length: 40 }, (_, at) => {
    const [id, name] = at < 20 ? [1, 'early'] : [2, 'late']
    return `<row><sample-time>${at * 1_000_000}</sample-time><thread fmt="Main Thread (0x1) (Shop, pid: 7)"/><process fmt="Shop (7)"/><weight>1000000</weight><backtrace>${frame(id, name)}${frame(3, 'main')}</backtrace></row>`
  })
  const columns = ['sample-time', 'thread', 'process', 'weight', 'backtrace']
    .map((type) => `<col><mnemonic>m</mnemonic><name>${type}</name><engineering-type>${type}</engineering-type></col>`)
    .join('')
  return `<?xml version="1.0"?>\n<trace-query-result><node xpath='//trace-toc[1]'><schema name="time-profile">${columns}</schema>${rows.join('\n')}</node></trace-query-result>`
}
