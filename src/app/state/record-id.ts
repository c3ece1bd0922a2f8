/** The id of a record of the history ends in the position of its report in the file. */
export const positionOf = (id: string): number => Number(id.slice(id.lastIndexOf(' ') + 1))
