import { connect } from 'node:net'

/** Headers that never end, and incomplete requests: the server has to time these out. */
const beginnings = [
  '',
  'G',
  'GET / HTTP/1.1\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nA: b',
  'POST /identity/token HTTP/1.1\r\nHost: a\r\n\r',
] as const

/** Sends an incomplete request, keeps the connection open, and returns after how many ms the server closed it; null if it did not in time. */
function stall(port: number, beginning: string, withinMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(beginning))
    const tooLate = setTimeout(() => {
      socket.destroy()
      resolve(null)
    }, withinMs)
    socket.on('error', () => undefined)
    socket.resume()
    socket.once('close', () => {
      clearTimeout(tooLate)
      resolve(performance.now() - startedAt)
    })
  })
}

export interface Stalls {
  readonly begun: number
  readonly freed: number
  readonly slowestMs: number
}

export async function stallMany(port: number, { each, withinMs }: { each: number; withinMs: number }): Promise<Stalls> {
  const starts = beginnings.flatMap((beginning) => Array.from({ length: each }, () => stall(port, beginning, withinMs)))
  const ends = (await Promise.all(starts)).filter((ms) => ms !== null)
  return { begun: starts.length, freed: ends.length, slowestMs: Math.max(0, ...ends) }
}
