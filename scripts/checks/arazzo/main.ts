/**
 * Usage: npm run arazzo [-- --real | --mock]. Runs the journeys of openapi/arazzo on a real server and on the mock server, both started here on
 * free ports, and fails unless every journey succeeds on both.
 */
import { globSync } from 'node:fs'
import type { JourneyResult } from './read-log.ts'
import { startMockServer } from './mock-server.ts'
import { startRealServer } from '@auspex/server/testing'
import type { JourneyServer } from './journey-server.ts'
import { runRespect } from './run-respect.ts'

const journeys = globSync('openapi/arazzo/*.arazzo.yaml').toSorted()
/** These need a separate server: they read what they imported, and a library with imported documents never shows the demo corpus. */
const ownLibrary = journeys.filter((file) => file.endsWith('/import.arazzo.yaml'))
const demoLibrary = journeys.filter((file) => !ownLibrary.includes(file))

async function take(files: readonly string[], start: () => Promise<JourneyServer>): Promise<JourneyResult[]> {
  const server = await start()
  try {
    return await runRespect(files, server)
  } finally {
    await server.close()
  }
}

const targets = {
  real: async () => [
    ...(await take(demoLibrary, () => startRealServer({ sources: 'demo' }))),
    ...(await take(ownLibrary, () => startRealServer({ sources: 'live' }))),
  ],
  mock: () => take(journeys, startMockServer),
}

let isGreen = true
for (const [name, run] of Object.entries(targets)) {
  const other = name === 'real' ? '--mock' : '--real'
  if (process.argv.includes(other)) continue
  const started = performance.now()
  const results = await run()
  const green = results.filter((result) => result.isGreen).length
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${green} of ${journeys.length} journeys green on the ${name} server (${seconds} s)`)
  for (const { file, faults } of results) for (const fault of faults) console.error(`  ${file}: ${fault}`)
  isGreen &&= green === journeys.length
}

process.exit(isGreen ? 0 : 1)
