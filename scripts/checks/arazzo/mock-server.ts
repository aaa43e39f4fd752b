import { spawn } from 'node:child_process'
import { nodeFlags } from '@auspex/server/node-flags'
import type { JourneyServer } from './journey-server.ts'

/** Enough for a busy machine to compile the contract. */
const startLimitMs = 30_000

/** Starts the mock server as testers do, by its command, on a free port. */
export async function startMockServer(): Promise<JourneyServer> {
  const child = spawn(process.execPath, [...nodeFlags, 'packages/mock-server/src/cli.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  let output = ''
  let limit: NodeJS.Timeout | undefined
  const url = await new Promise<string>((found, fail) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = /http:\/\/[\w.[\]:]+:\d+/.exec(output)?.[0]
      if (address !== undefined) found(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => fail(new Error(`The mock server ended with ${code}:\n${output}`)))
    limit = setTimeout(() => fail(new Error(`The mock server was not ready in time:\n${output}`)), startLimitMs)
  })
    .catch(async (error: unknown) => {
      await close()
      throw error
    })
    .finally(() => clearTimeout(limit))
  // any bearer token that names nobody is the person of the contract's examples, with every role
  return { apiUrl: `${url}/api`, token: 'journey', close }
}
