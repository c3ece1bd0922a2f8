/** The connections of a server: a client that says nothing makes room for one that does. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Holds the connections of a server to `most`. When one more comes, the oldest without a whole head of a request ends: one of the address
 * that has the most of these. Requests that are being answered stay; where all are, the new connection ends.
 */
export function boundConnections(server: Server, most: number): void {
  const open = new Set<Socket>()
  /** Those that wait for a head, the oldest first. */
  const waiting = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    if (open.size > most) (longestOfMost(waiting) ?? socket).destroy()
    if (!socket.destroyed) waiting.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  })
  // Before the answer begins: what it sends must not end for a connection that comes now.
  server.prependListener('request', ({ socket }, response) => {
    waiting.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) waiting.add(socket)
    })
  })
}

/** The oldest connection of the address that has the most. */
function longestOfMost(waiting: ReadonlySet<Socket>): Socket | undefined {
  const byAddress = new Map<string, Socket[]>()
  for (const socket of waiting) {
    const address = socket.remoteAddress ?? ''
    byAddress.set(address, [...(byAddress.get(address) ?? []), socket])
  }
  let most: readonly Socket[] = []
  for (const sockets of byAddress.values()) if (sockets.length > most.length) most = sockets
  return most[0]
}
