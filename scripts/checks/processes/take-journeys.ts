import { globSync } from 'node:fs'
import { runRespect } from '../arazzo/run-respect.ts'
import { runBrowser } from '../../test/run-browser.ts'
import type { Cluster } from './start-cluster.ts'

/** Needs a separate library: it reads what it imported, and a library with imported documents never shows the demo corpus. */
const ownLibrary = 'import.arazzo.yaml'

/** Runs the contract's journeys and the given browser files through the balancer; returns the faults. */
export async function takeJourneys(cluster: Cluster, browserFiles: readonly string[]): Promise<string[]> {
  const files = globSync('openapi/arazzo/*.arazzo.yaml')
    .filter((file) => !file.endsWith(ownLibrary))
    .toSorted()
  const token = await cluster.serviceToken()
  const results = await runRespect(files, { apiUrl: `${cluster.proxy.url}/api`, token, close: async () => {} })
  const green = results.filter(({ isGreen }) => isGreen).length
  console.log(`Journeys of the contract: ${green} of ${files.length} green`)
  process.env.AUSPEX_E2E_URL = cluster.proxy.url
  process.env.AUSPEX_E2E_DATA = cluster.dataDir
  const { passed, failures } = await runBrowser(browserFiles)
  console.log(`Journeys in a browser: ${passed} passed, ${failures.length} failed`)
  return [
    ...results.flatMap(({ file, faults, isGreen }) => (isGreen ? [] : [`${file}: ${faults.join(' · ')}`])),
    ...(results.length === files.length ? [] : [`${results.length} of ${files.length} journeys were taken`]),
    ...failures.map(({ title, reason }) => `${title}: ${reason ?? ''}`),
  ]
}
