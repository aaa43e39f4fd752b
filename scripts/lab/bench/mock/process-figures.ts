import { readFileSync } from 'node:fs'

/** Clock ticks per second in Linux's process times, on every architecture that Node supports. */
const ticksPerSecond = 100

/** Processor time, user and system, that a process has used so far, in seconds. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // the process name before it may contain spaces
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Peak resident memory of a process, in MB. */
export function peakMemoryMb(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}
