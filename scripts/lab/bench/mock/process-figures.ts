import { readFileSync } from 'node:fs'

/** Ticks a second in which Linux counts a process's time, on every architecture that Node runs on. */
const ticksPerSecond = 100

/** Seconds of processor time, user and system, that a process has used so far. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // the name before it may hold spaces
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The most resident memory that a process ever had, in MB. */
export function peakMemoryMb(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}
