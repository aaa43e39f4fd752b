import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SmallDisk } from './small-disk.ts'

const program = fileURLToPath(new URL('../../../../apps/server/bin/auspex.mjs', import.meta.url))
const rows = 8_000
const stopWithinMs = 20_000

export interface LargeImport {
  summary: string
  faults: string[]
}

/** Imports a file, fills the disk in the middle of the import, and imports the file again once there is space. */
export async function tryLargeImport({
  dataDir,
  disk,
  waitForRoom,
}: {
  dataDir: string
  disk: SmallDisk
  waitForRoom: () => Promise<unknown>
}): Promise<LargeImport> {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-large-import-'))
  try {
    const file = join(folder, 'rows.jsonl')
    writeFileSync(file, Array.from({ length: rows }, (_, n) => writeRow(n)).join('\n'))
    const before = disk.freeMb()
    const interrupted = startImport(dataDir, file)
    // once a few megabytes are written, the first batches are stored
    while (interrupted.isRunning() && disk.freeMb() > before - 4) await pause(20)
    disk.fill()
    const filledAt = performance.now()
    const outcome = await interrupted.ended
    const stopMs = performance.now() - filledAt
    disk.makeRoom()
    await waitForRoom()
    const repetition = await startImport(dataDir, file).ended
    const counts =
      /read ([\d,]+), stored ([\d,]+), duplicates ([\d,]+), rejected ([\d,]+)/.exec(repetition.output)?.slice(1) ?? []
    const [read, stored, duplicates, rejected] = counts.map((count) => Number(count.replaceAll(',', '')))
    const faults = [
      ...(stopMs <= stopWithinMs ? [] : [`the import stopped ${(stopMs / 1000).toFixed(1)} s after the disk was full`]),
      ...(outcome.code === 1 &&
      /has no room left/.test(outcome.output) &&
      /run the same command again/.test(outcome.output)
        ? []
        : [`the import on a disk that became full ended with ${outcome.code}: ${outcome.output.slice(-400)}`]),
      ...(repetition.code === 0 && read === rows && stored === rows && duplicates === 0 && rejected === 0
        ? []
        : [`the import that was repeated ended with ${repetition.code}: ${repetition.output.slice(-400)}`]),
    ]
    return {
      summary: `stopped by name after ${(stopMs / 1000).toFixed(1)} s, and again ${stored} of ${rows} rows stored, ${duplicates} twice`,
      faults,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function startImport(dataDir: string, file: string) {
  const child = spawn(process.execPath, [program, 'import', file], {
    env: { ...process.env, AUSPEX_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  return { ended, isRunning: () => child.exitCode === null && child.signalCode === null }
}

function writeRow(n: number): string {
  return JSON.stringify({
    id: `large-${n}`,
    source: 'large.example',
    title: `Row ${n} of a large import`,
    body: `${n} oat milk `.repeat(30),
    published_at: '2026-01-02',
  })
}
