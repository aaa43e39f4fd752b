import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from './contenders.ts'
import type { Call } from './requests.ts'
import { runContender } from './run-contender.ts'

const turns = 3

/** Milliseconds from replacing the contract's file to the first response of an operation that only the new version has; the fastest of three. */
export async function measureReload(contender: Contender, port: number, contract: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-bench-'))
  const file = join(folder, 'openapi.json')
  const text = readFileSync(contract, 'utf8')
  const originalPath = '"/health/getStatus"'
  const put = (version: string) => {
    writeFileSync(`${file}.new`, version)
    renameSync(`${file}.new`, file)
  }
  put(text)
  const args: Contender['args'] = (...contenderArgs) => [...contender.args(...contenderArgs), '--watch']
  const running = await runContender({ ...contender, args }, port, file)
  try {
    const all: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const path = `/health/version${turn}`
      const call: Call = { kind: 'read', method: 'GET', path, body: null }
      const started = performance.now()
      put(text.replace(originalPath, `"${path}"`))
      while (!(await running.load([call], 1)).has('read 200')) {
        if (performance.now() - started > 30_000) throw new Error(`${contender.name} does not serve the new contract`)
        await delay(2)
      }
      all.push(performance.now() - started)
    }
    return Math.min(...all)
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
