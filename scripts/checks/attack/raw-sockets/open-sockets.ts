import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

function count(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false // it was closed since
    }
  }).length
}

/** Sockets that a process holds; null where the system does not tell. */
export function countSockets(pid: number): number | null {
  try {
    return count(pid)
  } catch {
    return null
  }
}

/** Waits until a process holds no more sockets than it should, and tells how many it holds in the end. */
export async function settleSockets(pid: number, most: number, withinMs: number): Promise<number | null> {
  const until = performance.now() + withinMs
  for (;;) {
    const open = countSockets(pid)
    if (open === null || open <= most || performance.now() > until) return open
    await delay(200)
  }
}
