import { spawn } from 'node:child_process'
import { nodeFlags } from '@auspex/server/node-flags'
import type { JourneyServer } from './journey-server.ts'

/** Long enough for a busy machine to compile the contract. */
const startLimitMs = 30_000

/** Starts the mock server with its command, as testers do, on a free port. */
export async function startMockServer(): Promise<JourneyServer> {
  const child = spawn(process.execPath, [...nodeFlags, 'packages/mock-server/src/cli.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  let output = ''
  let limit: NodeJS.Timeout | undefined
  const url = await new Promise<string>((found, fail) => {
    const appendOutput = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = /http:\/\/[\w.[\]:]+:\d+/.exec(output)?.[0]
      if (address !== undefined) found(address)
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('exit', (code) => fail(new Error(`The mock server ended with ${code}:\n${output}`)))
    limit = setTimeout(() => fail(new Error(`The mock server was not ready in time:\n${output}`)), startLimitMs)
  })
    .catch(async (error: unknown) => {
      await close()
      throw error
    })
    .finally(() => clearTimeout(limit))
  // any bearer token that names no known person is the person of the contract's examples, with every role
  return { apiUrl: `${url}/api`, token: 'journey', close }
}
