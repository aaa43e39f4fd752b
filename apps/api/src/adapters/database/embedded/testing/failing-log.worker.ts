import fs from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import type { EngineStart } from '../engine.messages.ts'

// The engine's thread on a disk without space for its write-ahead log: while the data folder has a file `no-room-for`, writes to paths that contain
// that file's text fail.

const { folder } = workerData as EngineStart // as for the thread that this one becomes below
const paths = new Map<number, string>()
const { openSync, writeSync } = fs
fs.openSync = (path, flags, mode) => {
  const fd = openSync(path, flags, mode)
  paths.set(fd, String(path))
  return fd
}
fs.writeSync = (fd: number, ...rest: unknown[]) => {
  const switchPath = join(folder ?? '', '..', 'no-room-for')
  if (fs.existsSync(switchPath) && paths.get(fd)?.includes(fs.readFileSync(switchPath, 'utf8')) === true)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  return (writeSync as (fd: number, ...rest: unknown[]) => number)(fd, ...rest) // the engine uses only one of its two forms
}

await import('../engine.worker.ts')
