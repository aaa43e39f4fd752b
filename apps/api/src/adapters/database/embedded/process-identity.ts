import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns when process `pid` was started, as an opaque text that differs between two processes with the same pid, or `null` when no such process
 * runs. `'unknown'` when this system does not report it, which callers must treat as "may be it".
 */
export function processStart(pid: number): string | null {
  if (!isAlive(pid)) return null
  try {
    return process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  } catch {
    return isAlive(pid) ? 'unknown' : null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // alive, under another user
  }
}

/** Ticks since boot (field 22 of proc(5) stat, counted after the parenthesised name), and the id of that boot. */
function linuxStart(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null // a zombie no longer writes
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
}

function psStart(pid: number): string {
  return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim()
}
