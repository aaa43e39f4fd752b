import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

function count(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false // it was closed in the meantime
    }
  }).length
}

/** How many sockets a process has open, or null if the system does not report it. */
export function countSockets(pid: number): number | null {
  try {
    return count(pid)
  } catch {
    return null
  }
}

/** Waits until a process has at most `most` sockets open, and returns how many it has in the end. */
export async function settleSockets(pid: number, most: number, withinMs: number): Promise<number | null> {
  const until = performance.now() + withinMs
  for (;;) {
    const openSockets = countSockets(pid)
    if (openSockets === null || openSockets <= most || performance.now() > until) return openSockets
    await delay(200)
  }
}
