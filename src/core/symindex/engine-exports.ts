/** The exports of the WASM module with their types: their only declaration in TypeScript. */

/**
 * The exports of `wasm/assembly/index.ts`, documented there. Numbers have 32 bits; pointers and offsets are unsigned
 * after `>>> 0`. A test compares names, parameters and results with the built module.
 */
export interface EngineExports {
  readonly memory: WebAssembly.Memory
  errorNumber(): number
  errorSection(): number
  errorOffset(): number
  errorBytes(): number
  clearError(): void
  warningNumber(): number
  warningSection(): number
  warningOffset(): number
  clearWarning(): void
  alloc(size: number): number
  release(pointer: number, size: number): void
  memoryTop(): number
  setMemoryLimit(bytes: number): void
  indexVersion(): number
  openWindow(section: number, start: number, length: number, total: number): number
  setSectionTotal(section: number, total: number): void
  initStrings(): void
  beginSlice(
    strings: number,
    stringSpan: number,
    names: number,
    nameSpan: number,
    firstFile: number,
    from: number,
    to: number,
  ): void
  setBigEndian(value: number): void
  setTextBase(low: number, high: number): void
  addCode(start: number, end: number): void
  takeObjects(count: number): number
  takeMoves(count: number): number
  takeHiddenNames(names: number, bytes: number): number
  addTarget(offset: number): void
  setSectionIsCode(index: number, value: number): void
  readAranges(): void
  addUnit(offset: number, whole: number): number
  unitEnd(index: number): number
  isUnitWanted(index: number): number
  walk(unit: number): void
  setCallsOnly(value: number): void
  walkCalls(unit: number): void
  lines(unit: number): void
  keepLines(): void
  encode(unit: number): void
  forgetNames(): void
  resolveNames(targets: number, count: number): void
  skipName(): void
  addFound(offsets: number, ids: number, count: number): void
  beginCrossUnitNames(): void
  addCrossUnitNames(offsets: number, count: number): void
  settleCrossUnitNames(): void
  addEntries(pointer: number, count: number, firstBlock: number): void
  addNlist(pointer: number, count: number, wide: number): void
  addStarts(pointer: number, size: number, thumb: number): void
  addSymbol(offset: number, id: number, kind: number): void
  sortEntries(): void
  prepareSymbols(): void
  readSymbolTexts(section: number): number
  nextSymbolOffset(section: number): number
  writeSymbols(): void
  writeTable(): number
  reserve(entryBytes: number, markBytes: number): void
  takeMarks(count: number): number
  gatherMarks(): void
  sealMarks(): void
  setMarks(pointer: number, count: number): void
  planStrings(section: number, most: number, gap: number): void
  writeSectionStrings(section: number, to: number): number
  addHashes(pointer: number, count: number): void
  hashPool(pointer: number, length: number, base: number): void
  writePool(pointer: number, length: number, base: number): void
  placeIndex(length: number): number
  headChecksum(): number
  openIndex(size: number): void
  placeOffsets(count: number): number
  beginQueries(names: number): void
  isSound(): number
  planBatch(most: number, gap: number): number
  findPages(): void
  decodePages(): void
  findBlocks(): void
  decodeBlocks(): void
  findColumns(): void
  decodeColumns(): void
  findFunctionEdges(): void
  decodeFunctionEdges(): void
  findSymbolEdges(): void
  decodeSymbolEdges(): void
  decodeBlockEdges(): void
  makeCalls(): void
  makeNames(): void
  findTexts(wanted: number): void
  decodeTexts(): void
  findAllFunctions(): void
  decodeAllFunctions(): void
  findAllSymbols(): void
  decodeAllSymbols(): void
  findAllStrings(): void
  decodeAllStrings(): void
  endNames(): void
  outputData(which: number): number
  outputLength(which: number): number
  clearOutput(which: number): void
  total(which: number): number
}
